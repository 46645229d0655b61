/**
 * The database: implements the interfaces of sql.ts with `pg`. Created once in main.ts (per world in tests).
 *
 * Invariants: every statement text is prepared once per connection, under a name derived from its hash; a number beyond 2^53 is an error, never a
 * rounded value; a lost or silent database always throws DatabaseUnavailable.
 */
import { createHash } from 'node:crypto';
import { Socket } from 'node:net';
import { REFUSALS, type RefusalCode } from '@fairpot/contract/wire/refusals';
import { DatabaseError, Pool as PgPool, types } from 'pg';
import type { PoolClient } from 'pg';
import { InvariantBroken, invariant, Refused, type RefusalDetails } from '../runner/refused.ts';
import type { Db, Pool, Sql, Tx } from './sql.ts';

/** The database does not answer (stopped, restarting, overloaded). Any open transaction has been or will be rolled back. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

export interface DbOptions {
  /** postgres:// URL; a unix socket is given as host parameter: postgres://user@/db?host=/folder */
  readonly url: string;
  readonly maxConnections?: number;
  /** Maximum duration of a statement, in ms; 0: no limit (migrations). */
  readonly statementTimeoutMs?: number;
  /** Called on errors of idle connections (the database went away). The pool replaces them by itself. */
  readonly onIdleError?: (error: Error) => void;
}

/** A pool's connections at this moment. */
export interface PoolCounts {
  readonly open: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

export interface ClosablePool extends Pool {
  /** Waits for running statements, then closes every connection. */
  close(): Promise<void>;
}

export interface CountedPool extends ClosablePool {
  readonly counts: PoolCounts;
}

const LOCK_TIMEOUT_MS = 4_000;
const STATEMENT_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 3_000;

/**
 * One generic plan per statement and connection, made for the expected table sizes (decision 0001). Planning the load of a stake takes longer than
 * running it; and a plan made while a table was small must not scan it in full for ever after.
 */
const PLANS = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off', 'jit=off'];

export function openPool(options: DbOptions): CountedPool {
  const statementTimeout = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const pool = new PgPool({
    connectionString: options.url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT_MS, 2 * statementTimeout || CONNECT_TIMEOUT_MS),
    idleTimeoutMillis: 30_000,
    application_name: 'fairpot',
    // Statements sent without waiting for each other share a round trip (decision 0053).
    pipeline: true,
    stream: () => new TurnSocket(),
    options: PLANS.map((setting) => `-c ${setting}`).join(' '),
    types: { getTypeParser: parserOf },
    ...(statementTimeout > 0 && {
      statement_timeout: statementTimeout,
      lock_timeout: Math.min(LOCK_TIMEOUT_MS, statementTimeout),
      idle_in_transaction_session_timeout: 2 * statementTimeout,
      // Detects a server that went silent (half-open connection).
      query_timeout: 2 * statementTimeout,
    }),
  });
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) options.onIdleError?.(error);
  });
  // Between "ready" and the hand-over to the waiting caller, the client has no error listener: an error then would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const withClient = async <T>(use: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await connect(pool);
    let broken = false;
    // An error event of a checked-out client also rejects its query; without a listener it would end the process.
    const onError = () => {
      broken = true;
    };
    client.on('error', onError);
    try {
      return await use(client);
    } catch (error) {
      broken ||= error instanceof DatabaseUnavailable;
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  };
  return {
    ...over((query) => withClient((client) => execute(client, query))),
    transaction: (fn, peek) => withClient((client) => inTransaction(client, 'begin', fn, peek)),
    snapshot: (fn) =>
      withClient((client) => inTransaction(client, 'begin isolation level repeatable read, read only', fn)),
    get counts() {
      return { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
    },
    close: () => {
      closing = true;
      return pool.end();
    },
  };
}

/**
 * Sends everything written in one turn of the event loop with one system call: statements that share a round trip also share a packet. The driver
 * corks around each statement; here the first cork holds until the turn ends.
 */
class TurnSocket extends Socket {
  #isHeld = false;

  override cork(): void {
    super.cork();
    if (this.#isHeld) return;
    this.#isHeld = true;
    super.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      super.uncork();
    });
  }
}

async function connect(pool: PgPool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new DatabaseUnavailable('no connection to the database', { cause: error });
  }
}

async function inTransaction<T>(
  client: PoolClient,
  begin: string,
  fn: (tx: Tx, peeked: readonly unknown[]) => Promise<T>,
  peek?: Sql,
): Promise<T> {
  const deferred: Promise<unknown>[] = [];
  const send = (query: Sql): Promise<Result> => {
    const sent = execute(client, query);
    sent.catch(() => undefined); // the end reports the first failure; an unawaited rejection would end the process
    return sent;
  };
  const defer = (query: Sql): void => void deferred.push(send(query));
  const tx: Tx = { ...over((query) => execute(client, query)), defer, inTransaction: true };
  try {
    // A read is harmless if BEGIN fails and it runs on its own; so only a read may share BEGIN's round trip.
    const [, peeked] = await Promise.all([
      execute(client, { text: begin, values: [] }),
      peek === undefined ? NOTHING : execute(client, peek),
    ]);
    const result = await fn(tx, peeked.rows);
    const committed = send({ text: 'commit', values: [] });
    // Awaited in sending order: the statement that failed first is the cause.
    for (const sent of [...deferred, committed]) await sent;
    const { command } = await committed;
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK: the statement's error was swallowed.
    invariant(command === 'COMMIT', 'a statement of this transaction failed and its error was swallowed');
    return result;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    await execute(client, { text: 'rollback', values: [] });
    throw error;
  }
}

const NOTHING = { rows: [] };

interface Result {
  readonly rows: unknown[];
  readonly rowCount: number | null;
  readonly command: string;
}

function over(run: (query: Sql) => Promise<Result>): Db {
  return {
    many: async <R>(query: Sql) => (await run(query)).rows as R[],
    one: async <R>(query: Sql) => {
      const { rows } = await run(query);
      invariant(rows.length === 1, `expected one row, got ${rows.length}: ${query.text}`);
      return rows[0] as R;
    },
    maybe: async <R>(query: Sql) => {
      const { rows } = await run(query);
      invariant(rows.length <= 1, `expected at most one row, got ${rows.length}: ${query.text}`);
      return rows[0] as R | undefined;
    },
    run: async (query: Sql) => (await run(query)).rowCount ?? 0,
  };
}

const names = new Map<string, string>();
const MAX_NAMES = 5_000;

/** The prepared statement's name for a text; undefined (not prepared) when the number of distinct texts is unbounded. */
function statementName(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_NAMES) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    names.set(text, name);
  }
  return name;
}

async function execute(client: PoolClient, query: Sql): Promise<Result> {
  const name = statementName(query.text);
  try {
    return await client.query({ text: query.text, values: [...query.values], ...(name !== undefined && { name }) });
  } catch (error) {
    throw inStatement(classify(error), query);
  }
}

/** Appends the statement to the stack, without values: values must not reach a log. */
function inStatement(error: unknown, { text, from = 'no template' }: Sql): unknown {
  if (error instanceof Error) error.stack = `${error.stack ?? error.message}\n    in the statement of ${from}: ${text}`;
  return error;
}

/** SQLSTATE classes and codes of temporary failures: nothing was changed, try again. */
const UNAVAILABLE = /^(08...|57P0[1-5]|57014|53...|55P03|25P03|25006|58...)$/;

function classify(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    if (error.code === REFUSED_IN_SQL) return refusedInSql(error);
    return UNAVAILABLE.test(error.code ?? '') ? new DatabaseUnavailable(error.message, { cause: error }) : error;
  }
  // Programming errors: a value that cannot be sent, a number that cannot be read.
  const ours = error instanceof InvariantBroken || error instanceof TypeError || error instanceof RangeError;
  return ours ? error : new DatabaseUnavailable('the connection to the database was lost', { cause: error });
}

/** Raised by the SQL function refuse(code, details). */
const REFUSED_IN_SQL = 'FPREF';

/** The only place that maps refusals raised in SQL. */
function refusedInSql({ message, detail }: DatabaseError): Error {
  if (!(message in REFUSALS)) return new InvariantBroken(`refuse() in SQL with an unknown code: ${message}`);
  return new Refused(message as RefusalCode, JSON.parse(detail ?? '{}') as RefusalDetails);
}

/** The SQLSTATE of an error raised by the database, or of the cause of an unavailability; else undefined. */
export function sqlState(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return error.code;
  return error instanceof DatabaseUnavailable ? sqlState(error.cause) : undefined;
}

function safeInteger(text: string): number {
  const n = Number(text);
  if (!Number.isSafeInteger(n)) {
    throw new InvariantBroken(
      `${text} is not an integer below 2^53; cast it in the statement (::bigint, ::text, ::float8)`,
    );
  }
  return n;
}

const INT8 = 20;
const NUMERIC = 1700;
const INT8_ARRAY = 1016;
type Parser = (value: string) => unknown;

function parserOf(oid: number, format?: 'text' | 'binary'): Parser {
  if (oid === INT8 || oid === NUMERIC) return safeInteger;
  // The driver's types call it `any`; a parser takes the text and returns a value.
  const found: unknown = format === 'binary' ? types.getTypeParser(oid, format) : types.getTypeParser(oid, 'text');
  const standard = found as Parser;
  if (oid !== INT8_ARRAY) return standard;
  return (text) => (standard(text) as (string | null)[]).map((s) => (s === null ? s : safeInteger(s)));
}
