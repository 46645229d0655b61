/**
 * The horizon: the transaction id below which everything that writes in this database has ended. Readers that follow a table
 * in the order of transactions (the relay, the sequencer of the public log) read below it, so that what commits late is not skipped.
 *
 * PostgreSQL's own horizon is that of all its databases: one forgotten transaction of a neighbour would stop our readers. So
 * transactions of other databases are left out, and this is why nothing is skipped by it: a transaction belongs to one database
 * from its first to its last moment, and one of another database cannot write here. Whose a transaction is, is asked after
 * a snapshot has named it as running; one whose owner cannot be told for certain counts as ours. What was learned may be
 * used by any later statement, because it never becomes wrong.
 */
import type { Clock, Log } from '../process/ports.ts';
import { sql } from '../database/sql.ts';
import type { Db, Sql } from '../database/sql.ts';

/** A transaction that has written something and not ended. */
interface OpenTransaction {
  readonly xid: string;
  /** It is certain that it belongs to another database. */
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

/** The transaction that holds the horizon: facts and log leaves that were written after it began wait until it ends. */
export interface Holder {
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

/** A neighbour's transaction delays us so long at most, once. */
const LOOK_EVERY_MS = 250;
/** As long as our own statements may run: what stays open longer was forgotten, or is somebody's at a console. */
export const HELD_AFTER_MS = 5_000;

/**
 * The horizon of the snapshot of the statement that this is put into, as an xid8: all rows with a lower xid are there for good.
 * Never carry it into an earlier snapshot. `foreign`: transactions known to be of other databases.
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

/** The ids of running transactions that are certainly of other databases. */
export async function foreignTransactions(db: Db): Promise<string[]> {
  return (await openTransactions(db)).filter(({ foreign }) => foreign).map(({ xid }) => xid);
}

/**
 * Oldest first. The snapshot is taken before the catalogs are read. An owner counts only where the lock on the transaction's
 * id and the activity of the same process agree: a process that ended in between, or its number given to another, proves nothing.
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

/** What a reader that polls knows of the horizon; looks at the catalogs now and then, not for each read. */
export class Horizon {
  readonly #parts: HorizonParts;
  #foreign: readonly string[] = [];
  #lookedAt: number | null = null;
  /** When each open transaction of ours began, in epoch ms of our clock. */
  #began = new Map<string, number>();
  #holder: (OpenTransaction & { readonly beganAt: number }) | null = null;

  constructor(parts: HorizonParts) {
    this.#parts = parts;
  }

  /** `settledBelow` by what is known. */
  get sql(): Sql {
    return settledBelow(this.#foreign);
  }

  /** The oldest transaction of this database that has been open for more than 5 s; null when there is none. */
  get holder(): Holder | null {
    if (this.#holder === null) return null;
    const { pid, database, beganAt } = this.#holder;
    return { pid, database, ageMs: Math.round(this.#parts.clock.now() - beganAt) };
  }

  /** Looks whose the open transactions are, if the last look is some time ago. */
  async look(): Promise<void> {
    const now = this.#parts.clock.now();
    if (this.#lookedAt !== null && now - this.#lookedAt < LOOK_EVERY_MS) return;
    const open = await openTransactions(this.#parts.db);
    this.#lookedAt = now;
    this.#foreign = open.filter(({ foreign }) => foreign).map(({ xid }) => xid);
    const ours = open.filter(({ foreign }) => !foreign);
    this.#began = new Map(
      ours.map(({ xid, ageMs }) => [xid, Math.min(this.#began.get(xid) ?? now, now - (ageMs ?? 0))]),
    );
    const [oldest] = ours;
    const beganAt = this.#began.get(oldest?.xid ?? '') ?? now;
    this.#note(oldest && now - beganAt > HELD_AFTER_MS ? { ...oldest, beganAt } : null);
  }

  /** One line when a transaction begins to hold the horizon, one when it has let go. */
  #note(holder: (OpenTransaction & { readonly beganAt: number }) | null): void {
    const before = this.#holder;
    this.#holder = holder;
    if (before?.xid === holder?.xid) return;
    const { log } = this.#parts;
    if (before) log.info({ pid: before.pid, xid: before.xid }, 'the transaction that held the live channel has ended');
    if (!holder) return;
    const { pid, database, prepared, application, state, xid } = holder;
    const { ageMs } = this.holder ?? {};
    log.warn(
      { pid, database, ageMs, prepared, application, state, xid },
      'an open transaction holds the live channel and the public log: what was written since waits for its end',
    );
  }
}
