/** When the result of a battle is requested: at the instant when its beacon output is due, and soon again while that is late. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pinoLog } from '../../platform/process/system-ports.ts';
import type { Sweep } from '../../platform/runner/feature.ts';
import { revealSweep } from '../kit/settlement/sweeps.ts';
import { makeArena, type Arena } from '../../../testing/games/casebattle/arena.fixture.ts';
import { casebattle } from './casebattle.ts';

let arena: Arena;
/** From then on the beacon has outputs; null: as soon as they are due. */
let publishedAt: number | null = null;
let reveal: Sweep;
/** How often it looked for rounds to void. */
let voidChecks = 0;
/** The time that passes meanwhile. */
let passesMs = 0;
beforeEach(async () => {
  publishedAt = null;
  voidChecks = 0;
  passesMs = 0;
  arena = await makeArena({ log: pinoLog('silent') });
  const { deps, beacons, clock } = arena.world;
  const drand: typeof beacons.drand = (round) =>
    clock.now() < (publishedAt ?? 0) ? Promise.resolve({ kind: 'not-yet' }) : beacons.drand(round);
  const late = Object.assign(Object.create(beacons) as typeof beacons, { drand });
  const transaction: typeof deps.db.transaction = async (work, peek) => {
    voidChecks += 1;
    await clock.advance(passesMs);
    return deps.db.transaction(work, peek);
  };
  const db = { ...deps.db, transaction };
  reveal = revealSweep({ ...deps, db, gateways: { ...deps.gateways, beacons: late } }, casebattle(deps));
});
afterEach(() => arena.world.close());

/** When a started battle is due, epoch ms. */
async function startBattle(): Promise<number> {
  const { id } = await arena.started();
  return (await arena.battle(id)).dueAt ?? 0;
}

/** Runs it at this instant; returns what it did, and after how many ms it runs again (null: after the usual pause). */
async function runAt(at: number) {
  const { clock } = arena.world;
  await clock.advance(at - clock.now());
  const done = await reveal.run(new AbortController().signal);
  const nextAt = reveal.nextAt?.() ?? null;
  return { done, next: nextAt === null ? null : nextAt - at };
}

test('a battle is settled at the instant when its beacon is due', async () => {
  expect(await runAt(arena.world.clock.now())).toEqual({ done: 0, next: null });
  const dueAt = await startBattle();
  expect(await runAt(dueAt - 321)).toEqual({ done: 0, next: 321 });
  expect(await runAt(dueAt)).toEqual({ done: 1, next: null });
});

test('a battle that becomes due during a run is settled by the next one, at once', async () => {
  const dueAt = await startBattle();
  passesMs = 5;
  expect(await runAt(dueAt - 1)).toEqual({ done: 0, next: 1 });
});

test('a run that settled a battle ends, so that the result is announced before anything else', async () => {
  const dueAt = await startBattle();
  expect(await runAt(dueAt)).toMatchObject({ done: 1 });
  expect(voidChecks).toBe(0);
  expect(await runAt(dueAt)).toEqual({ done: 0, next: null });
  expect(voidChecks).toBe(1);
});

test('a late output is requested again after half of its delay so far, at most ten times a second', async () => {
  const dueAt = await startBattle();
  publishedAt = dueAt + 3_000;
  expect(await runAt(dueAt)).toEqual({ done: 0, next: 100 });
  expect(await runAt(dueAt + 100)).toEqual({ done: 0, next: 100 });
  expect(await runAt(dueAt + 700)).toEqual({ done: 0, next: 350 });
  expect(await runAt(publishedAt)).toEqual({ done: 1, next: null });
});

test('a beacon that does not answer is not requested more often than usual', async () => {
  const dueAt = await startBattle();
  arena.world.beacons.outage = true;
  expect(await runAt(dueAt)).toEqual({ done: 0, next: null });
});
