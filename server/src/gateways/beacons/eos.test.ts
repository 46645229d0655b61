/** Two real HTTP nodes over one chain, each with faults of its own: when is a block taken, and what is said otherwise? */
import { startSimulators, type Simulators } from '@fairpot/simulators/start';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeBeaconGateway } from './beacons.ts';
import type { EosSources } from './eos-node.ts';
import { fetchFinalBlock } from './eos.ts';

/** How long a node is waited for that never answers. Those that answer may take longer, on a busy machine. */
const SILENT_MS = 400;
/** Stands still, so that a head is as old as the test says. */
const START = Date.parse('2026-03-01T12:00:00Z');
let sim: Simulators;
let sources: EosSources;
beforeAll(async () => {
  sim = await startSimulators({ clock: { now: () => START } });
  sources = { bases: sim.eos.baseUrls, chainId: sim.eos.chainId, timeoutMs: 10_000 };
});
afterAll(() => sim.stop());
afterEach(() => {
  sim.faults.clear();
  sim.clock.reset();
});

const never = new AbortController().signal;
const told = (over: Partial<EosSources> = {}, now = () => sim.clock.now()) =>
  fetchFinalBlock({ ...sources, ...over }, { now, sleep: () => Promise.resolve() }, never);
const newest = () => Math.floor((sim.clock.now() - sim.eos.genesisMs) / sim.eos.blockMs) + 1;
/** The last block that both nodes hold as final. */
const lastFinal = async () => {
  const answer = await told();
  if (answer.kind !== 'ready') throw new Error(answer.why);
  return answer.block;
};

describe('two nodes that agree', () => {
  test('tell their last final block: below the head, its number in front of its id', async () => {
    const answer = await told();
    expect(answer).toMatchObject({ kind: 'ready', chain: sim.eos.chainId });
    if (answer.kind !== 'ready') return;
    expect(answer.block).toBeLessThan(newest());
    expect(answer.block).toBeGreaterThan(newest() - 10);
    expect(Number.parseInt(answer.id.slice(0, 8), 16)).toBe(answer.block);
  });

  test('of two that are not equally far, the block that both have', async () => {
    const both = await lastFinal();
    sim.faults.set('eos1', 'lag', { blocks: 3 });
    expect(await told()).toMatchObject({ kind: 'ready', block: both - 3 });
  });

  test('a later block with time', async () => {
    const before = await lastFinal();
    sim.clock.advance(10_000);
    expect(await lastFinal()).toBe(before + 10_000 / sim.eos.blockMs);
  });
});

describe('one node alone decides nothing', () => {
  test.each([
    ['503', {}, 'unreachable'],
    ['hang', {}, 'unreachable'],
    ['oversize', {}, 'unreachable'],
    ['wrong-chain-id', {}, 'foreign-chain'],
    ['lag', { blocks: 120 }, 'lagging'],
  ])('%s: no block', async (fault, params, fails) => {
    for (const node of ['eos1', 'eos2'] as const) {
      sim.faults.clear();
      sim.faults.set(node, fault, params);
      const base = sim.eos.baseUrls[node === 'eos1' ? 0 : 1];
      const patience = fault === 'hang' ? { timeoutMs: SILENT_MS } : {};
      expect(await told(patience)).toEqual({
        kind: 'unusable',
        fault: fails,
        why: expect.stringContaining(base) as string,
      });
    }
  });

  test.each([
    ['gap', 'gap'],
    ['tampered-id', 'tampered'],
    ['disagreement', 'disagreement'],
  ])('%s of the final block', async (fault, fails) => {
    const block = await lastFinal();
    for (const node of ['eos1', 'eos2'] as const) {
      sim.faults.clear();
      sim.faults.set(node, fault, { block });
      expect(await told()).toMatchObject({ kind: 'unusable', fault: fails });
      sim.faults.set(node, fault, { block: block - 1 });
      expect(await told()).toMatchObject({ kind: 'ready', block });
    }
  });

  test('the same wrong number at both nodes is no agreement', async () => {
    sim.faults.set('eos1', 'tampered-id');
    sim.faults.set('eos2', 'tampered-id');
    expect(await told()).toMatchObject({ kind: 'unusable', fault: 'tampered' });
  });

  test('one address, a third that is away, and two that are', async () => {
    const [one, two] = sim.eos.baseUrls;
    const gone = 'http://127.0.0.1:1';
    expect(await told({ bases: [one] })).toMatchObject({ kind: 'unusable', fault: 'unreachable' });
    expect(await told({ bases: [gone, one, two] })).toMatchObject({ kind: 'ready' });
    expect(await told({ bases: [gone, one] })).toMatchObject({ kind: 'unusable', fault: 'unreachable' });
  });

  test('a majority does not outvote: any contradiction stops the block', async () => {
    const [one, two] = sim.eos.baseUrls;
    const block = await lastFinal();
    sim.faults.set('eos2', 'disagreement', { block });
    expect(await told({ bases: [one, one, two] })).toMatchObject({ kind: 'unusable', fault: 'disagreement' });
    sim.faults.clear();
    sim.faults.set('eos2', 'tampered-id', { block });
    expect(await told({ bases: [one, one, two] })).toMatchObject({ kind: 'unusable', fault: 'tampered' });
  });

  test('both nodes far behind together are still behind', async () => {
    sim.faults.set('eos1', 'lag', { blocks: 60 });
    sim.faults.set('eos2', 'lag', { blocks: 60 });
    expect(await told()).toMatchObject({ kind: 'unusable', fault: 'lagging' });
  });

  test('a caller that stops waiting', async () => {
    sim.faults.set('eos1', 'hang');
    const stop = new AbortController();
    const clock = { now: () => sim.clock.now(), sleep: () => Promise.resolve() };
    const asked = fetchFinalBlock({ ...sources, timeoutMs: 60_000 }, clock, stop.signal);
    stop.abort();
    expect(await asked).toMatchObject({ kind: 'unusable', fault: 'unreachable' });
  });
});

describe('the gateway', () => {
  test('has the block at once after it looked, for 15 s, and says what is wrong', async () => {
    let ahead = 0;
    const clock = { now: () => sim.clock.now() + ahead, sleep: () => Promise.resolve() };
    const drandChain = { ...sim.drand.chain, scheme: 'bls-unchained-g1-rfc9380' as const };
    const gateway = makeBeaconGateway({ drandBase: sim.drand.baseUrl, drandChain, eos: sources }, clock);
    expect(gateway.finalBlock()).toBeNull();
    expect(await gateway.follow(never)).toEqual([]);
    const block = await lastFinal();
    expect(gateway.finalBlock()).toMatchObject({ kind: 'ready', chain: sim.eos.chainId, block });
    sim.faults.set('eos1', '503');
    expect(await gateway.follow(never)).toEqual([expect.stringContaining('unreachable')]);
    expect(gateway.finalBlock()).toMatchObject({ block });
    ahead = 15_001;
    expect(gateway.finalBlock()).toBeNull();
  });
});
