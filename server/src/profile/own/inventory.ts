/** Stored data about a player's belongings and play: money, items, rounds, the market. */
import { BOOKS, PLAYED, STAFF, joined, kept, line, own, type OwnTable, ownTable } from './shape.ts';

const RESULTS = 'player_results r join';

export const INVENTORY_TABLES: readonly OwnTable[] = [
  // money
  ownTable('ledger_accounts', 'Your balances', ['id'], BOOKS, { who: 'owner_id' }),
  ownTable('ledger_history', 'Your transactions', ['at', 'id'], BOOKS),
  line('transfers', [], 'ledger_history has the player’s transfers with their lines', BOOKS),
  line('postings', ['account_id'], 'ledger_history has the player’s postings with the balance after each', BOOKS),
  // items
  line(
    'item_moves',
    ['to_id', 'from_id'],
    [
      own('item_moves', 'Items you received', 'to_id', ['code', 'at', 'item_id', 'version'], {
        where: `t.to_kind = 'player'`,
      }),
      own('item_moves', 'Items that left your inventory', 'from_id', ['code', 'at', 'item_id', 'version'], {
        where: `t.from_kind = 'player' and t.to_kind <> 'player'`,
      }),
    ],
    BOOKS,
  ),
  line('item_positions', ['holder_id'], 'the latest movement says where an item is (item_moves)', BOOKS),
  line('items', [], 'item_moves has the player’s items', BOOKS),
  // rounds
  line(
    'entries',
    ['player_id'],
    joined(
      'Your stakes in finished rounds',
      `${RESULTS} entries t on t.round_id = r.round_id and t.player_id = r.player_id`,
      'r.player_id',
      ['r.round_id', 't.no'],
    ),
    PLAYED,
  ),
  line(
    'stake_items',
    [],
    joined(
      'Items you staked in finished rounds',
      `${RESULTS} entries e on e.round_id = r.round_id and e.player_id = r.player_id ` +
        'join stake_items t on t.round_id = e.round_id and t.entry_no = e.no',
      'r.player_id',
      ['r.round_id', 't.item_id'],
    ),
    PLAYED,
  ),
  ownTable('open_stakes', 'Your stakes in open rounds', ['round_id'], kept('none is left when an account is closed')),
  line(
    'jackpot_rounds',
    ['alone'],
    'the only player in a pot, for that minute; the stake is in entries',
    kept('empty when the round is over'),
  ),
  line(
    'battles',
    ['creator_id'],
    joined(
      'Battles you created',
      `${RESULTS} battles t on t.round_id = r.round_id and t.creator_id = r.player_id`,
      'r.player_id',
      ['r.round_id'],
    ),
    PLAYED,
  ),
  line(
    'battle_seats',
    ['player_id'],
    joined(
      'Your seats in battles',
      `${RESULTS} battle_seats t on t.round_id = r.round_id and t.player_id = r.player_id`,
      'r.player_id',
      ['r.round_id', 't.id'],
    ),
    PLAYED,
  ),
  line('settlements', [], 'results and payouts are public: /fairplay shows them by round', PLAYED),
  line('scripted_rounds', ['winner_id', 'set_by'], 'staff and house personas of a demo', STAFF),
  line('script_tries', ['staff_id', 'winner_id'], 'staff and house personas of a demo', STAFF),
  // market
  line(
    'market_sales',
    ['player_id'],
    joined(
      'Your purchases',
      'ledger_history h join market_sales t on t.order_id = h.transfer_id and t.player_id = h.player_id',
      'h.player_id',
      ['h.at', 'h.id', 't.item_id'],
      { where: `h.kind = 'MARKET'` },
    ),
    BOOKS,
  ),
  line('case_tables', ['published_by'], 'published by staff', STAFF),
];
