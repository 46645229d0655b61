/**
 * Where queries read: from the replica if it proves, on the connection that it reads from, that it is fresh enough; else from the primary (decision
 * 0083). The runner asks for each query; without a replica everything is read from the primary.
 *
 * A **position** is a transaction id below which the reader needs everything. The answer of a command has one; facts carry theirs.
 *
 * Invariants: an answer of the replica includes every transaction below the asked position, and every commit from before the oldest accepted
 * heartbeat of this node. A replica that lags, stands still, or has a history of its own (restored, left behind by a failover) shows no newer
 * heartbeat, so it is not used. No clock is compared with another. What fails on the replica is read from the primary.
 */
import { Refused } from '../runner/refused.ts';
import type { Log } from '../process/ports.ts';
import { DatabaseUnavailable, sqlState } from './db.ts';
import { retrying } from './retry.ts';
import { sql, type Pool, type Sql, type Tx } from './sql.ts';

/** A heartbeat that this node wrote (live/nodes.ts). */
export interface Heartbeat {
  /** What it wrote, which is different each time. */
  readonly mark: number;
  /** The timeline of the server that took it: another one after each failover and restore. */
  readonly timeline: string;
}

/** What a replica shows of itself. */
interface Proof {
  /** It has everything below. */
  readonly position: number;
  /** The last heartbeat of this node that it has; null: none. */
  readonly mark: number | null;
}

export interface Replica {
  readonly pool: Pool;
  readonly maxLagMs: number;
}

export interface ReadsParts extends Replica {
  /** This node's id in `nodes`. */
  readonly node: string;
  readonly log: Log;
}

/** Heartbeats that are remembered: ten minutes. They show how far behind a replica is. */
const MARKS = 600;
const LOST = Symbol('the replica does not have it');

/** Everything that the enclosing transaction wrote or saw is below this position. */
export const POSITION: Sql = sql`
  select coalesce(pg_current_xact_id_if_assigned()::text::bigint + 1,
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint) as position`;

function proofFor(node: string): Sql {
  return sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as position,
      (select seen_at from nodes where id = ${node}) as mark`;
}

export class Reads {
  /** Queries since the start, by where they were answered; `repeated`: of those of the primary, how many failed on the replica first. */
  readonly counts = { replica: 0, primary: 0, repeated: 0 };
  /** Null: there is no replica. */
  readonly #parts: ReadsParts | null;
  /** When this node began to write each heartbeat, on the timeline that answers now. */
  readonly #marks = new Map<number, number>();
  #timeline: string | null = null;
  #position = 0;
  #usable = false;
  #lagMs: number | null = null;
  #checking = false;

  constructor(parts: ReadsParts | null) {
    this.#parts = parts;
  }

  /** Everything that this node committed by commands is below. Null without a replica: then no one has to know. */
  get position(): number | null {
    return this.#parts === null ? null : this.#position;
  }

  /** How the replica is; null: there is none. `lagMs` null: it shows no heartbeat of this node. */
  get replica(): { readonly usable: boolean; readonly lagMs: number | null } | null {
    return this.#parts && { usable: this.#usable, lagMs: this.#lagMs };
  }

  /** A command has committed below this position. */
  committed(position: number): void {
    this.#position = Math.max(this.#position, position);
  }

  /** This node wrote a heartbeat, beginning at `beganAt` (performance.now), or could not (null). */
  heartbeat(beat: Heartbeat | null, beganAt: number): void {
    if (this.#parts === null) return;
    // A former primary has heartbeats that no other server has to have: only those of the new timeline prove anything.
    if (beat?.timeline !== this.#timeline) this.#marks.clear();
    this.#timeline = beat?.timeline ?? null;
    if (beat !== null) this.#marks.set(beat.mark, beganAt);
    for (const mark of this.#marks.keys()) if (this.#marks.size > MARKS) this.#marks.delete(mark);
    if (!this.#checking) void this.#check(this.#parts);
  }

  /** A query that must see the primary. `work` may run again. */
  fromPrimary<T>(primary: Pool, work: (db: Pool) => Promise<T>): Promise<T> {
    this.counts.primary += 1;
    return retrying(() => work(primary));
  }

  /**
   * A query that must see everything below the position `after`. Null: it asks for what never changes once it is there; if the replica refuses it, the
   * primary may have it. `work` only reads, and may run again.
   */
  async read<T>(primary: Pool, after: number | null, work: (db: Pool) => Promise<T>): Promise<T> {
    if (this.#parts === null || !this.#usable) return this.fromPrimary(primary, work);
    try {
      // Its first statement; on one connection, later ones see the same state or a newer one.
      const answer = await this.#parts.pool.transaction<T | typeof LOST>(async (tx, [proof]) => {
        if (!this.#suffices(proof as Proof, after ?? 0)) return LOST;
        return work(asPool(tx));
      }, proofFor(this.#parts.node));
      if (answer === LOST) return await this.fromPrimary(primary, work);
      this.counts.replica += 1;
      return answer;
    } catch (error) {
      if (error instanceof Refused) {
        if (after === null) return this.fromPrimary(primary, work);
        this.counts.replica += 1;
        throw error;
      }
      // A conflict with the replay, a lost connection, a statement that a standby refuses: if it is our own bug, the primary shows it too.
      this.counts.repeated += 1;
      if (error instanceof DatabaseUnavailable && sqlState(error) === undefined) this.#note(false, error);
      return this.fromPrimary(primary, work);
    }
  }

  #suffices({ position, mark }: Proof, after: number): boolean {
    const lagMs = this.#lagOf(mark);
    return position >= after && lagMs !== null && lagMs <= (this.#parts?.maxLagMs ?? 0);
  }

  #lagOf(mark: number | null): number | null {
    const beganAt = mark === null ? undefined : this.#marks.get(mark);
    return beganAt === undefined ? null : performance.now() - beganAt;
  }

  /** Asks the replica how it is. Between two checks each read has its own proof; this one switches the reads off and on. */
  async #check({ pool, node }: ReadsParts): Promise<void> {
    this.#checking = true;
    try {
      const proof = await pool.one<Proof>(proofFor(node));
      this.#lagMs = this.#lagOf(proof.mark);
      this.#note(this.#suffices(proof, 0));
    } catch (error) {
      this.#lagMs = null;
      this.#note(false, error);
    } finally {
      this.#checking = false;
    }
  }

  #note(usable: boolean, error?: unknown): void {
    if (usable === this.#usable) return;
    this.#usable = usable;
    const log = this.#parts?.log;
    const lagMs = this.#lagMs;
    if (usable) log?.info({ lagMs }, 'the replica is fresh: queries may read from it');
    else log?.warn({ lagMs, err: error }, 'the replica is not fresh: everything is read from the primary');
  }
}

/** The transaction as the pool that a query gets. */
function asPool(tx: Tx): Pool {
  const refuse = () => Promise.reject(new TypeError('a query that reads from a replica opens no transaction'));
  return { ...tx, snapshot: refuse, transaction: refuse };
}
