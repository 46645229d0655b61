/** Two real HTTP nodes over one chain, each with faults of its own: when is a block taken, and what is said otherwise? */
import { startSimulators, type Simulators } from '@fairpot/simulators/start';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeBeaconGateway } from './beacons.ts';
import type { EosSources } from './eos-node.ts';

/** Stands still, so that a head is as old as the test says. */
const START = Date.parse('2026-03-01T12:00:00Z');
let sim: Simulators;
let sources: EosSources;
beforeAll(async () => {
  sim = await startSimulators({ clock: { now: () => START } });
  sources = { bases: sim.eos.baseUrls, chainId: sim.eos.chainId, timeoutMs: 400 };
});
afterAll(() => sim.stop());
afterEach(() => {
  sim.faults.clear();
  sim.clock.reset();
});

const never = new AbortController().signal;
function gateway(over: Partial<EosSources> = {}, now = () => sim.clock.now()) {
  const clock = { now, sleep: () => Promise.resolve() };
  const drandChain = { ...sim.drand.chain, scheme: 'bls-unchained-g1-rfc9380' as const };
  return makeBeaconGateway({ drandBase: sim.drand.baseUrl, drandChain, eos: { ...sources, ...over } }, clock);
}
const head = (over?: Partial<EosSources>, now?: () => number) => gateway(over, now).eosHead(never);
const block = (num: number, over?: Partial<EosSources>) => gateway(over).eosBlock(num, never);
const newest = () => Math.floor((sim.clock.now() - sim.eos.genesisMs) / sim.eos.blockMs) + 1;

describe('two nodes that agree', () => {
  test('tell the head', async () => {
    const num = newest();
    expect(await head()).toEqual({
      kind: 'ready',
      chain: sim.eos.chainId,
      num,
      time: sim.eos.genesisMs + (num - 1) * sim.eos.blockMs,
    });
  });

  test('tell a final block: id with its number in front, and its own time', async () => {
    const num = newest() - 3;
    const answer = await block(num);
    expect(answer).toMatchObject({
      kind: 'ready',
      chain: sim.eos.chainId,
      block: num,
      time: sim.eos.genesisMs + (num - 1) * sim.eos.blockMs,
    });
    expect(Number.parseInt(answer.kind === 'ready' ? answer.id.slice(0, 8) : '', 16)).toBe(num);
  });

  test('a block to come, or one that could still change, is not yet', async () => {
    expect(await block(newest() + 6)).toEqual({ kind: 'not-yet' });
    expect(await block(newest())).toEqual({ kind: 'not-yet' });
    expect(await block(newest() - 2)).toEqual({ kind: 'not-yet' });
    const named = newest() + 6;
    sim.clock.advance(10_000);
    expect(await block(named)).toMatchObject({ kind: 'ready', block: named });
  });

  test('the head is the higher one when a node is a little behind', async () => {
    sim.faults.set('eos1', 'lag', { blocks: 3 });
    expect(await head()).toMatchObject({ kind: 'ready', num: newest() });
  });
});

describe('one node alone decides nothing', () => {
  test.each([
    ['503', {}, 'unreachable'],
    ['hang', {}, 'unreachable'],
    ['oversize', {}, 'unreachable'],
    ['wrong-chain-id', {}, 'foreign-chain'],
    ['lag', { blocks: 120 }, 'lagging'],
  ])('%s: neither head nor block', async (fault, params, told) => {
    for (const node of ['eos1', 'eos2'] as const) {
      sim.faults.clear();
      sim.faults.set(node, fault, params);
      const base = sim.eos.baseUrls[node === 'eos1' ? 0 : 1];
      const trouble = { kind: 'unusable', fault: told, why: expect.stringContaining(base) as string };
      expect(await head()).toEqual(trouble);
      expect(await block(newest() - 10)).toEqual(trouble);
    }
  });

  test.each([
    ['gap', 'gap'],
    ['tampered-id', 'tampered'],
    ['disagreement', 'disagreement'],
    ['shifted-time', 'disagreement'],
  ])('%s of the named block', async (fault, told) => {
    const num = newest() - 10;
    for (const node of ['eos1', 'eos2'] as const) {
      sim.faults.clear();
      sim.faults.set(node, fault, { block: num });
      expect(await block(num)).toMatchObject({ kind: 'unusable', fault: told });
      expect(await block(num - 1)).toMatchObject({ kind: 'ready' });
    }
  });

  test('the same wrong number at both nodes is no agreement', async () => {
    sim.faults.set('eos1', 'tampered-id');
    sim.faults.set('eos2', 'tampered-id');
    expect(await block(newest() - 10)).toMatchObject({ kind: 'unusable', fault: 'tampered' });
  });

  test('one address, a third that is away, and two that are', async () => {
    const [one, two] = sim.eos.baseUrls;
    const gone = 'http://127.0.0.1:1';
    const num = newest() - 10;
    expect(await block(num, { bases: [one] })).toMatchObject({ kind: 'unusable', fault: 'unreachable' });
    expect(await head({ bases: [one] })).toMatchObject({ kind: 'unusable', fault: 'unreachable' });
    expect(await block(num, { bases: [gone, one, two] })).toMatchObject({ kind: 'ready' });
    expect(await head({ bases: [gone, one, two] })).toMatchObject({ kind: 'ready' });
    expect(await block(num, { bases: [gone, one] })).toMatchObject({ kind: 'unusable', fault: 'unreachable' });
  });

  test('a majority does not outvote: any contradiction stops the block', async () => {
    const [one, two] = sim.eos.baseUrls;
    const num = newest() - 10;
    sim.faults.set('eos2', 'disagreement', { block: num });
    expect(await block(num, { bases: [one, one, two] })).toMatchObject({ kind: 'unusable', fault: 'disagreement' });
    sim.faults.clear();
    sim.faults.set('eos2', 'tampered-id', { block: num });
    expect(await block(num, { bases: [one, one, two] })).toMatchObject({ kind: 'unusable', fault: 'tampered' });
  });
});

describe('the head is of this moment', () => {
  test.each([
    ['old', 2_600],
    ['ahead of our clock', -2_100],
  ])('%s: refused', async (_what, ms) => {
    const answer = await head({}, () => sim.clock.now() + ms);
    expect(answer).toMatchObject({ kind: 'unusable', fault: 'lagging' });
  });

  test('both nodes behind together are still behind', async () => {
    sim.faults.set('eos1', 'lag', { blocks: 20 });
    sim.faults.set('eos2', 'lag', { blocks: 20 });
    expect(await head()).toMatchObject({ kind: 'unusable', fault: 'lagging' });
    // Behind by ten seconds: what they lack may be final in a moment, so there is nothing to report yet.
    expect(await block(newest() - 10)).toEqual({ kind: 'not-yet' });
  });

  test('a caller that stops waiting, and numbers that are no blocks', async () => {
    sim.faults.set('eos1', 'hang');
    const stop = new AbortController();
    const asked = gateway({ timeoutMs: 60_000 }).eosBlock(1, stop.signal);
    stop.abort();
    expect(await asked).toMatchObject({ kind: 'unusable', fault: 'unreachable' });
    for (const num of [0, -1, 1.5, NaN, 2 ** 32]) expect(await block(num)).toMatchObject({ kind: 'unusable' });
  });
});
