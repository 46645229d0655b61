import { startSimulators, type Simulators } from '@fairpot/simulators/start';
import { QUICKNET } from '@fairpot/fairness/protocol/beacon';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeBeaconGateway } from './beacons.ts';
import { fetchDrandRound } from './drand.ts';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';

let sim: Simulators;
let chain: DrandChain;
beforeAll(async () => {
  sim = await startSimulators();
  chain = { ...sim.drand.chain, scheme: 'bls-unchained-g1-rfc9380' };
});
afterAll(() => sim.stop());
afterEach(() => sim.faults.clear());

const ask = (round: number, under = chain, base = sim.drand.baseUrl) =>
  fetchDrandRound(base, under, round, new AbortController().signal, 500);
const newest = () => Math.floor((sim.clock.now() - chain.genesisMs) / chain.periodMs) + 1;

test('a published round is verified', async () => {
  const answer = await ask(newest() - 2);
  expect(answer).toMatchObject({ kind: 'ready' });
  expect(answer.kind === 'ready' ? answer.signature : '').toMatch(/^[0-9a-f]{96}$/);
});

test('a future round is not available yet, whether the relay says 404 or 425', async () => {
  expect(await ask(newest() + 100)).toEqual({ kind: 'not-yet' });
  sim.faults.set('drand', 'too-early-425');
  expect(await ask(newest() + 100)).toEqual({ kind: 'not-yet' });
});

test('callers that wait for the same round share a request', async () => {
  const eos = { chainId: '', bases: [] };
  const clock = { now: () => sim.clock.now(), sleep: () => Promise.resolve() };
  const gateway = makeBeaconGateway({ drandBase: sim.drand.baseUrl, drandChain: chain, eos }, clock);
  const { signal } = new AbortController();
  const kinds = async (...rounds: number[]) =>
    (await Promise.all(rounds.map((round) => gateway.drand(round, signal)))).map(({ kind }) => kind);
  const past = newest() - 2;
  sim.faults.set('drand', '503', {}, 1);
  expect(await kinds(past, past, past)).toEqual(['unusable', 'unusable', 'unusable']);
  expect(await kinds(past, past)).toEqual(['ready', 'ready']);
});

describe('rejected', () => {
  test.each([
    ['wrong-signature', {}],
    ['old-signature', { back: 1 }],
    ['503', {}],
    ['hang', {}],
  ])('%s', async (fault, params) => {
    sim.faults.set('drand', fault, params);
    expect(await ask(newest() - 2)).toMatchObject({ kind: 'unusable' });
  });

  test('a valid signature under another pinned key', async () => {
    const other = { ...chain, publicKey: QUICKNET.publicKey };
    expect(await ask(newest() - 2, other)).toEqual({ kind: 'unusable', why: 'the signature does not verify' });
  });

  test('an unreachable relay, and invalid round numbers', async () => {
    expect(await ask(1, chain, 'http://127.0.0.1:1')).toMatchObject({ kind: 'unusable' });
    for (const round of [0, -1, 1.5, NaN]) expect(await ask(round)).toMatchObject({ kind: 'unusable' });
  });

  test('a caller that aborts', async () => {
    sim.faults.set('drand', 'hang');
    const stop = new AbortController();
    const asked = fetchDrandRound(sim.drand.baseUrl, chain, 1, stop.signal, 60_000);
    stop.abort();
    expect(await asked).toMatchObject({ kind: 'unusable' });
  });
});
