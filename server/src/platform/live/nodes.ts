/**
 * The servers (nodes) on one database. Each reports whom it sees online and reads the total. The live channel beats once a second.
 *
 * Invariants: a person counts once, at however many nodes; a dead node stops counting after 10 s; a node's wrong clock has no effect, because
 * freshness is judged by the database's clock.
 */
import type { OnlinePeople } from './presence.ts';
import { sql } from '../database/sql.ts';
import type { Db, Sql } from '../database/sql.ts';
import type { Heartbeat } from '../database/reads.ts';

const FRESH_MS = 10_000;
const FORGOTTEN_AFTER_MS = 60_000;

type CountedHeartbeat = Heartbeat & { readonly people: number };

/** Hears of each heartbeat that was written, and of those that failed (null). `beganAt`: by performance.now. */
export type OnHeartbeat = (beat: Heartbeat | null, beganAt: number) => void;

const databaseNow = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** The first eight digits of a segment's name are the timeline. */
const asHeartbeat = sql`seen_at as mark, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline`;

/** Number of live nodes by their heartbeats: a killed node counts for another 10 s. */
export async function livingNodes(db: Db): Promise<number> {
  const { living } = await db.one<{ living: number }>(sql`
    select count(*) as living from nodes where seen_at > ${databaseNow} - ${FRESH_MS}::bigint`);
  return living;
}

export class Nodes {
  readonly #db: Db;
  /** This node's id. */
  readonly #id: string;
  /** The players in this node's row; null before the first beat. */
  #written: string | null = null;
  readonly #onHeartbeat: OnHeartbeat;

  constructor(db: Db, id: string, onHeartbeat: OnHeartbeat = () => undefined) {
    this.#db = db;
    this.#id = id;
    this.#onHeartbeat = onHeartbeat;
  }

  /** Writes a heartbeat with the people online here. Returns how many people are online at all nodes. */
  async beat(online: OnlinePeople): Promise<number> {
    const players = [...online.players].sort();
    const beganAt = performance.now();
    try {
      const touched = JSON.stringify(players) === this.#written ? await this.#touch(online.visitors) : undefined;
      const { people, ...beat } = touched ?? (await this.#write(players, online.visitors));
      this.#onHeartbeat(beat, beganAt);
      return people;
    } catch (error) {
      this.#onHeartbeat(null, beganAt);
      throw error;
    }
  }

  /** Signs this node off. */
  async leave(): Promise<void> {
    this.#written = null;
    await this.#db.run(sql`delete from nodes where id = ${this.#id}`);
  }

  /** Removes nodes that died long ago. */
  async forgetDead(): Promise<void> {
    await this.#db.run(sql`delete from nodes where seen_at < ${databaseNow} - ${FORGOTTEN_AFTER_MS}::bigint`);
  }

  /** Names are written when they change, not each second. Undefined when the row is gone. */
  #touch(visitors: number): Promise<CountedHeartbeat | undefined> {
    return this.#db.maybe<CountedHeartbeat>(
      this.#counted(sql`update nodes set seen_at = ${databaseNow}, visitors = ${visitors} where id = ${this.#id}`),
    );
  }

  async #write(players: readonly string[], visitors: number): Promise<CountedHeartbeat> {
    const beat = await this.#db.one<CountedHeartbeat>(
      this.#counted(sql`
        insert into nodes (id, seen_at, visitors, players) values (${this.#id}, ${databaseNow}, ${visitors}, ${players})
        on conflict (id) do update
          set seen_at = excluded.seen_at, visitors = excluded.visitors, players = excluded.players`),
    );
    this.#written = JSON.stringify(players);
    return beat;
  }

  /** Writes this node's row and counts people, in one statement. It sees the rows of other nodes as they are, and its own as it was before. */
  #counted(write: Sql): Sql {
    return sql`
      with here as (${write} returning seen_at, visitors, players),
        fresh as (
          select visitors, players from here
          union all
          select visitors, players from nodes
          where id <> ${this.#id} and seen_at > ${databaseNow} - ${FRESH_MS}::bigint)
      select ${asHeartbeat}, (select count(distinct player) from fresh, unnest(fresh.players) as player)
        + (select coalesce(sum(visitors), 0) from fresh) as people
      from here`;
  }
}
