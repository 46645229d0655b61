/**
 * Years of history in seconds: `rowsOf` rows in every growing table, copied from what `played.ts` really played, with new keys and earlier
 * times. A column added by a migration is copied like the others.
 *
 * Order: rounds with their rows, then every other table, then each that is still too small. Triggers and foreign keys are off and indexes are built
 * at the end: the rows need not be consistent, only numerous.
 */
import type { GameTable } from '../games/sample.fixture.ts';
import { SAMPLES } from '../games/samples.fixture.ts';
import { sql, type Pool } from '../../src/platform/database/sql.ts';
import { slugOf } from '../item-types.ts';
import type { World } from '../world.ts';
import type { PlayedSample } from '../cases/case.ts';
import { back, EARLIER, hash, name, NO_ROUND, type Changes } from '../cases/copies.ts';
import { placeLeaves, signHead, XID } from './log-history.ts';
import { say, sizeOf } from './statements.ts';
import { SAFETY_COPIES } from './safety-copies.ts';
import { copied, copy as copyId, ROWS, WHOLE_ROUNDS } from '../cases/places.ts';

/** The tables of single games. */
export const GAME_TABLES = Object.assign({}, ...SAMPLES.map(({ tables = {} }) => tables)) as Readonly<
  Record<string, GameTable>
>;
/** Their entries for the lists below, by table. */
const ofGames = <K extends keyof GameTable>(what: K): Readonly<Record<string, NonNullable<GameTable[K]>>> =>
  Object.fromEntries(Object.entries(GAME_TABLES).flatMap(([table, said]) => (said[what] ? [[table, said[what]]] : [])));

/** Tables that stay small however long the site runs, and why. */
export const SMALL: Readonly<Record<string, string>> = {
  log_reports: 'one row a night',
  log_report_claim: 'one row',
  window_keys: 'a day of them',
  ledger_pending: 'what came into the accounts of the site in the last second',
  write_probes: 'one row',
  staff_codes: 'one row for each of the staff',
  staff_recovery_codes: 'ten rows for each of the staff',
  admin_proposals: 'who is to become ADMIN, for a day',
  log_witnesses: 'one row for each witness',
  stuck_rounds: 'rounds that wait for a person',
  restored_rounds: 'what a restored database lost',
  nodes: 'one row for each server that runs',
  item_types: 'the catalogue',
  trade_stock: 'the catalogue',
  trade_stock_checks: 'one row per game',
  trade_holdings: 'one row',
  client_builds: 'one row per release',
  solvency_statements: 'one row an hour',
  solvency_tiles: 'the trees of two days',
  crypto_held: 'one row per coin',
  solvency_reserves: 'addresses of the site itself, some ten',
  market_prices: 'the catalogue',
  market_quotes: 'two rows per item type',
  market_feeds: 'one row per source and game',
  market_steam: 'one row per game',
  trade_bots: 'one row per trading account',
  trade_hours: 'one row for each hour in which somebody took something out',
  crypto_networks: 'one row per chain',
  crypto_blocks: 'the last two hundred of each chain',
  crypto_rates: 'two rows per coin',
  crypto_rate_turns: 'one row per source',
  crypto_incidents: 'what a person has to look at',
  crypto_audits: 'one row per round',
  crypto_unseen: 'what two of the staff credited by hand',
  crypto_ways_out: 'one row per coin',
  collusion_cursor: 'one row',
  withdrawal_times: 'two hundred steps at most, of each coin and day; read of thirty days',
  market_stockings: 'one row per delivery to a demo',
  log_state: 'one row',
  meta: 'a few facts about the database',
  games: 'one row per game',
  round_counters: 'one row per game',
  round_numbers: 'at most 512 per game, handed out ahead',
  schema_migrations: 'one row per migration',
  schema_functions: 'one row per function',
  settings: 'one row per setting',
  adjustment_days: 'one row a day',
  result_totals: 'eight rows per game at most',
  day_totals: 'eight rows per day and kind at most; read of 92 days',
  ...ofGames('small'),
};

/** Tables that every page and stake reads. The others have fewer rows, but far more than any statement may read. */
const LARGE: readonly string[] = [
  ...['players', 'transfers', 'postings', 'ledger_accounts', 'ledger_history', 'items', 'item_positions', 'item_moves'],
  ...['open_stakes', 'market_listings', 'chat_messages', 'notifications', 'support_tickets', 'trade_orders'],
  ...['trade_order_items', 'facts', 'receipts'],
];
export const rowsOf = (table: string): number => (LARGE.includes(table) || !(table in OTHERS) ? ROWS : 0.4 * ROWS);

/** Ids of copied rounds differ from those of rounds played later. */
const NEW_ROUND = 'p.id';

/** Rows of a round, by the column that names it. Parents first. */
const OF_ROUNDS: readonly (readonly [table: string, key: string, changes: Changes])[] = [
  ['rounds', 'id', { hash: hash(), number: 'p.n', ...back('opened_at', 'locked_at', 'due_at', 'ended_at') }],
  ['round_secrets', 'round_id', {}],
  ['entries', 'round_id', back('at')],
  ['stake_items', 'round_id', { item_id: `t.item_id || '_' || p.n` }],
  ['settlements', 'round_id', back('at')],
  ['scripted_rounds', 'round_id', back('set_at')],
  ...Object.entries(ofGames('ofRound')).map(([table, changes]) => [table, 'round_id', changes] as const),
  ['player_results', 'round_id', back('at')],
  [
    'log_leaves',
    'round_id',
    { id: `nextval('log_leaves_id_seq')`, xid: XID, body: 'replace(t.body, t.round_id, p.id)', ...back('at') },
  ],
];

/** Every other table, and tables of rounds that only some games have, with the changed columns. `p.n` counts from 1. */
const OTHERS: Readonly<Record<string, Changes>> = {
  players: {
    id: name('ply'),
    steamid: `'7656119' || lpad((5000000000 + p.n)::text, 10, '0')`,
    pseudonym: `md5('p' || p.n)`,
    is_fake: 'false',
    status: `'USER'`,
  },
  // Every other one is of the same player.
  sessions: {
    id: hash(),
    player_id: `case when p.n % 2 = 0 then t.player_id else ${name('ply')} end`,
    created_at: `t.created_at - 12 * 86400000::bigint`,
    // One in a thousand was idle for too long, and one has expired.
    last_seen_at: `t.created_at - case when p.n % 1000 = 7 then 8 else 0 end * 86400000::bigint - 1000 - p.n`,
    expires_at: `t.created_at + case when p.n % 1000 = 3 then -1 else 86400000 end::bigint`,
  },
  api_keys: { id: hash(), player_id: name('ply'), ...back('created_at') },
  openid_nonces: { nonce: `t.nonce || p.n`, claimed_at: 't.claimed_at - p.n * 40' },
  receipts: { key: `'copy' || p.n`, at: 't.at - p.n * 2000' },
  facts: { xid: XID, at: `t.at - (${ROWS} - p.n) * 40` },
  chat_messages: { id: name('cht', `10000000 - p.n`), created_at: 't.created_at - p.n * 90000', removed_at: 'null' },
  chat_audit: { at: 't.at - p.n' },
  staff_acts: { at: 't.at - p.n * 60000' },
  staff_notes: { at: 't.at - p.n' },
  chat_bans: { player_id: name('ply'), version: '1', until: 'null', lifted_at: 'null' },
  // Of four, one is pending, one is answered and waits for the player, and two are closed; some long ago.
  support_tickets: {
    id: name('tkt', `10000000 - p.n`),
    player_id: `case when p.n % 4 < 2 then ${name('ply')} else t.player_id end`,
    state: `case when p.n % 4 < 2 then 'open' else 'closed' end`,
    slot: 'case when p.n % 4 < 2 then 1 end::smallint',
    waiting_since: `case when p.n % 4 = 0 then t.opened_at - ${EARLIER} end`,
    assigned_to: 'case when p.n % 4 = 1 then t.player_id end',
    closed_at:
      `case when p.n % 4 >= 2 then t.last_at - ${EARLIER} ` +
      '- case when p.n % 100 = 3 then 31536000000 else 0 end end',
    closed_by: 'case when p.n % 4 >= 2 then t.player_id end',
    ...back('opened_at', 'last_at', 'first_answer_at'),
  },
  support_messages: {
    id: name('tmg', `10000000 - p.n`),
    ticket_id: `case when p.n % 2 = 0 then t.ticket_id else ${name('tkt', '10000000 - p.n')} end`,
    ...back('created_at'),
  },
  notifications: { at: 't.at - p.n * 90000', read_at: 'case when p.n % 3 > 0 then t.at end' },
  notification_choices: { player_id: name('ply') },
  push_subscriptions: { id: hash(), session_id: hash(), player_id: name('ply'), ...back('created_at') },
  push_messages: { subscription_id: hash(), at: 't.at - p.n * 1000', due_at: 't.due_at - p.n' },
  player_browsers: { player_id: name('ply'), seen_at: 't.seen_at - p.n * 400000' },
  player_game_stats: { player_id: name('ply') },
  // Every other one belongs to a bot: the books of bots are read by day.
  player_days: {
    player_id:
      'case when p.n % 2 = 0 then t.player_id else (select id from players where is_fake order by id limit 1) end',
    day: '(t.day - p.n)::integer',
    is_bot: 'p.n % 2 = 1',
  },
  exports: {
    id: name('exp'),
    asked_at: 't.asked_at - 3 * 86400000::bigint - p.n',
    until_at: 't.until_at - 3 * 86400000::bigint - p.n',
  },
  demo_grants: { origin: `'copy' || p.n` },
  script_tries: { id: `nextval('script_tries_id_seq')`, at: 't.at - p.n' },
  ledger_accounts: { id: `'copy:' || p.n`, kind: `'player_cash'`, owner_id: name('ply') },
  transfers: { id: name('trf'), key: `'copy:' || p.n` },
  postings: { transfer_id: name('trf') },
  escrows: { round_id: name('rnd', '10000000 + p.n'), ended_by: name('trf') },
  items: { id: name('itm') },
  item_positions: { item_id: name('itm'), holder_kind: `'player'`, holder_id: name('ply'), state: `'available'` },
  item_moves: { item_id: name('itm'), at: 't.at - p.n' },
  ledger_history: { at: 't.at - p.n' },
  open_stakes: { round_id: name('rnd', '10000000 + p.n'), player_id: name('ply') },
  market_listings: { item_id: name('itm', '20000000 + p.n') },
  market_sales: { order_id: name('trf', '20000000 + p.n') },
  market_price_days: { day: '(t.day - 100 - p.n)::integer' },
  beacon_outputs: { round: '(select min(round) from beacon_outputs) - p.n', fetched_at: 't.fetched_at - p.n * 3000' },
  trade_orders: {
    id: name('trd'),
    code: `'D-' || upper(lpad(to_hex(p.n), 6, '0'))`,
    state: `'SETTLED'`,
    slot: 'null',
    offer_id: `(1000000 + p.n)::text`,
    trade_id: `(1000000 + p.n)::text`,
    due_at: 'null',
    books_due: 'false',
    ...back('created_at', 'expires_at', 'changed_at'),
  },
  trade_order_items: { order_id: name('trd'), asset_id: `(1000000 + p.n)::text`, item_id: name('itm'), open: 'false' },
  trade_bets: { order_id: name('trd'), ...back('until_at', 'ended_at') },
  trade_moves: { trade_id: `(1000000 + p.n)::text`, order_id: name('trd') },
  trade_assets: { item_id: name('itm'), asset_id: `(1000000 + p.n)::text` },
  trade_freezes: { player_id: name('ply'), order_id: name('trd'), at: 't.at - p.n' },
  trade_sums: { player_id: name('ply') },
  steam_inventories: { player_id: name('ply') },
  steam_checks: { player_id: name('ply'), ...back('asked_at') },
  setting_changes: { id: `nextval('setting_changes_id_seq')`, version: '(1000 + p.n)::integer', at: 't.at - p.n' },
  adjustments: { id: name('adj'), asked_at: 't.asked_at - p.n' },
  crypto_players: { player_id: name('ply') },
  crypto_wallets: {
    id: name('cwa'),
    idx: '1000000 + p.n',
    address: `t.address || p.n`,
    ordered: 'true',
    look_at: `case when t.network = 'bitcoin' then t.made_at + 86400000000::bigint end`,
    ...back('made_at', 'warm_at'),
  },
  crypto_orders: {
    id: name('cor'),
    wallet_id: name('cwa'),
    status: `'COMPLETED'`,
    credited_cents: '1000',
    slot: 'null',
    ...back('created_at', 'lock_until', 'expires_at', 'changed_at'),
  },
  // One a minute.
  crypto_readings: { noted_at: 't.noted_at - 60000 * p.n', quoted_at: 't.quoted_at - 60000 * p.n' },
  crypto_payments: {
    txid: hash(),
    wallet_id: name('cwa'),
    transfer_id: name('trf'),
    height: 't.height - p.n',
    watched: 'false',
    due_at: 'null',
    ...back('seen_at', 'changed_at', 'credited_at'),
  },
  crypto_strays: { txid: hash(), wallet_id: name('cwa'), player_id: name('ply'), notified_at: 't.at' },
  crypto_addresses: { id: name('cad'), player_id: name('ply') },
  crypto_withdrawals: {
    id: name('cwd'),
    hold_transfer: `'h' || p.n`,
    end_transfer: `'e' || p.n`,
    txid: hash(),
    slot: 'null',
    ...back('created_at', 'changed_at', 'ended_at', 'quoted_at'),
  },
  crypto_reviews: { withdrawal_id: name('cwd') },
  // Of earlier days: a day has at most as many signatures as its limit allows.
  crypto_payouts: {
    withdrawal_id: name('cwd'),
    txid: hash(),
    signed_at: 't.signed_at - 86400000 - p.n',
    ...back('changed_at'),
  },
  ...SAFETY_COPIES,
};

/** Copies of independent rows, for tables that the rounds alone leave too small. */
const PADDING: Readonly<Record<string, Changes>> = {
  rounds: {
    id: name('rnd', `${WHOLE_ROUNDS} + p.n`),
    hash: hash(`(${WHOLE_ROUNDS} + p.n)`),
    number: `${WHOLE_ROUNDS} + p.n`,
    ...Object.fromEntries(
      ['opened_at', 'locked_at', 'due_at', 'ended_at'].map((at) => [at, `t.${at} - (${WHOLE_ROUNDS} + p.n) * 60000`]),
    ),
  },
  entries: NO_ROUND,
  round_secrets: NO_ROUND,
  settlements: NO_ROUND,
  scripted_rounds: NO_ROUND,
  stake_items: { ...NO_ROUND, fate: `'returned'` },
  player_results: { player_id: name('ply'), round_id: name('rnd'), at: 't.at - p.n' },
  ...Object.fromEntries(
    Object.entries(GAME_TABLES).flatMap(([table, { ofRound, more }]) =>
      ofRound || more ? [[table, { ...(ofRound && NO_ROUND), ...more }]] : [],
    ),
  ),
};

/**
 * Fills the world's database through a pool of one connection. Rounds played before have numbers above `ROWS`. Each step is a separate transaction: a
 * long one would delay the facts of every other database of this server.
 */
export async function fill(world: World, db: Pool, played: PlayedSample): Promise<void> {
  await say(db, 'set session_replication_role = replica');
  // A smaller sample than autovacuum's takes a third of the time.
  await say(db, 'set default_statistics_target = 30');
  await say(db, INDEXES_ASIDE);
  await say(db, CHECKS_ASIDE);
  await picks(db, played);
  for (const [table, key, changes] of OF_ROUNDS) {
    await copy(db, table, `plan_picks p on p.source = t.${key} order by p.n`, { ...changes, [key]: NEW_ROUND });
  }
  await say(db, 'drop table plan_picks');
  for (const [table, changes] of Object.entries(OTHERS)) await copy(db, table, one(table, rowsOf(table)), changes);
  for (const [table, changes] of Object.entries(PADDING)) {
    const short = ROWS - (await sizeOf(db, table));
    if (short > 0) await copy(db, table, one(table, short), changes);
  }
  await placeLeaves(db);
  // Makes the indexes valid again, too.
  for (const table of await tablesOf(db)) await say(db, `reindex table ${table}`);
  await say(db, CHECKS_BACK);
  await signHead(world, db);
  for (const table of await tablesOf(db)) await say(db, `vacuum (analyze) ${table}`);
  await say(db, 'reset all');
}

/** Rows of each table. */
export async function sizes(db: Pool): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const table of await tablesOf(db)) found.set(table, await sizeOf(db, table));
  return found;
}

async function tablesOf(db: Pool): Promise<string[]> {
  const tables = await db.many<{ name: string }>(sql`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  return tables.map((table) => table.name);
}

/** Maps each copied round to the played round it was copied from. */
async function picks(db: Pool, played: PlayedSample): Promise<void> {
  const all = Array.from({ length: WHOLE_ROUNDS }, (_, i) => ({
    n: i + 1,
    id: copyId(i + 1),
    source: copied(i + 1, played),
  }));
  await say(db, `create table plan_picks (n bigint, id text, source text)`);
  await db.run(sql`
    insert into plan_picks select * from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
      as p (n bigint, id text, source text)`);
}

/** Rows of the player with the longest history. */
const PLAYER = 'where t.player_id = (select player_id from crypto_orders order by id limit 1)';

/** Which row is copied, where it matters. */
const SOURCE: Readonly<Record<string, string>> = {
  players: 'where not t.is_fake',
  market_listings: `where t.item_type = '${slugOf(1_100)}'`,
  postings: `where t.account_id = 'world'`,
  player_days: PLAYER,
  ledger_history: PLAYER,
  item_moves: `where t.code = 'MINT' and t.to_id = (select player_id from crypto_orders order by id limit 1)`,
  rounds: `where t.phase = 'settled' and not t.scripted`,
};

/** A join that assigns each of `count` numbers a row of the table, in turn. */
function one(table: string, count: number): string {
  const which = GAME_TABLES[table]?.which;
  const chosen = which ? `where ${which}` : (SOURCE[table] ?? '');
  const numbers = `(select n::bigint as n from generate_series(1, ${count}) n) p`;
  return `${numbers} on true where t.ctid = (select t.ctid from ${table} t ${chosen} limit 1)`;
}

/** Inserts copies: all insertable columns of the table, changed according to `changes`. */
async function copy(db: Pool, table: string, join: string, changes: Changes): Promise<void> {
  const columns = await db.many<{ name: string }>(sql`
    select column_name::text as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_identity = 'NO' order by ordinal_position`);
  const names = columns.map((column) => column.name);
  const values = names.map((column) => changes[column] ?? `t.${column}`);
  await say(db, `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} t join ${join}`);
}

const FILLED = `relnamespace = 'public'::regnamespace and relkind = 'r'`;
/** Rows are inserted without indexes, which are then built over all of them: a third of the time. */
const INDEXES_ASIDE = `
  update pg_index set indisready = false, indisvalid = false
  where indrelid in (select oid from pg_class where ${FILLED})`;
const CHECKS_ASIDE = `
  update pg_class set relchecks = 0 where ${FILLED}`;
const CHECKS_BACK = `
  update pg_class c set relchecks = (select count(*) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c')
  where ${FILLED}`;
