/**
 * The databases of worlds. A world returns its database, which is emptied and reused by the next world of this process with open connections: copying
 * and dropping a database, and loading and planning everything again in each connection, takes longer than most tests.
 *
 * Invariants: a world starts with the template's rows and sequences; a database is dropped if its schema or settings differ from the template, its
 * URL was handed out, or something is still running in it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { DatabaseUnavailable, openPool, type ClosablePool } from '../src/platform/database/db.ts';
import { roleUrls, type RoleUrls } from '../src/platform/database/roles.ts';
import { invariant } from '../src/platform/runner/refused.ts';
import { admin, databaseUrl } from './global-setup.ts';

/** A database as a world left it. */
export interface KeptWorld {
  readonly database: string;
  readonly drop: () => Promise<void>;
}

export type DatabaseRole = keyof RoleUrls | 'owner';

/** Deleted rows leave dead space: after this many worlds a new copy is cheaper. */
const MAX_WORLDS = 60;
/** Per database: connections that a race opened beyond that are closed when its world ends. The server of all workers takes 150. */
const MAX_CONNECTIONS = 16;
/** Databases kept for reuse: a test rarely has more than two at once. */
const MAX_WAITING = 2;

const waiting: TestDatabase[] = [];

/** An empty one, or (`from`) a copy of a kept world. `fresh`: never used before, for measurements. */
export async function lendDatabase(from?: KeptWorld, fresh = false): Promise<TestDatabase> {
  for (let next = from || fresh ? undefined : waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (await next.cleaned()) return next;
    await next.drop();
  }
  const server = inject('testServer');
  invariant(server, 'no test server: run the tests with `npx vitest run --root server`');
  const name = `${server.prefix}_${randomBytes(6).toString('hex')}`;
  const source = from ? server.fromTemplate.replace(/^template \S+/, `template ${from.database}`) : server.fromTemplate;
  await admin(server.adminUrl, [`create database ${name} ${source}`]);
  const made = new TestDatabase(name, server.adminUrl, from === undefined && !fresh);
  if (from === undefined && !fresh) await made.look();
  return made;
}

/** The content of the template; the same for every copy, so it is read once. */
let template: Template | null = null;

export class TestDatabase {
  readonly name: string;
  readonly #adminUrl: string;
  readonly #url: string;
  #shared: boolean;
  #worlds = 1;
  /** The newest transaction when the content equalled the template. */
  #since = '';
  #pools: { readonly role: DatabaseRole; readonly most: number; readonly pool: ClosablePool; lent: LentPool | null }[] =
    [];
  #cleaner: Client | null = null;

  constructor(name: string, adminUrl: string, reusable: boolean) {
    this.name = name;
    this.#adminUrl = adminUrl;
    this.#url = databaseUrl(adminUrl, name);
    this.#shared = !reusable;
  }

  /** For outside connections, whose changes cannot be tracked. */
  get url(): string {
    this.#shared = true;
    return this.#url;
  }

  /** Connections of this role; `close` returns them. */
  pool(role: DatabaseRole, most: number): ClosablePool {
    const url = role === 'owner' ? this.#url : roleUrls(this.#url)[role];
    let found = this.#pools.find((each) => each.lent === null && each.role === role && each.most === most);
    if (found === undefined) {
      found = { role, most, pool: openPool({ url, maxConnections: most }), lent: null };
      this.#pools.push(found);
    }
    const kept = found;
    return (kept.lent = new LentPool(kept.pool, () => (kept.lent = null)));
  }

  /** When the database is no longer used: kept for the next world, or dropped. */
  async giveBack(): Promise<void> {
    await this.#closeLent();
    if (this.#shared || this.#worlds >= MAX_WORLDS || waiting.length >= MAX_WAITING) await this.drop();
    else waiting.push(this);
  }

  /** Closes the connections and keeps the database. */
  async keep(): Promise<KeptWorld> {
    await this.#disconnect();
    return { database: this.name, drop: () => this.#remove() };
  }

  async drop(): Promise<void> {
    await this.#disconnect();
    await this.#remove();
  }

  /** Right after creation: records its state, so that it can be reset. */
  async look(): Promise<void> {
    this.#cleaner = await connectCleaner(this.#url);
    this.#cleaner.on('error', () => undefined); // a test may end the connection; the next query reports it
    template ??= await readTemplate(this.#cleaner);
    this.#since = await transactionOf(this.#cleaner);
  }

  /** Resets it to the template's state. False if that is impossible, something is still running in it, or a test terminated its connections. */
  async cleaned(): Promise<boolean> {
    invariant(template && this.#cleaner, 'what it was like is known');
    this.#worlds += 1;
    // No answer: a test terminated the connections.
    const [looked] = await rowsOf<Looked>(this.#cleaner, looking(template.filled), [this.#since]).catch(() => []);
    if (looked === undefined) return false;
    const differing = tablesOf(template.filled).filter(
      (name) => looked.younger.includes(name) || looked.counts[name] !== template?.counts[name],
    );
    if (looked.busy > 0 || looked.settings > 0 || differing.some((name) => CATALOGUE.includes(name))) return false;
    if (looked.connections > MAX_CONNECTIONS) await this.#closeOwn();
    await rowsOf(this.#cleaner, template.empty);
    for (const table of template.filled) if (differing.includes(table.name)) await refill(this.#cleaner, table);
    this.#since = await transactionOf(this.#cleaner);
    return true;
  }

  #remove(): Promise<void> {
    return admin(this.#adminUrl, [`drop database ${this.name} with (force)`]);
  }

  async #disconnect(): Promise<void> {
    await this.#closeLent();
    await this.#closeOwn();
    await this.#cleaner?.end();
  }

  async #closeLent(): Promise<void> {
    for (const { lent } of this.#pools) await lent?.close();
  }

  async #closeOwn(): Promise<void> {
    for (const { pool } of this.#pools.splice(0)) await pool.close();
  }
}

/** A pool that outlives its borrower. Once closed it refuses all calls, like one whose connections were ended. */
class LentPool implements ClosablePool {
  readonly #pool: ClosablePool;
  readonly #onClose: () => void;
  readonly #running = new Set<Promise<unknown>>();
  #open = true;

  constructor(pool: ClosablePool, onClose: () => void) {
    this.#pool = pool;
    this.#onClose = onClose;
  }

  readonly many: ClosablePool['many'] = (query) => this.#run(() => this.#pool.many(query));
  readonly one: ClosablePool['one'] = (query) => this.#run(() => this.#pool.one(query));
  readonly maybe: ClosablePool['maybe'] = (query) => this.#run(() => this.#pool.maybe(query));
  readonly run: ClosablePool['run'] = (query) => this.#run(() => this.#pool.run(query));
  readonly transaction: ClosablePool['transaction'] = (fn, peek) => this.#run(() => this.#pool.transaction(fn, peek));
  readonly snapshot: ClosablePool['snapshot'] = (fn) => this.#run(() => this.#pool.snapshot(fn));

  async #run<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#open) throw new DatabaseUnavailable('the pool was closed');
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await Promise.allSettled(this.#running);
    this.#onClose();
  }
}

/** The template's state, and how to reset a copy to it. */
interface Template {
  /** Row counts of the tables of the catalogue and of `filled`. */
  readonly counts: Looked['counts'];
  /** Empties the tables that are empty in the template, and resets the sequences. */
  readonly empty: string;
  /** The tables that migrations fill, with their rows. */
  readonly filled: readonly { readonly name: string; readonly columns: string; readonly rows: string }[];
}

interface Looked {
  readonly connections: number;
  /** Connections that are busy, or in a transaction. */
  readonly busy: number;
  /** Settings of the database, by `alter database`. */
  readonly settings: number;
  readonly counts: Readonly<Record<string, number>>;
  /** Tables with a row written since. */
  readonly younger: readonly string[];
}

/** Tables whose rows describe the schema and its rights. */
const CATALOGUE = [
  ...['pg_class', 'pg_attribute', 'pg_attrdef', 'pg_constraint', 'pg_index', 'pg_trigger', 'pg_proc', 'pg_type'],
  ...['pg_rewrite', 'pg_policy', 'pg_namespace', 'pg_extension'],
];

function tablesOf(filled: Template['filled']): readonly string[] {
  return [...CATALOGUE, ...filled.map(({ name }) => name)];
}

/** Changes since the transaction $1: a written row has a newer one, and a deleted row is missing. */
function looking(filled: Template['filled']): string {
  const counted = tablesOf(filled).map(
    (name) => `select '${name}' as name, count(*) as n, min(age(xmin)) < age($1::xid) as younger from ${name}`,
  );
  return `
    with activity as (
      select state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid())
    select (select count(*)::integer from activity) as connections,
      (select count(*)::integer from activity where state <> 'idle') as busy,
      (select count(*)::integer from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
        where d.datname = current_database()) as settings,
      jsonb_object_agg(name, n) as counts, coalesce(array_agg(name) filter (where younger), '{}') as younger
    from (${counted.join(' union all ')}) as counted`;
}

const TABLES = `
  select c.oid::regclass::text as name,
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`;

const SEQUENCES = `
  select format('setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value),
    last_value is not null) as call from pg_sequences order by 1`;

/** A connection of the owner that ignores triggers and references. It keeps this setting: a change would discard every plan of the connection. */
async function connectCleaner(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    options: '-c session_replication_role=replica -c plan_cache_mode=force_generic_plan -c jit=off',
  });
  await client.connect();
  return client;
}

/** Each text is planned once per connection. */
async function rowsOf<R>(client: Client, text: string, values: readonly unknown[] = []): Promise<R[]> {
  const name = createHash('sha256').update(text).digest('base64url');
  return (await client.query({ name, text, values: [...values] })).rows as R[];
}

async function readTemplate(client: Client): Promise<Template> {
  const filled: Template['filled'][number][] = [];
  const deletes: string[] = [];
  for (const { name, columns } of await rowsOf<{ name: string; columns: string }>(client, TABLES)) {
    const [found] = await rowsOf<{ rows: string | null }>(
      client,
      `select jsonb_agg(to_jsonb(t))::text as rows from ${name} t`,
    );
    if (typeof found?.rows === 'string') filled.push({ name, columns, rows: found.rows });
    else deletes.push(`delete from ${name}`);
  }
  const sequences = await rowsOf<{ call: string }>(client, SEQUENCES);
  const [looked] = await rowsOf<Looked>(client, looking(filled), ['3']);
  invariant(looked, 'a database was looked at');
  return {
    counts: looked.counts,
    empty: `with ${deletes.map((text, at) => `t${at} as (${text})`).join(', ')}
      select ${sequences.map(({ call }) => call).join(', ')}`,
    filled,
  };
}

/** A transaction number that is newer than all existing ones. */
async function transactionOf(client: Client): Promise<string> {
  const [found] = await rowsOf<{ xid: string }>(client, 'select pg_current_xact_id()::xid::text as xid');
  invariant(found, 'a transaction has a number');
  return found.xid;
}

/** Restores the rows that migrations wrote into a table. */
async function refill(client: Client, { name, columns, rows }: Template['filled'][number]): Promise<void> {
  await rowsOf(client, `delete from ${name}`);
  const text = `insert into ${name} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`;
  await rowsOf(client, text, [rows]);
}
