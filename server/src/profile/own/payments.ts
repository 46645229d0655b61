/** Stored data about deposits and withdrawals: trades with Steam, coins. */
import { BOOKS, STAFF, joined, kept, line, own, type OwnTable, ownTable } from './shape.ts';

const ORDERS = 'trade_orders o join';
const COINS = 'crypto_orders o join';

export const PAYMENT_TABLES: readonly OwnTable[] = [
  // trades with Steam
  ownTable(
    'trade_orders',
    'Your trade offers',
    ['id'],
    kept('books of trades and partners: kept for five years, including SteamID and trade link'),
    { without: ['lease', 'lease_until', 'token'] },
  ),
  line(
    'trade_order_items',
    [],
    joined('Items of your trade offers', `${ORDERS} trade_order_items t on t.order_id = o.id`, 'o.player_id', [
      'o.id',
      't.no',
    ]),
    BOOKS,
  ),
  line(
    'trade_moves',
    [],
    joined(
      'Items moved by your trades, as reported by Steam',
      `${ORDERS} trade_moves t on t.order_id = o.id`,
      'o.player_id',
      ['o.id', 't.trade_id', 't.app_id', 't.asset_id'],
    ),
    BOOKS,
  ),
  line(
    'trade_bets',
    ['player_id'],
    joined('Bets from Steam', `${ORDERS} trade_bets t on t.order_id = o.id`, 'o.player_id', ['o.id']),
    BOOKS,
  ),
  line('trade_assets', ['brought_by'], 'assets behind items: trade_order_items and trade_moves have them', BOOKS),
  ownTable('trade_sums', 'Totals of your trades', ['player_id'], BOOKS),
  ownTable('trade_freezes', 'Freezes of your trades', ['order_id'], BOOKS, { others: ['lifted_by'] }),
  // crypto
  ownTable('crypto_players', 'Totals of your crypto payments', ['player_id'], BOOKS),
  ownTable('crypto_orders', 'Your crypto deposits', ['id'], BOOKS, { exact: ['units', 'lock_units', 'lock_used'] }),
  line(
    'crypto_wallets',
    ['player_id'],
    [
      joined('Your deposit addresses', `${COINS} crypto_wallets t on t.id = o.wallet_id`, 'o.player_id', ['o.id'], {
        without: ['look_at', 'weigh_at', 'warm_at'],
      }),
      own('crypto_wallets', 'Deposit addresses reserved for you', 'player_id', ['coin'], {
        where: 'not t.ordered',
        without: ['look_at', 'weigh_at', 'warm_at'],
      }),
    ],
    kept('payments to an address must be recognised for ever'),
  ),
  line(
    'crypto_payments',
    [],
    joined(
      'Payments to your addresses',
      `${COINS} crypto_payments t on t.wallet_id = o.wallet_id`,
      'o.player_id',
      ['o.id', 't.network', 't.txid', 't.idx'],
      { exact: ['units', 'locked_units'] },
    ),
    BOOKS,
  ),
  ownTable('crypto_withdrawals', 'Your crypto withdrawals', ['id'], BOOKS, {
    exact: ['units', 'least_units', 'most_units'],
  }),
  line(
    'crypto_payouts',
    [],
    joined(
      'Transactions of your withdrawals',
      'crypto_withdrawals w join crypto_payouts t on t.withdrawal_id = w.id',
      'w.player_id',
      ['w.id', 't.attempt'],
      { exact: ['units'], without: ['raw', 'nonce', 'inputs'] },
    ),
    BOOKS,
  ),
  line(
    'crypto_reviews',
    ['staff_id'],
    'reviews by staff: the withdrawal’s row has the reason that the player reads',
    STAFF,
  ),
  line('crypto_incidents', ['closed_by'], 'incidents for staff: the payments themselves are exported', STAFF),
];
