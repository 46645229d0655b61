/**
 * The servers (nodes) on one database. Each reports whom it sees online and reads the total. The live channel beats once a second.
 *
 * Invariants: a person counts once, at however many nodes; a dead node stops counting after 10 s; a node's wrong clock has no effect, because
 * freshness is judged by the database's clock.
 */
import type { OnlinePeople } from './presence.ts';
import { sql } from '../database/sql.ts';
import type { Db } from '../database/sql.ts';

const FRESH_MS = 10_000;
const FORGOTTEN_AFTER_MS = 60_000;

const databaseNow = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

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

  constructor(db: Db, id: string) {
    this.#db = db;
    this.#id = id;
  }

  /** Writes a heartbeat with the people online here. Returns how many people are online at all nodes. */
  async beat(online: OnlinePeople): Promise<number> {
    const players = [...online.players].sort();
    if (JSON.stringify(players) !== this.#written || !(await this.#touch(online.visitors))) {
      await this.#write(players, online.visitors);
    }
    const { people } = await this.#db.one<{ people: number }>(sql`
      with fresh as (select visitors, players from nodes where seen_at > ${databaseNow} - ${FRESH_MS}::bigint)
      select (select count(distinct player) from fresh, unnest(fresh.players) as player)
        + (select coalesce(sum(visitors), 0) from fresh) as people`);
    return people;
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

  /** Names are written when they change, not each second. False when the row is gone. */
  async #touch(visitors: number): Promise<boolean> {
    const found = await this.#db.run(sql`
      update nodes set seen_at = ${databaseNow}, visitors = ${visitors} where id = ${this.#id}`);
    return found === 1;
  }

  async #write(players: readonly string[], visitors: number): Promise<void> {
    await this.#db.run(sql`
      insert into nodes (id, seen_at, visitors, players) values (${this.#id}, ${databaseNow}, ${visitors}, ${players})
      on conflict (id) do update
        set seen_at = excluded.seen_at, visitors = excluded.visitors, players = excluded.players`);
    this.#written = JSON.stringify(players);
  }
}
