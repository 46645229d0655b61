/** Two real HTTP nodes of one chain, each with its own faults: when a block is accepted, and what is reported otherwise. */
import { startSimulators, type Simulators } from '@fairpot/simulators/start';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeBeaconGateway } from './beacons.ts';
import type { EosSources } from './eos-node.ts';
import { fetchFinalBlock } from './eos.ts';

/** How long to wait for a node that never answers. Working nodes may take longer on a busy machine. */
const SILENT_MS = 400;
/** Does not advance, so that a head is exactly as old as the test sets it. */
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
  sim.clock.set(START);
});

const never = new AbortController().signal;
const fetchBlock = (over: Partial<EosSources> = {}, now = () => sim.clock.now()) =>
  fetchFinalBlock({ ...sources, ...over }, { now, sleep: () => Promise.resolve() }, never);
const newest = () => Math.floor((sim.clock.now() - sim.eos.genesisMs) / sim.eos.blockMs) + 1;
/** The last block that both nodes report as final. */
const lastFinal = async () => {
  const answer = await fetchBlock();
  if (answer.kind !== 'ready') throw new Error(answer.why);
  return answer.block;
};

describe('two nodes that agree', () => {
  test('return their last final block: below the head, its number at the start of its id', async () => {
    const answer = await fetchBlock();
    expect(answer).toMatchObject({ kind: 'ready', chain: sim.eos.chainId });
    if (answer.kind !== 'ready') return;
    expect(answer.block).toBeLessThan(newest());
    expect(answer.block).toBeGreaterThan(newest() - 10);
    expect(Number.parseInt(answer.id.slice(0, 8), 16)).toBe(answer.block);
  });

  test('at different heights return the block that both have', async () => {
    const both = await lastFinal();
    sim.faults.set('eos1', 'lag', { blocks: 3 });
    expect(await fetchBlock()).toMatchObject({ kind: 'ready', block: both - 3 });
  });

  test('return a later block as time passes', async () => {
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
      expect(await fetchBlock(patience)).toEqual({
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
      expect(await fetchBlock()).toMatchObject({ kind: 'unusable', fault: fails });
      sim.faults.set(node, fault, { block: block - 1 });
      expect(await fetchBlock()).toMatchObject({ kind: 'ready', block });
    }
  });

  test('the same wrong number from both nodes is not agreement', async () => {
    sim.faults.set('eos1', 'tampered-id');
    sim.faults.set('eos2', 'tampered-id');
    expect(await fetchBlock()).toMatchObject({ kind: 'unusable', fault: 'tampered' });
  });

  test('one address, a third that is down, and two that work', async () => {
    const [one, two] = sim.eos.baseUrls;
    const gone = 'http://127.0.0.1:1';
    expect(await fetchBlock({ bases: [one] })).toMatchObject({ kind: 'unusable', fault: 'unreachable' });
    expect(await fetchBlock({ bases: [gone, one, two] })).toMatchObject({ kind: 'ready' });
    expect(await fetchBlock({ bases: [gone, one] })).toMatchObject({ kind: 'unusable', fault: 'unreachable' });
  });

  test('a majority cannot outvote: any contradiction stops the block', async () => {
    const [one, two] = sim.eos.baseUrls;
    const block = await lastFinal();
    sim.faults.set('eos2', 'disagreement', { block });
    expect(await fetchBlock({ bases: [one, one, two] })).toMatchObject({ kind: 'unusable', fault: 'disagreement' });
    sim.faults.clear();
    sim.faults.set('eos2', 'tampered-id', { block });
    expect(await fetchBlock({ bases: [one, one, two] })).toMatchObject({ kind: 'unusable', fault: 'tampered' });
  });

  test('two nodes that both lag far behind are still rejected', async () => {
    sim.faults.set('eos1', 'lag', { blocks: 60 });
    sim.faults.set('eos2', 'lag', { blocks: 60 });
    expect(await fetchBlock()).toMatchObject({ kind: 'unusable', fault: 'lagging' });
  });

  test('a caller that aborts', async () => {
    sim.faults.set('eos1', 'hang');
    const stop = new AbortController();
    const clock = { now: () => sim.clock.now(), sleep: () => Promise.resolve() };
    const asked = fetchFinalBlock({ ...sources, timeoutMs: 60_000 }, clock, stop.signal);
    stop.abort();
    expect(await asked).toMatchObject({ kind: 'unusable', fault: 'unreachable' });
  });
});

describe('the gateway', () => {
  test('has the block immediately after a poll, for 15 s, and reports what is wrong', async () => {
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
