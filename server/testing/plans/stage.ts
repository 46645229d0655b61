/**
 * The environment of a plan case: the product over the filled database, in a transaction that is rolled back. It has its own clock and beacons, so
 * that each case begins at the same moment. Made by `plans.test.ts`.
 */
import { FEATURES } from '../../src/app.ts';
import { assemble } from '../../src/platform/runner/command.ts';
import type { Deps } from '../../src/platform/process/deps.ts';
import type { MakeFeature } from '../../src/platform/runner/feature.ts';
import { retention } from '../../src/platform/runner/retention.ts';
import type { Pool } from '../../src/platform/database/sql.ts';
import { TestBeacons, testWindowMaker } from '../beacon.ts';
import { FakeClock } from '../fakes.ts';
import { paidPlayer } from '../stages/players.ts';
import type { World } from '../world.ts';
import { maxRows, type PlanCase, type PlayedSample, type PlanStage } from '../cases/case.ts';
import { GAME_TABLES, SMALL } from './history.ts';
import { measured, type Excess, type Meter } from './measure.ts';
import { isDue, sweepOnce } from '../cases/sweep-case.ts';

/** Everything with sweeps, calls or facts: the platform and the product. */
export const ALL_FEATURES: readonly MakeFeature[] = [retention, ...FEATURES];

/** Plays a case and rolls it back. Returns the statements that read too much. */
export async function runCase(world: World, pool: Pool, played: PlayedSample, each: PlanCase): Promise<Excess[]> {
  const excess = await measured(pool, new Set(Object.keys(SMALL)), async (meter) => {
    await each.crowd?.(meter.db);
    return meter.watch(() => each.run(planStageOver(world, meter, played)), maxRows(each));
  });
  // Mass-inserted rows are rolled back, but their index entries remain and must not affect the next case.
  const crowded = ['rounds', ...Object.keys(GAME_TABLES), 'trade_orders', 'trade_bets', 'players'].join(', ');
  if (each.crowd) await pool.run({ text: `vacuum (index_cleanup on) ${crowded}`, values: [] });
  return excess;
}

function planStageOver(world: World, { db }: Meter, played: PlayedSample): PlanStage {
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
  // A case's window keys are rolled back with it: each case has its own maker, which knows none.
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
  return {
    world: inside,
    deps,
    clock,
    features,
    played,
    updated,
    beacons,
    execute: (call, actor, input, options) => runner.execute(call, actor, input, options),
    sweep: (name, stopAfter) => {
      stopping = new AbortController();
      const never = new AbortController();
      return sweepOnce(features, name, (stopAfter === undefined ? never : stopping).signal);
    },
    asked: (name) => isDue(deps, features, name),
    player: (overrides) => paidPlayer(inside, 100_000, overrides),
  };
}
