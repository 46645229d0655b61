/**
 * The history of a grown site: rounds that were really played, copied by SQL until there are as many as asked for, with what belongs to them and what
 * else grows with play. A copy has its own keys, ends a second before the one before it, and belongs to other players. Used by growth.ts.
 *
 * Rows are copied from tables that hold the played rounds only, in chunks, without triggers and references; indexes are built at the end.
 */
import { rootFrom } from '../../../server/src/transparency/edge.ts';
import { openSigner } from '../../../server/src/transparency/signer.ts';
import type { Deps } from '../../../server/src/platform/process/deps.ts';
import { openPool } from '../../../server/src/platform/database/db.ts';
import { sql, type Db } from '../../../server/src/platform/database/sql.ts';
import { say } from '../figures.ts';

/** SQL expressions by column: `t` is the played row, `n` the number of the copy. Other columns are copied unchanged. */
type Changes = Readonly<Record<string, string>>;

interface Site {
  readonly url: string;
  readonly deps: Deps;
  /** Has a share of all rounds, and the longest history. */
  readonly playerId: string;
}

const CHUNK = 100_000;
const MIN_PLAYERS = 1_000;
const ROUNDS_PER_PLAYER = 20;
/** Movements of the player with the longest history: a thousand pages, at any size of the site. */
const LONG_HISTORY = 60_000;
/** A round a second: what lives an hour, and what lives two days. */
const FACTS_OF_AN_HOUR = 20_000;
const RECEIPTS_OF_TWO_DAYS = 350_000;
const LEVELS_PER_TILE = 256;
const COPIED_XID = `'10'::xid8`;

/** Copied rounds are older than played ones. */
export const roundAt = (n: number): string => `rnd_0${String(n).padStart(25, '0')}`;

const id = (prefix: string, n = 'n') => `'${prefix}_${prefix === 'rnd' ? 0 : 7}' || lpad((${n})::text, 25, '0')`;
const hash = `md5('a' || n) || md5('b' || n)`;
/** A secret names its round. */
const secret = `replace(t.secret, t.round_id, ${id('rnd')})`;
const back = (...columns: readonly string[]): Changes =>
  Object.fromEntries(columns.map((column) => [column, `t.${column} - n * 1000`]));
/** One in fifty belongs to who played it; the others are spread over all players. */
const playerOf = (column: string, players: number, seat = '0'): Changes => ({
  [column]: `case when n % 50 = 0 then t.${column} else ${id('ply', `1 + (n * 13 + ${seat}) % ${players}`)} end`,
});

/** Tables of a round, by the column that names it. */
const ofRounds = (players: number): readonly (readonly [table: string, key: string, changes: Changes])[] => [
  ['rounds', 'id', { hash, number: '1000000 + n', ...back('opened_at', 'locked_at', 'due_at', 'ended_at') }],
  ['round_secrets', 'round_id', { secret }],
  ['entries', 'round_id', { ...playerOf('player_id', players, 't.played_seat'), ...back('at') }],
  ['stake_items', 'round_id', { item_id: `t.item_id || '_' || n` }],
  ['settlements', 'round_id', { secret, ...back('at') }],
  ['player_results', 'round_id', { ...playerOf('player_id', players, 't.played_seat'), ...back('at') }],
  ['jackpot_rounds', 'round_id', back('countdown_at', 'deadline_at')],
  [
    'battles',
    'round_id',
    {
      ...playerOf('creator_id', players),
      ...back('opened_at', 'replay_starts_at', 'replay_ends_at', 'paid_at', 'closed_at'),
    },
  ],
  [
    'battle_seats',
    'round_id',
    { id: `t.id || '_' || n`, ...playerOf('player_id', players, 't.played_seat'), ...back('at') },
  ],
  ['battle_cases', 'round_id', {}],
  ['escrows', 'round_id', { ended_by: `t.ended_by || '_' || n`, ...back('opened_at') }],
  [
    'item_moves',
    'ref',
    {
      item_id: `t.item_id || '_' || n`,
      from_id: `case when t.from_id = t.ref then ${id('rnd')} else t.from_id end`,
      to_id: `case when t.to_id = t.ref then ${id('rnd')} else t.to_id end`,
      ...back('at'),
    },
  ],
  ['log_leaves', 'round_id', { xid: COPIED_XID, body: `replace(t.body, t.round_id, ${id('rnd')})`, ...back('at') }],
];

/** Everything else that grows with play: rows for `rounds` rounds. */
const others = (rounds: number, players: number): Readonly<Record<string, readonly [rows: number, Changes]>> => ({
  players: [
    players,
    {
      id: id('ply'),
      steamid: `'7656119' || lpad((5000000000 + n)::text, 10, '0')`,
      pseudonym: `md5('p' || n)`,
      name: `'player ' || n`,
      is_fake: 'false',
      status: `'USER'`,
    },
  ],
  sessions: [players, { id: hash, player_id: id('ply') }],
  player_game_stats: [players, { player_id: id('ply') }],
  player_days: [players * 10, { ...playerOf('player_id', players), day: '(t.day - n)::integer' }],
  ledger_accounts: [players, { id: `'cash:' || ${id('ply')}`, kind: `'player_cash'`, owner_id: id('ply') }],
  items: [rounds / 5, { id: id('itm') }],
  item_positions: [
    rounds / 5,
    {
      item_id: id('itm'),
      holder_kind: `'player'`,
      holder_id: id('ply', `1 + n % ${players}`),
      state: `'available'`,
    },
  ],
  transfers: [rounds / 2, { id: id('trf'), key: `'copy:' || n`, ...back('at') }],
  postings: [rounds / 2, { transfer_id: id('trf') }],
  ledger_history: [
    rounds / 2 + LONG_HISTORY,
    {
      player_id: `case when n <= ${LONG_HISTORY} then t.player_id else ${id('ply', `1 + n % ${players}`)} end`,
      transfer_id: id('trf'),
      kind: `'MARKET'`,
      ...back('at'),
    },
  ],
  market_sales: [rounds / 20, { order_id: id('trf'), item_id: id('itm'), ...playerOf('player_id', players) }],
  notifications: [rounds / 5, { ...playerOf('player_id', players), at: 't.at - n * 5000', read_at: 'null' }],
  chat_messages: [rounds / 10, { id: id('cht', '100000000 - n'), created_at: 't.created_at - n * 10000' }],
  staff_acts: [rounds / 100, { at: 't.at - n * 100000' }],
  receipts: [Math.min(2 * rounds, RECEIPTS_OF_TWO_DAYS), { key: `'copy' || n`, at: 't.at - n * 400' }],
  facts: [Math.min(4 * rounds, FACTS_OF_AN_HOUR), { xid: COPIED_XID, at: 't.at - n * 150' }],
});

/** `from` copied rounds exist; afterwards there are `to`. */
export async function grow({ url, deps, playerId }: Site, from: number, to: number): Promise<void> {
  const db = openPool({ url, maxConnections: 1, statementTimeoutMs: 0 });
  try {
    await run(db, 'set session_replication_role = replica');
    await run(db, 'set synchronous_commit = off');
    await run(db, `set maintenance_work_mem = '512MB'`);
    if (from === 0) await keepPlayed(db, playerId);
    await run(db, INDEXES_ASIDE);
    await run(db, CHECKS_ASIDE);
    const players = playersAt(to);
    const { played } = await db.one<{ played: number }>(sql`select count(*) as played from played_ids`);
    for (const [table, key, changes] of ofRounds(players)) {
      const join = `join played_ids p on p.i = n % ${played} join played_${table} t on t.${key} = p.id`;
      await copy(db, table, { ...changes, [key]: id('rnd') }, join, from, to);
    }
    const before = others(from, from === 0 ? 0 : playersAt(from));
    for (const [table, [rows, changes]] of Object.entries(others(to, players))) {
      const existing = from === 0 ? 0 : (before[table]?.[0] ?? 0);
      await copy(db, table, changes, `cross join played_${table} t`, existing, rows);
    }
    // Makes the indexes valid again, too.
    for (const table of await tablesOf(db)) await run(db, `reindex table ${table}`);
    await run(db, CHECKS_BACK);
    await growLog(db, deps, from, to);
    for (const table of await tablesOf(db)) await run(db, `vacuum (analyze) ${table}`);
    await run(db, 'checkpoint');
  } finally {
    await db.close();
  }
}

const playersAt = (rounds: number) => Math.max(MIN_PLAYERS, Math.floor(rounds / ROUNDS_PER_PLAYER));

async function run(db: Db, text: string): Promise<void> {
  await db.run({ text, values: [] });
}

async function tablesOf(db: Db): Promise<string[]> {
  const rows = await db.many<{ name: string }>(sql`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'played%'`);
  return rows.map(({ name }) => name);
}

/**
 * Keeps what was really played in tables of its own: joins over a growing table would take longer with each chunk. `played_seat` counts the rows of a
 * round, so that a copied round has different players too.
 */
async function keepPlayed(db: Db, playerId: string): Promise<void> {
  await run(
    db,
    `create table played_ids as
     select row_number() over (order by number) - 1 as i, id from rounds where phase = 'settled' and not scripted`,
  );
  for (const [table, key] of ofRounds(1)) {
    await run(
      db,
      `create table played_${table} as
       select t.*, row_number() over (partition by t.${key}) as played_seat
       from ${table} t join played_ids p on p.id = t.${key}`,
    );
  }
  for (const table of Object.keys(others(1, 1))) {
    const ofPlayer = await db.maybe(sql`
      select 1 from information_schema.columns where table_name = ${table} and column_name = 'player_id'`);
    const order = ofPlayer === undefined ? '' : `order by player_id is distinct from '${playerId}'`;
    await run(db, `create table played_${table} as select * from ${table} ${order} limit 1`);
    const { n } = await db.one<{ n: number }>({ text: `select count(*) as n from played_${table}`, values: [] });
    if (n === 0) throw new Error(`nothing was played that left a row in ${table}`);
  }
}

/** Inserts the copies numbered `from` + 1 to `to`, in chunks. */
async function copy(db: Db, table: string, changes: Changes, join: string, from: number, to: number): Promise<void> {
  const columns = await db.many<{ name: string }>(sql`
    select column_name::text as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_identity = 'NO' order by ordinal_position`);
  const names = columns.map(({ name }) => name).filter((name) => table !== 'log_leaves' || name !== 'id');
  const values = names.map((name) => changes[name] ?? `t.${name}`);
  for (let begin = Math.floor(from) + 1; begin <= to; begin += CHUNK) {
    const end = Math.min(Math.floor(to), begin + CHUNK - 1);
    await run(
      db,
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
       from generate_series(${begin}::bigint, ${end}::bigint) n ${join}`,
    );
  }
}

/** Places the copied leaves in the log. Hashes of tiles are made up; the head is signed over them. */
async function growLog(db: Db, deps: Deps, from: number, to: number): Promise<void> {
  await run(
    db,
    `insert into log_entries (index, leaf_id, kind, round_id, game, number)
     select s.size + row_number() over (order by l.id) - 1, l.id, l.kind, l.round_id,
       case when l.kind = 'open' then r.game end, case when l.kind = 'open' then r.number end
     from log_state s cross join log_leaves l join rounds r on r.id = l.round_id
     where l.round_id > '${roundAt(from)}' and l.round_id <= '${roundAt(to)}'`,
  );
  await run(db, 'update log_state set size = (select count(*) from log_entries)');
  await run(db, 'delete from log_tiles');
  const { size } = await db.one<{ size: number }>(sql`select size from log_state`);
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / LEVELS_PER_TILE)) {
    await run(
      db,
      `insert into log_tiles (level, index, hashes)
       select ${level}, i, decode(repeat(md5('${level}' || i) || md5('x' || i),
         least(${LEVELS_PER_TILE}, ${count} - ${LEVELS_PER_TILE} * i)::integer), 'hex')
       from generate_series(0, ${Math.ceil(count / LEVELS_PER_TILE) - 1}::bigint) i`,
    );
  }
  // A head a second.
  await run(
    db,
    `insert into log_heads (size, root, at, note, published_at)
     select s, decode(repeat('00', 32), 'hex'), s, repeat('a note ', 40), s
     from generate_series(${3 * from + 1}, ${Math.min(3 * to, size - 1)}, 3) s on conflict do nothing`,
  );
  const head = { size, root: Buffer.from(await rootFrom(db, size)), at: deps.clock.now() };
  const note = (await openSigner(deps)).sign(head);
  await db.run(sql`
    insert into log_heads (size, root, at, note, published_at)
    values (${size}, ${head.root}, ${head.at}, ${note}, ${head.at})`);
  say(`  the log has ${size} leaves`);
}

/** Bytes of each table with its rows and its indexes, the largest first. */
export interface TableSize {
  readonly table: string;
  readonly rows: number;
  readonly tableBytes: number;
  readonly indexBytes: number;
}

export function tableSizes(db: Db): Promise<TableSize[]> {
  return db.many<TableSize>(sql`
    select relname::text as table, greatest(reltuples, 0)::bigint as rows,
      pg_table_size(oid)::bigint as "tableBytes", pg_indexes_size(oid)::bigint as "indexBytes"
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'played%'
    order by pg_total_relation_size(oid) desc`);
}

export interface IndexSize {
  readonly index: string;
  readonly bytes: number;
}

export function indexSizes(db: Db): Promise<IndexSize[]> {
  return db.many<IndexSize>(sql`
    select indexrelid::regclass::text as index, pg_relation_size(indexrelid)::bigint as bytes
    from pg_index where indrelid in (select oid from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'played%')
    order by 2 desc`);
}

const OWN = `(select oid from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'played%')`;
const INDEXES_ASIDE = `update pg_index set indisready = false, indisvalid = false where indrelid in ${OWN}`;
const CHECKS_ASIDE = `update pg_class set relchecks = 0 where oid in ${OWN}`;
const CHECKS_BACK = `
  update pg_class c set relchecks = (select count(*) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c')
  where c.oid in ${OWN}`;
