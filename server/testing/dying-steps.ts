/** Kills a transaction's connection before each of its statements in turn: what a backend or node that dies at any step leaves behind. */
import { until } from './until.ts';
import { sql, type Db, type Pool, type Sql, type Tx } from '../src/platform/database/sql.ts';

/** Steps that a test tries at most. */
const MAX_STEPS = 100;

/**
 * Runs `work` with a pool whose transactions die before their n-th statement, for n = 1, 2, … until it completes. `afterDeath` runs after
 * each death. Returns the number of deaths.
 */
export async function dieAtEachStep(
  db: Pool,
  work: (dying: Pool) => Promise<unknown>,
  afterDeath: (step: number) => Promise<void>,
): Promise<number> {
  for (let step = 1; step <= MAX_STEPS; step++) {
    let diedPid: number | null = null;
    const dying: Pool = {
      ...db,
      transaction: (fn, peek) =>
        db.transaction(
          (tx, peeked) =>
            fn(
              dyingAt(tx, step, (pid) => (diedPid = pid)),
              peeked,
            ),
          peek,
        ),
    };
    const ended = await work(dying).then(
      () => null,
      (error: unknown) => error,
    );
    if (diedPid === null) {
      if (ended instanceof Error) throw ended;
      return step - 1;
    }
    // Until it is gone it holds its locks, and work that skips locked rows would find nothing to do.
    await until(async () => (await db.many(sql`select from pg_stat_activity where pid = ${diedPid}`)).length === 0);
    await afterDeath(step);
  }
  throw new Error(`not complete after ${MAX_STEPS} steps`);
}

/** The transaction, without a connection from its n-th statement on. */
function dyingAt(tx: Tx, step: number, onDeath: (pid: number) => void): Tx {
  let sent = 0;
  const before = async () => {
    sent += 1;
    if (sent !== step) return;
    const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    onDeath(pid);
    await tx.run(sql`select pg_terminate_backend(pg_backend_pid())`);
  };
  const dying: Omit<Db, 'inTransaction'> = {
    many: async <R>(query: Sql) => {
      await before();
      return tx.many<R>(query);
    },
    one: async <R>(query: Sql) => {
      await before();
      return tx.one<R>(query);
    },
    maybe: async <R>(query: Sql) => {
      await before();
      return tx.maybe<R>(query);
    },
    run: async (query: Sql) => {
      await before();
      return tx.run(query);
    },
  };
  return { ...tx, ...dying };
}
