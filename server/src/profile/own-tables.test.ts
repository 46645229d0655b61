/** The list of player data is complete: it has every table of the database, and every column with a player's id. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLES } from '../../testing/games/samples.fixture.ts';
import { sql } from '../platform/database/sql.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { EXPORT_ROWS, PARTS, exportPage, startExportOf } from './export.ts';
import { OWN_TABLES } from './own-tables.ts';

/** Tables without data of any player. */
const NO_PLAYERS: readonly string[] = [
  ...['meta', 'settings', 'games', 'schema_migrations', 'schema_functions', 'write_probes', 'openid_nonces'],
  ...[
    'escrows',
    'ledger_pending',
    'item_types',
    'rounds',
    'round_secrets',
    'round_counters',
    'round_numbers',
    'stuck_rounds',
    'restored_rounds',
  ],
  ...['beacon_outputs', 'window_keys'],
  ...['log_leaves', 'log_entries', 'log_tiles', 'log_heads', 'log_state', 'log_cosignatures', 'log_witnesses'],
  ...[
    'log_reports',
    'log_report_claim',
    'market_prices',
    'market_quotes',
    'market_feeds',
    'market_steam',
    'market_price_days',
  ],
  ...[
    'market_listings',
    'market_stockings',
    'trade_bots',
    'trade_stock',
    'trade_stock_checks',
    'trade_holdings',
    'trade_hours',
  ],
  ...[
    'crypto_networks',
    'crypto_blocks',
    'crypto_held',
    'crypto_audits',
    'crypto_rates',
    'crypto_rate_turns',
    'crypto_readings',
  ],
  ...['crypto_ways_out', 'withdrawal_times', 'adjustment_days', 'day_totals', 'result_totals', 'client_builds'],
  ...['solvency_statements', 'solvency_tiles'],
  'solvency_reserves',
  ...SAMPLES.flatMap(({ tables = {} }) => Object.entries(tables)).flatMap(([table, { noPlayers }]) =>
    noPlayers ? [table] : [],
  ),
  // A hash under a key that is stored elsewhere, not an id.
  'barred_people',
  'breaker_hours',
  'collusion_cursor',
];

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isKeyOfPlayers: boolean;
}

const columns = () =>
  world.db.many<Column>(sql`
    select c.table_name::text as "table", c.column_name::text as "column", c.data_type::text as type,
      exists (
        select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
        where k.contype = 'f' and k.conrelid = format('public.%I', c.table_name)::regclass
          and k.confrelid in ('players'::regclass, 'crypto_players'::regclass) and a.attname = c.column_name
      ) as "isKeyOfPlayers"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by c.table_name, c.ordinal_position`);

/** Columns of these names hold ids of players, wherever they are, unless listed here as exceptions. */
const NAMES_SOMEBODY =
  /^(player|owner|holder|author|shown|actor|target|staff|creator|winner|from|to)_id$|_by$|^players?$/;
const NOT_PLAYER_IDS: Readonly<Record<string, string>> = {
  'escrows.ended_by': 'a transfer',
};

/** What is missing in the list, with instructions. */
function missing(all: readonly Column[]): string[] {
  const listed = new Map(OWN_TABLES.map((each) => [each.table, each]));
  const tables = [...new Set(all.map(({ table }) => table))];
  const unlisted = tables
    .filter((table) => !listed.has(table) && !NO_PLAYERS.includes(table))
    .map(
      (table) =>
        `${table}: say in server/src/profile/own/ what an export shows of it and what erasure does, ` +
        'or in this test that it holds no player',
    );
  const uncovered = all
    .filter(
      ({ table, column, isKeyOfPlayers }) =>
        isKeyOfPlayers || (NAMES_SOMEBODY.test(column) && !NOT_PLAYER_IDS[`${table}.${column}`]),
    )
    .filter(({ table, column }) =>
      listed.has(table) || NO_PLAYERS.includes(table) ? !listed.get(table)?.players.includes(column) : false,
    )
    .map(
      ({ table, column }) =>
        `${table}.${column} holds ids of players: its line in server/src/profile/own/ does not name it`,
    );
  return [...unlisted, ...uncovered];
}

describe('the list', () => {
  test('has every table once, and every column with a player’s id', async () => {
    expect(missing(await columns())).toEqual([]);
    const named = [...OWN_TABLES.map(({ table }) => table), ...NO_PLAYERS];
    expect(named.length).toBe(new Set(named).size);
  });

  test('names only what exists', async () => {
    const all = await columns();
    const of = (table: string) => all.filter((each) => each.table === table).map(({ column }) => column);
    expect([...OWN_TABLES.map(({ table }) => table), ...NO_PLAYERS].filter((table) => of(table).length === 0)).toEqual(
      [],
    );
    const unknown = OWN_TABLES.flatMap(({ table, players, shown, erased }) => {
      const parts = typeof shown === 'string' ? [] : shown;
      const said = [...players, ...parts.flatMap(({ without = [], exact = [] }) => [...without, ...exact])];
      const by = erased.what === 'kept' ? [] : [erased.by];
      return [...said, ...by].filter((column) => !of(table).includes(column)).map((column) => `${table}.${column}`);
    });
    expect(unknown).toEqual([]);
  });

  test('shows no bytes, and no number beyond 2^53 as a number', async () => {
    const all = await columns();
    const hidden = PARTS.flatMap(({ table, rows: { without = [], exact = [] } }) =>
      all
        .filter(
          (each) => each.table === table && ['bytea', 'numeric'].includes(each.type) && !without.includes(each.column),
        )
        .filter(({ type, column }) => type === 'bytea' || !exact.includes(column))
        .map(({ column }) => `${table}.${column}`),
    );
    expect(hidden).toEqual([]);
  });

  test('detects a missing table, key or name', () => {
    const column = { table: 'sessions', column: 'id', type: 'text', isKeyOfPlayers: false };
    expect(missing([column])).toEqual([]);
    expect(missing([{ ...column, table: 'tickets' }]).join()).toMatch(/^tickets: say in server/);
    expect(missing([{ ...column, column: 'friend', isKeyOfPlayers: true }]).join()).toMatch(
      /^sessions\.friend holds ids/,
    );
    expect(missing([{ ...column, table: 'rounds', column: 'winner_id' }]).join()).toMatch(
      /^rounds\.winner_id holds ids/,
    );
  });
});

test('each part can be read from its beginning and from a cursor', async () => {
  const { id } = world.actor();
  await world.db.run(sql`
    insert into players (id, steamid, name, avatar, pseudonym, created_at)
    values (${id}, '76561190000000001', 'somebody', '', ${'ab'.repeat(16)}, 0)`);
  const { exportId } = await world.db.transaction((tx) => startExportOf(world.deps, tx, id, world.clock.now()));
  const now = world.clock.now();
  for (const [part, { table, rows }] of PARTS.entries()) {
    const page = await exportPage(world.deps.db, id, { exportId, part }, now);
    expect(page.rows.length, table).toBeLessThan(EXPORT_ROWS);
    const after = JSON.stringify(rows.key.map(() => '0'));
    await exportPage(world.deps.db, id, { exportId, part, after }, now);
  }
});
