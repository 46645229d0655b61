/**
 * SQL as values: the `sql` tag and the interfaces that run it.
 *
 * Plain SQL with numbered parameters; each distinct text is prepared once per connection. Rows come back with the column names of the statement; int8
 * is a number and throws beyond 2^53; jsonb is parsed; bytea is a Buffer.
 */

export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The calling function with file and line, for the error message of a failed statement. */
  readonly from?: string;
}

/** sql`select * from t where id = ${id}`: parameters are never spliced into the text. Nested Sql values are inlined. */
export function sql(parts: TemplateStringsArray, ...params: readonly unknown[]): Sql {
  let text = parts[0] ?? '';
  const values: unknown[] = [];
  params.forEach((param, i) => {
    if (isSql(param)) {
      text += param.text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + values.length}`);
      values.push(...param.values);
    } else {
      values.push(param);
      text += `$${values.length}`;
    }
    text += parts[i + 1] ?? '';
  });
  return { text, values, from: placeOf(parts) };
}

/** A template is one object for the life of the process, so its place is looked up once and costs nothing afterwards. */
const places = new WeakMap<TemplateStringsArray, string>();

function placeOf(parts: TemplateStringsArray): string {
  const known = places.get(parts);
  if (known !== undefined) return known;
  const here = { stack: '' };
  Error.captureStackTrace(here, sql);
  const [frame = ''] = /(?<=^ *at ).+$/m.exec(here.stack) ?? [];
  places.set(parts, frame);
  return frame;
}

function isSql(x: unknown): x is Sql {
  return typeof x === 'object' && x !== null && 'text' in x && 'values' in x && Array.isArray(x.values);
}

/** One column of rows, in their order. */
export function columnOf<R, K extends keyof R>(rows: readonly R[], column: K): R[K][] {
  return rows.map((row) => row[column]);
}

/** Runs statements: the pool (each statement its own transaction) or an open transaction. */
export interface Db {
  /** All rows. */
  many<R>(query: Sql): Promise<R[]>;
  /** The one row; an invariant failure when there are none or several. */
  one<R>(query: Sql): Promise<R>;
  /** The row, or undefined; an invariant failure when there are several. */
  maybe<R>(query: Sql): Promise<R | undefined>;
  /** Number of changed rows. */
  run(query: Sql): Promise<number>;
}

/** An open transaction. Only the command runner and sweeps open one. */
export interface Tx extends Db {
  readonly inTransaction: true;
  /** Sends a statement without waiting for its result. If it fails, the transaction fails at its commit. */
  defer(query: Sql): void;
}

export interface Pool extends Db {
  /**
   * BEGIN, fn, COMMIT; ROLLBACK when fn throws. READ COMMITTED: never rely on more. `peek`: a read that shares the round trip of BEGIN; fn gets its
   * rows.
   */
  transaction<T>(fn: (tx: Tx, peeked: readonly unknown[]) => Promise<T>, peek?: Sql): Promise<T>;
  /**
   * Runs a long read of several statements on one snapshot: all see what was committed when the first began. Without a statement timeout. The
   * database refuses writes.
   */
  snapshot<T>(fn: (db: Db) => Promise<T>): Promise<T>;
}
