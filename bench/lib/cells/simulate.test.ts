import { describe, expect, test } from 'vitest';
import { percentile } from '../figures.ts';
import { Queue } from './queue.ts';
import { FRAME_EVERY_MS, simulateCell, type CellPlan, type ServiceTimes } from './simulate.ts';

const times: ServiceTimes = {
  stakeServerMs: 0.4,
  stakeDatabaseMs: 0.5,
  frameMs: 0.01,
  factsMs: 1,
  connectMs: 0.5,
  commitMs: 2,
};
const plan: CellPlan = { stakesPerSecond: 300, watchers: 4_000, nodes: 4, databaseCores: 2, seconds: 30 };

test('a queue serves in order, on as many servers as it has', () => {
  const one = new Queue(1);
  expect([one.serve(0, 10), one.serve(1, 10), one.serve(50, 10)]).toEqual([10, 20, 60]);
  const two = new Queue(2);
  expect([two.serve(0, 10), two.serve(1, 10), two.serve(2, 10)]).toEqual([10, 11, 20]);
  expect(two.busyMs).toBe(30);
});

test('a queue waits as queueing theory says: Poisson arrivals, equal service times, one server', () => {
  // Pollaczek-Khinchine for M/D/1: the mean wait is s * load / (2 * (1 - load)).
  const [serviceMs, load, jobs] = [1, 0.8, 200_000];
  const queue = new Queue(1);
  let [at, waited, state] = [0, 0, 1];
  for (let i = 0; i < jobs; i += 1) {
    state = (state * 48_271) % 2_147_483_647;
    at += (-serviceMs / load) * Math.log(state / 2_147_483_647);
    waited += queue.serve(at, serviceMs) - at - serviceMs;
  }
  expect(waited / jobs / (load / (2 * (1 - load)))).toBeCloseTo(1, 1);
});

describe('a cell', () => {
  const calm = simulateCell(plan, times, 1);

  test('follows from its seed alone', () => {
    expect(simulateCell(plan, times, 1)).toEqual(calm);
    expect(simulateCell(plan, times, 2).accepted).not.toBe(calm.accepted);
  });

  test('accepts what comes, answers soon, and is as busy as its work', () => {
    expect(calm.refused).toBe(0);
    expect(calm.accepted / (plan.stakesPerSecond * plan.seconds)).toBeCloseTo(1, 1);
    expect(percentile(calm.stakeMs, 0.5)).toBeLessThan(10);
    expect(calm.databaseBusy).toBeCloseTo((0.3 * times.stakeDatabaseMs) / plan.databaseCores, 2);
    expect(calm.nodeBusy).toBeCloseTo((0.3 * times.stakeServerMs) / 4 + (1 + 1_000 * 0.01) / FRAME_EVERY_MS, 2);
  });

  test('a fact waits for its frame and for the watchers before it', () => {
    const frameMs = 1_000 * times.frameMs;
    expect(Math.min(...calm.factMs)).toBeGreaterThanOrEqual(frameMs);
    expect(percentile(calm.factMs, 0.5)).toBeGreaterThan(FRAME_EVERY_MS / 2);
    expect(percentile(calm.factMs, 0.99)).toBeLessThan(FRAME_EVERY_MS + 3 * frameMs);
  });

  test('is slow when it has more watchers than its threads can write to', () => {
    const crowded = simulateCell({ ...plan, watchers: 44_000 }, times, 1);
    expect(crowded.nodeBusy).toBeGreaterThan(1);
    expect(percentile(crowded.factMs, 0.99)).toBeGreaterThan(1_000);
  });

  test('refuses stakes while its database is away, and keeps what it accepted', () => {
    const away = simulateCell({ ...plan, databaseAway: [10_000, 18_000] }, times, 1);
    expect(away.refused / (8 * plan.stakesPerSecond)).toBeCloseTo(1, 1);
    expect(away.accepted / (22 * plan.stakesPerSecond)).toBeCloseTo(1, 1);
  });

  test('goes on when a node ends: the others take its watchers', () => {
    const ended = simulateCell({ ...plan, nodeEndsAt: 10_000 }, times, 1);
    expect(ended.refused).toBe(0);
    expect(ended.nodeBusy).toBeGreaterThan(calm.nodeBusy);
    // A frame at the end is a third longer.
    const last = ended.factMs.slice(-900);
    expect(Math.min(...last)).toBeGreaterThan((4_000 / 3) * times.frameMs);
  });
});
