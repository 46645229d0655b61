/**
 * Every table of the database, and what it holds of a player: what an export shows of it, and what becomes of it when an account is
 * closed. A line a table. own-tables.test.ts holds the list against the schema: a table or a column with a player's id that is missing
 * here fails it; tables that hold nothing of any player are listed there.
 *
 * Names of tables and columns are data here, and this file alone makes SQL of tables of every room (export.ts, erase.ts).
 */

/** Rows of an export: those of `from` (the table itself is `t`) whose column `who` is the player's id, in the order of `key`. */
export interface OwnRows {
  /** What they are, for people. */
  readonly about: string;
  readonly from: string;
  readonly who: string;
  /** Unique among a player's rows; an index leads to it, so that a page costs the same wherever it is. */
  readonly key: readonly string[];
  readonly where?: string;
  /** Columns that stay here: secrets, and what says nothing to anybody. */
  readonly without?: readonly string[];
  /** Columns of numbers beyond 2^53, shown as text. */
  readonly exact?: readonly string[];
}

/** `gone`: rows whose column `by` is the player's id are deleted. */
export type Erasing = { readonly what: 'gone'; readonly by: string } | { readonly what: 'kept'; readonly why: string };

export interface OwnTable {
  readonly table: string;
  /** Its columns that hold ids of players. */
  readonly players: readonly string[];
  /** Text: why it is in no export of its own. */
  readonly shown: readonly OwnRows[] | string;
  readonly erased: Erasing;
}

type Extra = Omit<OwnRows, 'about' | 'from' | 'who' | 'key'>;

const kept = (why: string): Erasing => ({ what: 'kept', why });
const gone = (by = 'player_id'): Erasing => ({ what: 'gone', by });
const BOOKS = kept('books: kept for five years under the id alone');
const PLAYED = kept('what was played stays checkable: under the id and the pseudonym alone');
const STAFF = kept('what staff did stays on record');

/** Rows whose own column `who` names the player. */
const own = (table: string, about: string, who: string, key: readonly string[], extra: Extra = {}): OwnRows => ({
  about,
  from: `${table} t`,
  who: `t.${who}`,
  key: key.map((column) => `t.${column}`),
  ...extra,
});

/** Rows that are found by another table of the player's: `from` joins the table as `t`. */
const joined = (about: string, from: string, who: string, key: readonly string[], extra: Extra = {}): OwnRows => ({
  about,
  from,
  who,
  key,
  ...extra,
});

const line = (table: string, players: readonly string[], shown: OwnTable['shown'], erased: Erasing): OwnTable => ({
  table,
  players,
  shown,
  erased,
});

const ORDERS = 'trade_orders o join';
const RESULTS = 'player_results r join';
const COINS = 'crypto_orders o join';

export const OWN_TABLES: readonly OwnTable[] = [
  // accounts
  line(
    'players',
    ['id'],
    [own('players', 'Your account', 'id', ['id'], { without: ['pseudonym_key', 'look'] })],
    kept('what names the person goes with the first step (closing-store.ts); the id stays'),
  ),
  line(
    'sessions',
    ['player_id'],
    [own('sessions', 'Browsers that are signed in', 'player_id', ['last_seen_at', 'id'], { without: ['id'] })],
    gone(),
  ),
  line(
    'player_results',
    ['player_id'],
    [own('player_results', 'Rounds that you played', 'player_id', ['round_id'])],
    PLAYED,
  ),
  line('player_game_stats', ['player_id'], [own('player_game_stats', 'Sums by game', 'player_id', ['game'])], PLAYED),
  line(
    'player_days',
    ['player_id'],
    [own('player_days', 'Sums by day and game', 'player_id', ['day', 'game'])],
    PLAYED,
  ),
  line(
    'steam_inventories',
    ['player_id'],
    [own('steam_inventories', 'When your Steam inventory was last read', 'player_id', ['player_id'])],
    gone(),
  ),
  line(
    'steam_looks',
    ['player_id'],
    [
      own('steam_looks', 'What our trading account saw of your Steam inventory', 'player_id', ['app_id'], {
        without: ['token'],
      }),
    ],
    gone(),
  ),
  // money
  line(
    'ledger_accounts',
    ['owner_id'],
    [own('ledger_accounts', 'Your money: spendable and held', 'owner_id', ['id'])],
    BOOKS,
  ),
  line(
    'ledger_history',
    ['player_id'],
    [own('ledger_history', 'Movements of your money', 'player_id', ['at', 'id'])],
    BOOKS,
  ),
  line('transfers', [], 'ledger_history has each of the player’s with its lines', BOOKS),
  line('postings', ['account_id'], 'ledger_history has each of the player’s with the balance after it', BOOKS),
  // items
  line(
    'item_moves',
    ['to_id', 'from_id'],
    [
      own('item_moves', 'Items that came to you', 'to_id', ['code', 'at', 'item_id', 'version'], {
        where: `t.to_kind = 'player'`,
      }),
      own('item_moves', 'Items that left you', 'from_id', ['code', 'at', 'item_id', 'version'], {
        where: `t.from_kind = 'player' and t.to_kind <> 'player'`,
      }),
    ],
    BOOKS,
  ),
  line('item_positions', ['holder_id'], 'where an item is says its latest movement (item_moves)', BOOKS),
  line('items', [], 'item_moves has each of the player’s', BOOKS),
  // rounds
  line(
    'entries',
    ['player_id'],
    [
      joined(
        'Your stakes in rounds that ended',
        `${RESULTS} entries t on t.round_id = r.round_id and t.player_id = r.player_id`,
        'r.player_id',
        ['r.round_id', 't.no'],
      ),
    ],
    PLAYED,
  ),
  line(
    'stake_items',
    [],
    [
      joined(
        'Items that you staked in rounds that ended',
        `${RESULTS} entries e on e.round_id = r.round_id and e.player_id = r.player_id join stake_items t on t.round_id = e.round_id and t.entry_no = e.no`,
        'r.player_id',
        ['r.round_id', 't.item_id'],
      ),
    ],
    PLAYED,
  ),
  line(
    'open_stakes',
    ['player_id'],
    [own('open_stakes', 'Your stakes in rounds that run', 'player_id', ['round_id'])],
    kept('none is left when an account is closed'),
  ),
  line(
    'jackpot_rounds',
    ['alone'],
    'who is alone in a pot: a stake of theirs, for that minute',
    kept('empty when the round is over'),
  ),
  line(
    'battles',
    ['creator_id'],
    [
      joined(
        'Battles that you opened',
        `${RESULTS} battles t on t.round_id = r.round_id and t.creator_id = r.player_id`,
        'r.player_id',
        ['r.round_id'],
      ),
    ],
    PLAYED,
  ),
  line(
    'battle_seats',
    ['player_id'],
    [
      joined(
        'Your seats in battles',
        `${RESULTS} battle_seats t on t.round_id = r.round_id and t.player_id = r.player_id`,
        'r.player_id',
        ['r.round_id', 't.id'],
      ),
    ],
    PLAYED,
  ),
  line('settlements', [], 'what was drawn and paid is public: /fairplay shows it of each round', PLAYED),
  line('scripted_rounds', ['winner_id', 'set_by'], 'staff and house personas of a demo', STAFF),
  line('script_tries', ['staff_id', 'winner_id'], 'staff and house personas of a demo', STAFF),
  // market
  line(
    'market_sales',
    ['player_id'],
    [
      joined(
        'What you bought',
        'ledger_history h join market_sales t on t.order_id = h.transfer_id and t.player_id = h.player_id',
        'h.player_id',
        ['h.at', 'h.id', 't.item_id'],
        { where: `h.kind = 'MARKET'` },
      ),
    ],
    BOOKS,
  ),
  line('case_tables', ['published_by'], 'what staff published', STAFF),
  // chat
  line(
    'chat_messages',
    ['author_id', 'shown_id'],
    [own('chat_messages', 'What you wrote in the chat', 'author_id', ['created_at', 'id'])],
    gone('author_id'),
  ),
  line(
    'chat_bans',
    ['player_id'],
    [own('chat_bans', 'Bans from the chat', 'player_id', ['player_id'])],
    kept('under the id alone'),
  ),
  line('chat_audit', ['actor_id', 'target_id'], 'what staff did; a ban that counts is in chat_bans', STAFF),
  // trades with Steam
  line(
    'trade_orders',
    ['player_id'],
    [own('trade_orders', 'Your trade offers', 'player_id', ['id'], { without: ['lease', 'lease_until', 'token'] })],
    kept('books of what was traded with whom: kept for five years, SteamID and trade link with them'),
  ),
  line(
    'trade_order_items',
    [],
    [
      joined('Items of your trade offers', `${ORDERS} trade_order_items t on t.order_id = o.id`, 'o.player_id', [
        'o.id',
        't.no',
      ]),
    ],
    BOOKS,
  ),
  line(
    'trade_moves',
    [],
    [
      joined('What Steam says that your trades moved', `${ORDERS} trade_moves t on t.order_id = o.id`, 'o.player_id', [
        'o.id',
        't.trade_id',
        't.app_id',
        't.asset_id',
      ]),
    ],
    BOOKS,
  ),
  line(
    'trade_bets',
    ['player_id'],
    [joined('Bets from Steam', `${ORDERS} trade_bets t on t.order_id = o.id`, 'o.player_id', ['o.id'])],
    BOOKS,
  ),
  line('trade_assets', ['brought_by'], 'the asset behind an item: trade_order_items and trade_moves have it', BOOKS),
  line(
    'trade_sums',
    ['player_id'],
    [own('trade_sums', 'What you brought and took by trades', 'player_id', ['player_id'])],
    BOOKS,
  ),
  line(
    'trade_freezes',
    ['player_id', 'lifted_by'],
    [own('trade_freezes', 'When your trades stood still', 'player_id', ['order_id'])],
    BOOKS,
  ),
  // crypto
  line(
    'crypto_players',
    ['player_id'],
    [own('crypto_players', 'What you brought and took in coins', 'player_id', ['player_id'])],
    BOOKS,
  ),
  line(
    'crypto_orders',
    ['player_id'],
    [own('crypto_orders', 'Your deposits of coins', 'player_id', ['id'], { exact: ['units'] })],
    BOOKS,
  ),
  line(
    'crypto_wallets',
    ['player_id'],
    [
      joined('Addresses of your deposits', `${COINS} crypto_wallets t on t.id = o.wallet_id`, 'o.player_id', ['o.id'], {
        without: ['look_at', 'weigh_at', 'warm_at'],
      }),
      own('crypto_wallets', 'Addresses that wait for a deposit of yours', 'player_id', ['coin'], {
        where: 'not t.ordered',
        without: ['look_at', 'weigh_at', 'warm_at'],
      }),
    ],
    kept('what is sent to an address has to be known for ever'),
  ),
  line(
    'crypto_payments',
    [],
    [
      joined(
        'Payments to your addresses',
        `${COINS} crypto_payments t on t.wallet_id = o.wallet_id`,
        'o.player_id',
        ['o.id', 't.network', 't.txid', 't.idx'],
        { exact: ['units'] },
      ),
    ],
    BOOKS,
  ),
  line(
    'crypto_withdrawals',
    ['player_id'],
    [own('crypto_withdrawals', 'Your withdrawals in coins', 'player_id', ['id'], { exact: ['units'] })],
    BOOKS,
  ),
  line(
    'crypto_payouts',
    [],
    [
      joined(
        'Transactions of your withdrawals',
        'crypto_withdrawals w join crypto_payouts t on t.withdrawal_id = w.id',
        'w.player_id',
        ['w.id', 't.attempt'],
        { exact: ['units'], without: ['raw', 'nonce', 'inputs'] },
      ),
    ],
    BOOKS,
  ),
  line(
    'crypto_reviews',
    ['staff_id'],
    'what staff said of a withdrawal: its row has the reason that the player reads',
    STAFF,
  ),
  line('crypto_incidents', ['closed_by'], 'what staff has to look at: the payments themselves are shown', STAFF),
  // the rest
  line('demo_grants', ['player_id'], [own('demo_grants', 'Play money of the demo', 'player_id', ['origin'])], BOOKS),
  line(
    'receipts',
    ['player_id'],
    [own('receipts', 'Answers to your last commands', 'player_id', ['key'], { without: ['input_hash'] })],
    gone(),
  ),
  line(
    'facts',
    ['player_id'],
    'what was told live: gone within the hour, and said by the tables that it is about',
    kept('gone within the hour'),
  ),
  line('nodes', ['players'], 'who is online at this moment', kept('for ten seconds')),
  line(
    'exports',
    ['player_id'],
    [own('exports', 'Exports that you asked for', 'player_id', ['asked_at', 'id'])],
    gone(),
  ),
];
