/**
 * The build that came before on this database, if it can go on working: nodes are replaced one by one, and one step back is possible. A migration that
 * leaves everything of the version before usable records that version's mark (`markOf`); a node with that mark accepts the database.
 *
 * Usable means: each new migration only adds (migration-rule.ts), and each function keeps its arguments and its result.
 */
import type { Client } from 'pg';
import { MARK } from './mark.ts';
import type { Migration } from './sql-files.ts';
import { breaksVersionBefore } from './migration-rule.ts';

const META_KEY = 'version_before';

/** SQL for the mark of the version before, null if it cannot work on this database. */
export const MARK_BEFORE = `(select nullif(value, '') from meta where key = '${META_KEY}')`;

/** Trigger functions are left out: only triggers call them. */
const SIGNATURES = `
  select p.proname::text as name, string_agg(concat_ws(' -> ',
    pg_get_function_arguments(p.oid), pg_get_function_result(p.oid)), ';' order by p.oid) as signature
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p') and p.prorettype <> 'trigger'::regtype
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  group by p.proname`;

interface Signature {
  readonly name: string;
  readonly signature: string;
}

/** A database before a migration. */
export interface StateBefore {
  /** Null: an empty database. */
  readonly mark: string | null;
  readonly signatures: readonly Signature[];
}

export async function stateBefore(client: Client): Promise<StateBefore> {
  const mark = await markOfDatabase(client);
  return { mark, signatures: (await client.query<Signature>(SIGNATURES)).rows };
}

/** Rows of a query without parameters, by the client of a migration or the pool of a node. */
type Read = <Row extends object>(text: string) => Promise<readonly Row[]>;

export const readBy =
  (client: Client): Read =>
  async <Row extends object>(text: string) =>
    (await client.query<Row>(text)).rows;

/** Whether the database was migrated by the version after the one with this mark, and that version left it usable. */
export async function isOneStepAhead(read: Read, mark: string): Promise<boolean> {
  if (!(await hasMeta(read))) return false;
  const [row] = await read<{ before: string | null }>(`select ${MARK_BEFORE} as before`);
  return row?.before === mark;
}

/** Records the version before after a migration that changed something. Returns what it would miss; empty: it can go on. */
export async function recordVersionBefore(
  client: Client,
  before: StateBefore,
  applied: readonly Migration[],
): Promise<readonly string[]> {
  if (before.mark === null || before.mark === (await markOfDatabase(client)) || !(await hasMeta(readBy(client))))
    return [];
  const { rows } = await client.query<Signature>(SIGNATURES);
  const now = new Map(rows.map(({ name, signature }) => [name, signature]));
  const missed = [
    ...applied.flatMap(({ number, text }) => breaksVersionBefore(text).map((why) => `migration ${number} ${why}`)),
    ...before.signatures
      .filter(({ name, signature }) => now.get(name) !== signature)
      .map(({ name }) => `function ${name} is gone or has another signature`),
  ];
  await client.query(
    `insert into meta (key, value) values ('${META_KEY}', $1) on conflict (key) do update set value = excluded.value`,
    [missed.length === 0 ? before.mark : ''],
  );
  return missed;
}

async function markOfDatabase(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(`select ${MARK} as mark`);
  return rows[0]?.mark ?? null;
}

/** Tests migrate databases that have no such table. */
async function hasMeta(read: Read): Promise<boolean> {
  const [row] = await read<{ has: boolean }>(`select to_regclass('public.meta') is not null as has`);
  return row?.has === true;
}
