/** A world with the jackpot (and coinflip) in it, and the steps that most tests repeat. */
import { applyJackpotFact } from '@fairpot/contract/jackpot/views';
import type { JackpotRound, JackpotState } from '@fairpot/contract/jackpot/schemas';
import { getJackpot, getJackpotRound, JackpotFact, joinJackpot } from '@fairpot/contract/jackpot/schemas';
import type { Actor } from '../../../src/platform/runner/feature.ts';
import { invariant } from '../../../src/platform/runner/refused.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { makeWorld, type WorldOptions } from '../../world.ts';
import { CoinflipTable, TABLE_FEATURES } from '../coinflip/table.fixture.ts';
import { jackpotFeature } from '../../../src/games/jackpot/jackpot.feature.ts';
import { jackpotFacts } from '../../../src/games/jackpot/present.ts';

export class PotTable extends CoinflipTable {
  state(): Promise<JackpotState> {
    return this.world.run(getJackpot, null, {});
  }

  /** The live round, or the one that ended last. */
  async round(): Promise<JackpotRound> {
    const { game } = await this.state();
    invariant(game, 'no round is open');
    return game;
  }

  roundOf(id: string): Promise<JackpotRound> {
    return this.world.run(getJackpotRound, null, { id });
  }

  /** Enters the live round; returns the entry's number. */
  async enter(actor: Actor, inventoryIds: readonly string[]): Promise<number> {
    return (await this.world.run(joinJackpot, actor, { inventoryIds })).entryNo;
  }

  /** A new player who enters with items of these prices. */
  async entered(prices: readonly number[]): Promise<{ actor: Actor; items: string[]; no: number }> {
    const { actor, items } = await this.playerWith(prices);
    return { actor, items, no: await this.enter(actor, items) };
  }

  /** Time passes, and the sweeps do what is due. */
  async pass(ms: number): Promise<void> {
    await this.world.clock.advance(ms);
    await this.world.sweepAll();
  }

  /** Two new players (10.00 in three items, 20.00 in two) in a round whose countdown is over: locked. */
  async lockedRound(): Promise<{ id: string; first: Actor; second: Actor }> {
    await this.world.sweepAll();
    const { id } = await this.round();
    const first = await this.entered([500, 400, 100]);
    const second = await this.entered([1_500, 500]);
    await this.pass(60_000);
    return { id, first: first.actor, second: second.actor };
  }
}

/** Follows the facts as a client does: an old state plus later facts must equal the fresh one. */
export class Watcher {
  readonly #table: PotTable;
  #state: JackpotState;
  #seen: { xid: string; id: number };

  private constructor(table: PotTable, state: JackpotState, seen: { xid: string; id: number }) {
    this.#table = table;
    this.#state = state;
    this.#seen = seen;
  }

  static async from(table: PotTable): Promise<Watcher> {
    const last = await table.world.db.maybe<{ xid: string; id: number }>(sql`
      select xid::text as xid, id from facts order by facts.xid desc, facts.id desc limit 1`);
    return new Watcher(table, await table.state(), last ?? { xid: '0', id: 0 });
  }

  /** Applies facts in the relay's order, at most `most` of them; returns their types. */
  async follow(most = 10_000): Promise<string[]> {
    const { db } = this.#table.world;
    const rows = await db.many<{
      xid: string;
      id: number;
      subject: string;
      version: number;
      type: string;
      at: number;
    }>(sql`
      select xid::text as xid, id, subject, version, type, at from facts
      where topic = 'jackpot' and (xid, id) > (${this.#seen.xid}::text::xid8, ${this.#seen.id}::bigint)
      order by facts.xid, facts.id limit ${most}::integer`);
    const bodies = await jackpotFacts.present(db, rows);
    for (const body of bodies) {
      const next = applyJackpotFact(this.#state, JackpotFact.parse(body));
      invariant(next !== 'gap', 'a client that missed nothing sees a gap');
      this.#state = next;
    }
    this.#seen = rows.at(-1) ?? this.#seen;
    return rows.map((row) => row.type);
  }

  get state(): JackpotState {
    return this.#state;
  }
}

/** A table in a fresh world, its first round open; close `table.world` at the end. */
export async function makePotTable(options: Omit<WorldOptions, 'features'> = {}): Promise<PotTable> {
  const world = await makeWorld({ ...options, features: [...TABLE_FEATURES, jackpotFeature] });
  await world.sweepAll();
  return new PotTable(world);
}
