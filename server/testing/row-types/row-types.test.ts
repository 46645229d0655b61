/** The row types in server/src match the database: each property exists, has that type, and is nullable where the type says so. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld } from '../world.ts';
import type { World } from '../world.ts';
import { describeStatement } from './describe-statement.ts';
import type { Field } from './describe-statement.ts';
import { statements } from './statements.ts';
import type { Property, Statement } from './statements.ts';

/** TypeScript types of PostgreSQL's types, as parsed by the pool (platform/database/db.ts). Types that are not here may be anything. */
const KINDS: Readonly<Record<number, Property['kind']>> = {
  16: 'boolean',
  17: 'buffer',
  ...Object.fromEntries([20, 21, 23, 700, 701, 1700].map((oid) => [oid, 'number'])),
  ...Object.fromEntries([18, 19, 25, 1042, 1043, 5069].map((oid) => [oid, 'string'])),
  ...Object.fromEntries([1000, 1001, 1005, 1007, 1009, 1015, 1016, 1231].map((oid) => [oid, 'array'])),
};

/** Nullable columns that a file's statements read as never null, with the reason why. */
const NEVER_NULL: Readonly<Record<string, string>> = {
  'accounts/closing-store.ts players.closes_at': 'the statement compares it',
  'accounts/closing-store.ts players.erased_at': 'the statement compares it',
  'accounts/invariants.ts players.look': 'the statement asks for those that are not',
  'games/kit/settlement/stuck.ts rounds.locked_at': 'a round that is stuck is locked',
  'games/kit/settlement/sweeps.ts rounds.drand_round': 'the statement asks for locks of a chain',
  'games/kit/settlement/sweeps.ts rounds.ended_at': 'a round that was voided has ended',
  'games/casebattle/store.ts battles.replay_ends_at': 'the statement compares it',
  'games/casebattle/store.ts battles.pay_retry_at': 'the statement sets it',
  'ledger/liabilities.ts ledger_accounts.owner_id': 'the statement compares it',
  'solvency/store.ts solvency_statements.at': 'the statement asks for those that are published',
  'solvency/store.ts solvency_statements.body': 'a published one has it',
  'solvency/store.ts solvency_statements.leaf_id': 'a published one has it',
  'solvency/store.ts solvency_statements.depth': 'a published one has it',
  'transparency/store.ts log_heads.note': 'the statement asks for those that are signed, or published, which are',
  'transparency/witnesses/witness-store.ts log_heads.note': 'a head is cosigned when it was published, and so signed',
};

/** Tables that hot statements read: at least one statement over each must be checked. */
const HOT = [
  ...['rounds', 'entries', 'stake_items', 'item_positions', 'item_types', 'facts', 'sessions', 'players'],
  ...[
    'ledger_accounts',
    'beacon_outputs',
    'settlements',
    'battles',
    'battle_seats',
    'chat_messages',
    'log_leaves',
    'log_heads',
  ],
];

let world: World;
let client: Client;
let nullable: ReadonlyMap<string, { readonly column: string; readonly table: string; readonly nullable: boolean }>;
beforeAll(async () => {
  world = await makeWorld();
  client = new Client({ connectionString: world.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ key: string; column: string; table: string; nullable: boolean }>(`
    select attrelid || '.' || attnum as key, relname || '.' || attname as column, relname as table,
      not attnotnull as nullable
    from pg_attribute join pg_class c on c.oid = attrelid where c.relnamespace = 'public'::regnamespace`);
  nullable = new Map(rows.map((row) => [row.key, row]));
});
afterAll(async () => {
  await client.end();
  await world.close();
});

/** The problem of a property, or null. */
function wrong(
  property: Property,
  field: Field | undefined,
  { file, text }: Statement & { text: string },
): string | null {
  if (!field) return `${property.name} is not among its columns`;
  const kind = KINDS[field.dataTypeID];
  if (kind !== undefined && property.kind !== 'any' && kind !== property.kind) {
    return `${property.name} is stated as ${property.kind}, and is ${kind}`;
  }
  const column = nullable.get(`${field.tableID}.${field.columnID}`);
  if (!column || property.nullable) return null;
  const joined =
    text.match(new RegExp(`(?:left )?join (?:lateral )?${column.table}\\b|from ${column.table}\\b`, 'g')) ?? [];
  const mayLack = joined.length > 0 && joined.every((each) => each.startsWith('left '));
  if (!column.nullable && !mayLack) return null;
  return NEVER_NULL[`${file} ${column.column}`] === undefined
    ? `${property.name} may be null (${column.column})`
    : null;
}

async function problems(statement: Statement): Promise<string[]> {
  const { file, line, text, row } = statement;
  if (text === null) return [];
  const where = `${file}:${line}`;
  try {
    const fields = await describeStatement(client, text);
    return row.flatMap((property) => {
      const what = wrong(
        property,
        fields.find(({ name }) => name === property.name),
        { ...statement, text },
      );
      return what === null ? [] : [`${where}: ${what}`];
    });
  } catch (error) {
    return [`${where}: ${String(error)}`];
  }
}

async function all(given: readonly Statement[]): Promise<string[]> {
  const found: string[] = [];
  for (const statement of given) found.push(...(await problems(statement)));
  return found;
}

const read = statements();

test('every row type matches its statement’s result', async () => {
  expect(await all(read)).toEqual([]);
});

test('nearly all statements are found, including those of the hot paths', () => {
  const texts = read.flatMap(({ text }) => (text === null ? [] : [text]));
  expect(texts.length).toBeGreaterThan(100);
  // Statements whose text comes from a caller (the check of invariants), is assembled from a filter, or is shared with
  // the migration as text.
  const unread = read.filter(({ text }) => text === null);
  expect(unread.map(({ file }) => file).sort()).toEqual([
    'games/kit/script.ts',
    'market/store.ts',
    'market/store.ts',
    'platform/http/health.ts',
    'platform/live/nodes.ts',
    'platform/live/nodes.ts',
    'platform/runner/due-sweeps.ts',
    'platform/runner/feature.ts',
    'profile/export.ts',
  ]);
  expect(HOT.filter((table) => !texts.some((text) => new RegExp(`\\b${table}\\b`).test(text)))).toEqual([]);
});

test('a renamed column, another type and an unexpected null are detected', async () => {
  const string = (name: string): Property => ({ name, kind: 'string', nullable: false });
  const planted = (text: string, row: readonly Property[]) =>
    problems({ file: 'chat/x.ts', line: 1, text, row }).then((found) => found.join());
  expect(await planted('select id, body from log_leaves', [{ ...string('id'), kind: 'number' }, string('body')])).toBe(
    '',
  );
  expect(await planted('select renamed from log_leaves', [string('renamed')])).toContain('"renamed" does not exist');
  expect(await planted('select id from log_leaves', [string('leafId')])).toContain('leafId is not among its columns');
  expect(await planted('select id from log_leaves', [string('id')])).toContain('stated as string, and is number');
  // A transaction's id goes beyond 2^53 and must not be a number.
  expect(await planted('select xid from log_leaves', [{ ...string('xid'), kind: 'number' }])).toContain(
    'and is string',
  );
  expect(await planted('select round_id as id from log_leaves', [string('id')])).toContain('id may be null');
  const joined = 'select s.secret from rounds r left join settlements s on s.round_id = r.id';
  expect(await planted(joined, [string('secret')])).toContain('secret may be null');
  expect(await planted(joined.replace('left ', ''), [string('secret')])).toBe('');
});
