import { describe, expect, test } from 'vitest';
import type { Verdict } from '@fairpot/fairness/verify';
import { nextSeal, sealText } from './seal.ts';
import type { Seal, SealEvent } from './seal.ts';
import type { Memory } from './seen.ts';

const memory: Memory = { game: 'coinflip', roundId: 'rnd_a', hash: 'aa', stakes: [], lock: null, first: 'open' };
const good: Verdict = { ok: true, simulated: true, failed: null, steps: [] };
const badStep = {
  id: 'commitment',
  title: 'The secret opens the commitment',
  inputs: {},
  computed: 'x',
  expected: 'y',
  ok: false,
  detail: 'd',
};
const bad: Verdict = { ok: false, simulated: true, failed: badStep, steps: [badStep] };
const trace = { ticket: 3, total: 10, beaconRound: '12' };
const noted = (first: Memory['first'] = 'open', contradiction: string | null = null): SealEvent => ({
  event: 'noted',
  memory: { ...memory, first },
  contradiction,
});

function run(...changes: SealEvent[]): Seal {
  let seal: Seal | undefined;
  for (const change of changes) seal = nextSeal(seal, change);
  if (!seal) throw new Error('no change');
  return seal;
}

describe('the seal of a round', () => {
  test('watching, checking, verified; it keeps how early the round was seen', () => {
    expect(run(noted()).state).toBe('watching');
    expect(run(noted(), { event: 'started' })).toEqual({ state: 'checking', since: 'open' });
    expect(run(noted(), { event: 'started' }, { event: 'judged', verdict: good, trace })).toMatchObject({
      state: 'verified',
      since: 'open',
      simulated: true,
    });
  });

  test('a round first seen after its stakes is verified, and says so', () => {
    const late = run(noted('settled'), { event: 'started' }, { event: 'judged', verdict: good, trace });
    expect(sealText(late).label).toBe('Verified, joined late');
    expect(sealText(late).detail).toContain('did not see the commitment before the stakes');
    expect(sealText(late).detail).toContain('simulated');
  });

  test('a step that does not hold is a mismatch that names the step', () => {
    const seal = run(noted(), { event: 'started' }, { event: 'judged', verdict: bad, trace });
    expect(seal).toMatchObject({ state: 'mismatch', step: 'commitment' });
    expect(sealText(seal).label).toBe('MISMATCH');
    expect(sealText(seal).detail).toContain('The secret opens the commitment');
  });

  test('a contradiction between sights is a mismatch at once', () => {
    expect(run(noted(), noted('open', 'The commitment was replaced'))).toMatchObject({
      state: 'mismatch',
      reason: 'The commitment was replaced',
    });
  });

  test('nothing turns a mismatch back', () => {
    const start = run(noted('open', 'two stories'));
    const later: SealEvent[] = [
      noted(),
      { event: 'started' },
      { event: 'judged', verdict: good, trace },
      { event: 'failed' },
    ];
    for (const change of later) expect(nextSeal(start, change)).toBe(start);
  });

  test('a verifier that could not run claims nothing', () => {
    const seal = run(noted(), { event: 'started' }, { event: 'failed' });
    expect(seal).toEqual({ state: 'unchecked', since: 'open' });
    expect(sealText(seal).detail).toContain('Nothing is claimed');
  });

  test('only a verdict verifies', () => {
    for (const change of [noted(), { event: 'started' }, { event: 'failed' }] satisfies SealEvent[])
      expect(run(noted(), change).state).not.toBe('verified');
  });
});
