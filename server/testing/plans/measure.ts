/**
 * Measures what the statements of a piece of work read, as counted by PostgreSQL: rows and index pages by relation, including reads inside functions,
 * triggers and foreign keys. Nothing stays: the work runs in one transaction that is rolled back.
 *
 * `measured` gives the work a Pool over that transaction; its transactions become savepoints. Counting is off until `watch`, so that a case can
 * prepare its data with the product's own commands.
 */
import { invariant } from '../../src/platform/runner/refused.ts';
import { sql, type Db, type Pool, type Sql, type Tx } from '../../src/platform/database/sql.ts';

/** What one statement read of one table or index. */
export interface Reads {
  readonly table: string;
  /** Null: the table itself, from its start. */
  readonly index: string | null;
  /** Rows of a table that were read; entries of an index that were found, and searches for them. Filters come after this. */
  readonly rows: number;
  /** Index pages beyond those of searches and found entries: the index was scanned. 0 for a table. */
  readonly walked: number;
}

/** A statement that read more than allowed. */
export interface Excess {
  readonly statement: string;
  readonly rows: number;
  readonly reads: readonly Reads[];
  /** Nodes of the statement's plan over these relations; empty when they are read inside a function or trigger. */
  readonly nodes: readonly string[];
}

export interface Meter {
  /** The database for the work. */
  readonly db: Pool;
  /** Runs work with every statement counted. Returns those that read more than `most` rows, or scanned an index. */
  watch(work: () => Promise<void>, most: number): Promise<Excess[]>;
}

interface Relation {
  readonly oid: number;
  readonly table: string;
  readonly index: string | null;
}

interface Count {
  readonly oid: number;
  readonly scans: number;
  readonly rows: number;
  readonly pages: number;
  readonly written: number;
}

/** Maximum pages from the root of an index to an entry. An index of 100,000 entries is 3 high. */
const PAGES_PER_SEARCH = 5;
/** Pages to find a place, and to split a page or two for it. */
const PAGES_PER_WRITE = 8;
/** An index of 100,000 entries has 275 pages and more. */
const MAX_SCANNED = 64;

class RolledBack extends Error {
  override readonly name = 'RolledBack';
}

/** Runs `work` over a meter and rolls everything back. Tables in `bounded` stay small: reading them does not count. */
export async function measured<T>(
  pool: Pool,
  bounded: ReadonlySet<string>,
  work: (meter: Meter) => Promise<T>,
): Promise<T> {
  let result: { readonly of: T } | null = null;
  try {
    await pool.transaction(async (tx) => {
      result = {
        of: await work(
          new CountingMeter(
            tx,
            (await relationsOf(tx)).filter(({ table }) => !bounded.has(table)),
          ),
        ),
      };
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  invariant(result, 'the work was done');
  return (result as { readonly of: T }).of;
}

/** One readable line: what was read, by which node, in which statement. */
export function textOf({ rows, reads, nodes, statement }: Excess, most: number): string {
  const parts = reads.map(({ table, index, rows: n, walked }) => {
    const how = index === null ? 'from its start' : `by ${index}`;
    return `${n} of ${table} ${how}${walked > MAX_SCANNED ? ` (${walked} pages scanned)` : ''}`;
  });
  const where = nodes.length > 0 ? nodes.join('; ') : 'inside a function or trigger';
  const oneLine = statement.replace(/\s+/g, ' ').trim();
  return `${rows} rows, at most ${most} are allowed: ${parts.join(', ')} [${where}] in: ${oneLine}`;
}

async function relationsOf(db: Db): Promise<Relation[]> {
  return db.many<Relation>(sql`
    select c.oid::bigint as oid, coalesce(t.relname, c.relname)::text as table,
      case when t.oid is not null then c.relname::text end as index
    from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_class t on t.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')`);
}

class CountingMeter implements Meter {
  readonly db: Pool;
  readonly #tx: Tx;
  readonly #relations: ReadonlyMap<number, Relation>;
  #savepoints = 0;
  /** Statements of concurrent work are counted one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #lastAlone: Promise<unknown> = Promise.resolve();
  #watching: { readonly most: number; readonly found: Excess[] } | null = null;

  constructor(tx: Tx, relations: readonly Relation[]) {
    this.#tx = tx;
    this.#relations = new Map(relations.map((each) => [each.oid, each]));
    const alone = this.#over((query, run) => this.#alone(() => this.#inSavepoint(() => this.#counted(query, run))));
    const inside = this.#over((query, run) => this.#counted(query, run));
    this.db = {
      ...alone,
      transaction: (fn, peek) => this.#alone(() => this.#inSavepoint(() => this.#whole(inside, fn, peek))),
      // The whole case is one transaction with a fixed isolation level; there are no other writers.
      snapshot: (fn) => this.#alone(() => this.#inSavepoint(() => fn(inside))),
    };
  }

  async watch(work: () => Promise<void>, most: number): Promise<Excess[]> {
    const found: Excess[] = [];
    this.#watching = { most, found };
    await work();
    // Deferred checks are part of the work.
    await this.#counted(sql`set constraints all immediate`, () => this.#tx.run(sql`set constraints all immediate`));
    this.#watching = null;
    return found;
  }

  #over(around: <T>(query: Sql, run: () => Promise<T>) => Promise<T>): Db {
    const tx = this.#tx;
    return {
      many: (query) => around(query, () => tx.many(query)),
      one: (query) => around(query, () => tx.one(query)),
      maybe: (query) => around(query, () => tx.maybe(query)),
      run: (query) => around(query, () => tx.run(query)),
    };
  }

  /** A transaction of the product: its first read, its statements, and its deferred statements. */
  async #whole<T>(inside: Db, fn: (tx: Tx, peeked: readonly unknown[]) => Promise<T>, peek?: Sql): Promise<T> {
    const deferred: Promise<unknown>[] = [];
    const defer = (query: Sql): void => void deferred.push(inside.run(query));
    const peeked = peek === undefined ? [] : await inside.many(peek);
    const result = await fn({ ...inside, defer, inTransaction: true }, peeked);
    await Promise.all(deferred);
    return result;
  }

  /** One after the other: work that would use separate connections shares one here. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastAlone.then(work);
    this.#lastAlone = turn.catch(() => undefined);
    return turn;
  }

  async #inSavepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = `work_${(this.#savepoints += 1)}`;
    await this.#tx.run({ text: `savepoint ${name}`, values: [] });
    try {
      const result = await work();
      await this.#tx.run({ text: `release savepoint ${name}`, values: [] });
      return result;
    } catch (error) {
      await this.#tx.run({ text: `rollback to savepoint ${name}`, values: [] });
      throw error;
    }
  }

  #counted<T>(query: Sql, run: () => Promise<T>): Promise<T> {
    const watching = this.#watching;
    if (watching === null) return run();
    const turn = this.#last.then(async () => {
      const before = new Map((await this.#counts()).map((count) => [count.oid, count]));
      const result = await run();
      const reads = this.#since(before, await this.#counts());
      const rows = reads.reduce((sum, each) => sum + each.rows, 0);
      if (rows > watching.most || reads.some((each) => each.walked > MAX_SCANNED)) {
        const worst = [...reads].sort((a, b) => b.rows + b.walked - a.rows - a.walked).slice(0, 3);
        const nodes = await this.#inSavepoint(() => this.#nodesOver(query, worst));
        watching.found.push({ statement: query.text, rows, reads: worst, nodes });
      }
      return result;
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  #counts(): Promise<Count[]> {
    return this.#tx.many<Count>(sql`
      select oid::bigint as oid, pg_stat_get_xact_numscans(oid) as scans, pg_stat_get_xact_tuples_returned(oid) as rows,
        pg_stat_get_xact_blocks_fetched(oid) as pages,
        pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid) as written
      from unnest(${[...this.#relations.keys()]}::oid[]) as of (oid)
      where pg_stat_get_xact_blocks_fetched(oid) > 0`);
  }

  #since(before: ReadonlyMap<number, Count>, after: readonly Count[]): Reads[] {
    const changes = after.map((now): Count => {
      const then = before.get(now.oid);
      if (!then) return now;
      const [scans, rows] = [now.scans - then.scans, now.rows - then.rows];
      return { oid: now.oid, scans, rows, pages: now.pages - then.pages, written: now.written - then.written };
    });
    const written = new Map(changes.map((each) => [this.#relations.get(each.oid)?.table, 0]));
    for (const { oid, written: n } of changes) {
      const relation = this.#relations.get(oid);
      if (relation?.index === null) written.set(relation.table, n);
    }
    return changes.flatMap(({ oid, scans, rows, pages }): Reads[] => {
      const relation = this.#relations.get(oid);
      if (!relation) return [];
      const { table, index } = relation;
      const accounted = PAGES_PER_SEARCH * scans + rows + PAGES_PER_WRITE * (written.get(table) ?? 0);
      const walked = index === null ? 0 : Math.max(0, pages - accounted);
      const read = index === null ? rows : rows + scans;
      return read > 0 || walked > 0 ? [{ table, index, rows: read, walked }] : [];
    });
  }

  /** Nodes of the statement's generic plan, as the product's connections plan it, over these relations. */
  async #nodesOver({ text, values }: Sql, reads: readonly Reads[]): Promise<string[]> {
    if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) return [];
    await this.#tx.run({ text: `prepare explained as ${text}`, values: [] });
    const nulls = values.length === 0 ? '' : `(${values.map(() => 'null').join(', ')})`;
    const { 'QUERY PLAN': plan } = await this.#tx.one<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>({
      text: `explain (format json) execute explained${nulls}`,
      values: [],
    });
    await this.#tx.run({ text: 'deallocate explained', values: [] });
    return plan.flatMap(({ Plan }) => nodesUnder(Plan)).flatMap((node) => nameOver(node, reads));
  }
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Node[];
}

function nodesUnder(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesUnder)];
}

function nameOver(node: Node, reads: readonly Reads[]): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index } = node;
  const meant = reads.some((each) =>
    index === undefined ? each.index === null && each.table === table : each.index === index,
  );
  if (!meant || !type.includes('Scan')) return [];
  return [`${type}${index === undefined ? '' : ` using ${index}`}${table === undefined ? '' : ` on ${table}`}`];
}
