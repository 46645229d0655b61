/**
 * The servers (nodes) on one database: each tells the others whom it sees online, and reads how many there are in all.
 * The live channel beats once a second.
 *
 * Invariants: a person counts once, at however many nodes; a node that died counts for nothing after 10 s; whose clock is
 * wrong changes nothing, because freshness is judged by the database's.
 */
import type { Online } from './presence.ts';
import { sql } from '../database/sql.ts';
import type { Db } from '../database/sql.ts';

const FRESH_MS = 10_000;
const FORGOTTEN_AFTER_MS = 60_000;

const databaseNow = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** How many nodes live, as far as their beats tell: one that was killed counts for another 10 s. */
export async function livingNodes(db: Db): Promise<number> {
  const { living } = await db.one<{ living: number }>(sql`
    select count(*) as living from nodes where seen_at > ${databaseNow} - ${FRESH_MS}::bigint`);
  return living;
}

export class Nodes {
  readonly #db: Db;
  /** Of this node, among all. */
  readonly #id: string;
  /** The players as this node's row has them; null before the first beat. */
  #written: string | null = null;

  constructor(db: Db, id: string) {
    this.#db = db;
    this.#id = id;
  }

  /** Says that this node lives and whom it sees. Returns how many people are online at all nodes together. */
  async beat(online: Online): Promise<number> {
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

  /** This node is stopping. */
  async leave(): Promise<void> {
    this.#written = null;
    await this.#db.run(sql`delete from nodes where id = ${this.#id}`);
  }

  /** Removes nodes that died long ago. */
  async forgetDead(): Promise<void> {
    await this.#db.run(sql`delete from nodes where seen_at < ${databaseNow} - ${FORGOTTEN_AFTER_MS}::bigint`);
  }

  /** The names are written when they change, not each second. False when the row is gone. */
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
