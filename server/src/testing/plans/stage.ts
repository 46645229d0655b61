/**
 * Where a plan case plays: the product over the filled database, in a transaction of its own that is taken back. It has its
 * own clock and beacons, so that each case begins at the same moment. Made by `plans.test.ts`.
 */
import { FEATURES } from '../../app.ts';
import { Arena } from '../../games/casebattle/arena.fixture.ts';
import { PotTable } from '../../games/jackpot/pot.fixture.ts';
import { assemble } from '../../platform/runner/command.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { Actor, Feature, MakeFeature } from '../../platform/runner/feature.ts';
import { retention } from '../../platform/runner/retention.ts';
import { sql, type Pool } from '../../platform/database/sql.ts';
import { TestBeacons, testWindowMaker } from '../beacon.ts';
import { FakeClock } from '../fakes.ts';
import type { World } from '../world.ts';
import { SMALL } from './history.ts';
import { measured, type Excess, type Meter } from './measure.ts';
import { sweepOnce, type Played } from './played.ts';

/** Everything that has sweeps, calls or facts: the platform's own and the product's. */
export const ALL_FEATURES: readonly MakeFeature[] = [retention, ...FEATURES];

export interface Stage {
  readonly deps: Deps;
  readonly clock: FakeClock;
  readonly features: readonly Feature[];
  readonly played: Played;
  /** Coinflips and the jackpot, with players and items. */
  readonly table: PotTable;
  /** Battles, with players and money. */
  readonly arena: Arena;
  /** Ids of players whose `userUpdated` was sent. */
  readonly updated: readonly string[];
  readonly beacons: TestBeacons;
  readonly execute: World['runner']['execute'];
  /** Runs the sweep of this name once; says how much it did. `stopAfter`: told to stop as soon as it updated a player. */
  readonly sweep: (name: string, stopAfter?: 'first') => Promise<number>;
  readonly player: (overrides?: Partial<Actor>) => Promise<Actor>;
}

/** A piece of work whose statements are counted. */
export interface PlanCase {
  /** Name of the sweep or of the call, or what else it is. */
  readonly about: string;
  /** Which of several cases about the same thing. */
  readonly variant?: string;
  /** How many things one run or page does at most. What a statement may read follows from it (`mostRows`). */
  readonly limit: number;
  /** Rows that a statement may read per thing that it does; 20 by default. */
  readonly perThing?: number;
  /** Rows that are in the way, by plain SQL; not counted. */
  readonly crowd?: (db: Pool) => Promise<void>;
  /** The work, with the commands that lead to it; all of it counted. Fails when it did nothing. */
  readonly run: (stage: Stage) => Promise<void>;
}

export const nameOf = ({ about, variant }: PlanCase): string =>
  variant === undefined ? about : `${about}: ${variant}`;

/** Rows that a statement of the case may read: a thing is looked up in many tables. 100,000 must be far beyond it. */
export const mostRows = ({ limit, perThing = 20 }: PlanCase): number => perThing * limit + 500;

/** Plays a case and takes it back. Gives the statements that read too much. */
export async function play(world: World, pool: Pool, played: Played, each: PlanCase): Promise<Excess[]> {
  const excess = await measured(pool, new Set(Object.keys(SMALL)), async (meter) => {
    await each.crowd?.(meter.db);
    return meter.watch(() => each.run(stageOver(world, meter, played)), mostRows(each));
  });
  // The rows of a crowd are gone, but the entries of indexes are not: they are no business of the next case.
  if (each.crowd) await pool.run(sql`vacuum (index_cleanup on) rounds, battles, trade_orders, players`);
  return excess;
}

function stageOver(world: World, { db }: Meter, played: Played): Stage {
  const clock = new FakeClock(world.clock.now());
  const beacons = new TestBeacons(clock);
  const updated: string[] = [];
  let stopping = new AbortController();
  const signals: Deps['signals'] = {
    ...world.deps.signals,
    userUpdated: (playerId) => {
      updated.push(playerId);
      stopping.abort();
    },
  };
  // Windows that a case makes are gone with it: each has a maker of its own, which knows of none.
  const own = { db, settler: db, clock, signals, windowMaker: testWindowMaker() };
  const deps: Deps = { ...world.deps, ...own, gateways: { ...world.deps.gateways, beacons } };
  const { runner, features } = assemble(deps, ALL_FEATURES);
  let keys = 0;
  const run: World['run'] = (call, actor, input) => runner.execute(call, actor, input, { key: `case-${(keys += 1)}` });
  const inside: World = {
    ...world,
    deps,
    db: { ...db, close: () => world.db.close() },
    clock,
    runner,
    features,
    beacons,
    run,
  };
  const arena = new Arena(inside);
  return {
    deps,
    clock,
    features,
    played,
    updated,
    beacons,
    arena,
    table: new PotTable(inside),
    execute: (call, actor, input, options) => runner.execute(call, actor, input, options),
    sweep: (name, stopAfter) => {
      stopping = new AbortController();
      const never = new AbortController();
      return sweepOnce(features, name, (stopAfter === undefined ? never : stopping).signal);
    },
    player: (overrides) => arena.player(100_000, overrides),
  };
}
