/**
 * The horizon: the transaction id below which every write to this database has ended. Readers that follow a table in transaction order (the relay,
 * the sequencer of the public log) read below it, so that a late commit is never skipped.
 *
 * PostgreSQL's own horizon covers all databases of the server: one forgotten transaction in another database would stop our readers. So transactions
 * of other databases are left out. That skips nothing, because a transaction belongs to one database for its whole life and cannot write to another.
 * The owner of a transaction is looked up after a snapshot has listed it as running; if the owner is not certain, it counts as ours. A known owner
 * stays valid for later statements, because it never changes.
 */
import type { Clock, Log } from '../process/ports.ts';
import { sql } from '../database/sql.ts';
import type { Db, Sql } from '../database/sql.ts';

/** A transaction that has written something and not ended. */
interface OpenTransaction {
  readonly xid: string;
  /** True only if it certainly belongs to another database. */
  readonly foreign: boolean;
  /** Null for a prepared transaction, or when it has just ended. */
  readonly pid: number | null;
  readonly database: string | null;
  /** Name of a prepared transaction, else null. */
  readonly prepared: string | null;
  readonly application: string | null;
  readonly state: string | null;
  /** By the database's clock; null when this role may not see it. */
  readonly ageMs: number | null;
}

/** The transaction that holds the horizon: facts and log leaves written after its begin wait until it ends. */
export interface HorizonHolder {
  /** Null for a prepared transaction. */
  readonly pid: number | null;
  readonly database: string | null;
  readonly ageMs: number;
}

export interface HorizonParts {
  readonly db: Db;
  /** Real time, also in tests. */
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** The longest delay that a transaction of another database can cause, once. */
const LOOK_EVERY_MS = 250;
/** The time limit of our own statements: a transaction that stays open longer was forgotten, or belongs to a person at a console. */
export const HELD_AFTER_MS = 5_000;

/**
 * SQL expression: the horizon of the enclosing statement's snapshot, as an xid8. All rows with a lower xid are final. Never reuse its value in an
 * earlier snapshot. `foreign`: transactions known to belong to other databases.
 */
export function settledBelow(foreign: readonly string[]): Sql {
  return sql`(
    select bound.xid from (
      select running.xid from pg_snapshot_xip(pg_current_snapshot()) as running (xid)
        where running.xid <> all(${foreign}::text[]::xid8[])
      union all select pg_snapshot_xmax(pg_current_snapshot())
      union all select pg_current_xact_id_if_assigned()
    ) bound where bound.xid is not null order by bound.xid limit 1)`;
}

/** The ids of running transactions that certainly belong to other databases. */
export async function foreignTransactions(db: Db): Promise<string[]> {
  return (await openTransactions(db)).filter(({ foreign }) => foreign).map(({ xid }) => xid);
}

/**
 * Oldest first. The snapshot is taken before the catalogs are read. An owner counts only if the lock on the transaction's id and the activity of the
 * same process agree: a process that ended in between, or whose pid was reused, proves nothing.
 */
function openTransactions(db: Db): Promise<OpenTransaction[]> {
  return db.many<OpenTransaction>(sql`
    select running.xid::text as xid,
      coalesce(a.datid <> 0 and a.datid <> here.oid, p.database <> here.datname, false) as foreign,
      a.pid, coalesce(a.datname, p.database)::text as database, p.gid as prepared,
      a.application_name as application, a.state,
      (extract(epoch from clock_timestamp() - coalesce(a.xact_start, p.prepared)) * 1000)::float8 as "ageMs"
    from pg_snapshot_xip(pg_current_snapshot()) as running (xid)
      join pg_database here on here.datname = current_database()
      left join pg_locks l on l.locktype = 'transactionid' and l.transactionid = running.xid::xid
        and l.mode = 'ExclusiveLock' and l.granted
      left join pg_stat_activity a on a.pid = l.pid and a.backend_xid = l.transactionid
      left join pg_prepared_xacts p on p.transaction = running.xid::xid
    order by running.xid`);
}

/** The horizon for a polling reader. Reads the catalogs now and then, not on every read. */
export class Horizon {
  readonly #parts: HorizonParts;
  #foreign: readonly string[] = [];
  #lookedAt: number | null = null;
  /** When each open transaction of ours began, in epoch ms of our clock. */
  #began = new Map<string, number>();
  #isHeld = false;
  #holder: (OpenTransaction & { readonly beganAt: number }) | null = null;

  constructor(parts: HorizonParts) {
    this.#parts = parts;
  }

  /** `settledBelow` with the known foreign transactions. */
  get sql(): Sql {
    return settledBelow(this.#foreign);
  }

  /** Whether a transaction was open at the last look, here or in another database: it may hold back a fact. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** The oldest transaction of this database that has been open for more than 5 s; null when there is none. */
  get holder(): HorizonHolder | null {
    if (this.#holder === null) return null;
    const { pid, database, beganAt } = this.#holder;
    return { pid, database, ageMs: Math.round(this.#parts.clock.now() - beganAt) };
  }

  /** Looks up the owners of open transactions, if the last check is old enough. */
  async look(everyMs = LOOK_EVERY_MS): Promise<void> {
    const now = this.#parts.clock.now();
    if (this.#lookedAt !== null && now - this.#lookedAt < everyMs) return;
    const open = await openTransactions(this.#parts.db);
    this.#lookedAt = now;
    this.#foreign = open.filter(({ foreign }) => foreign).map(({ xid }) => xid);
    const ours = open.filter(({ foreign }) => !foreign);
    this.#began = new Map(
      ours.map(({ xid, ageMs }) => [xid, Math.min(this.#began.get(xid) ?? now, now - (ageMs ?? 0))]),
    );
    const [oldest] = ours;
    this.#isHeld = open.length > 0;
    const beganAt = this.#began.get(oldest?.xid ?? '') ?? now;
    this.#note(oldest && now - beganAt > HELD_AFTER_MS ? { ...oldest, beganAt } : null);
  }

  /** Logs one line when a transaction begins to hold the horizon, and one when it ends. */
  #note(holder: (OpenTransaction & { readonly beganAt: number }) | null): void {
    const before = this.#holder;
    this.#holder = holder;
    if (before?.xid === holder?.xid) return;
    const { log } = this.#parts;
    if (before) log.info({ pid: before.pid, xid: before.xid }, 'transaction that blocked the live channel has ended');
    if (!holder) return;
    const { pid, database, prepared, application, state, xid } = holder;
    const { ageMs } = this.holder ?? {};
    log.warn(
      { pid, database, ageMs, prepared, application, state, xid },
      'an open transaction blocks the live channel and the public log; later writes wait until it ends',
    );
  }
}
