import { describe, expect, test } from 'vitest';
import type { RoundVerdict } from '@fairpot/fairness/verify/verify';
import { nextSeal, sealText } from './seal.ts';
import type { BrowserSeal, SealEvent } from './seal.ts';
import type { RoundMemory } from './observation.ts';

const memory: RoundMemory = { game: 'coinflip', roundId: 'rnd_a', hash: 'aa', stakes: [], lock: null, first: 'open' };
const good: RoundVerdict = { ok: true, simulated: true, failed: null, steps: [], checks: 0 };
const badStep = {
  id: 'commitment',
  title: 'The secret opens the commitment',
  inputs: {},
  computed: 'x',
  expected: 'y',
  ok: false,
  detail: 'd',
};
const bad: RoundVerdict = { ok: false, simulated: true, failed: badStep, steps: [badStep], checks: 1 };
const trace = { ticket: 3, total: 10, beaconRound: '12' };
const noted = (first: RoundMemory['first'] = 'open', contradiction: string | null = null): SealEvent => ({
  event: 'noted',
  memory: { ...memory, first },
  contradiction,
});

function run(...changes: SealEvent[]): BrowserSeal {
  let seal: BrowserSeal | undefined;
  for (const change of changes) seal = nextSeal(seal, change);
  if (!seal) throw new Error('no change');
  return seal;
}

describe('the seal of a round', () => {
  test('goes from watching to checking to verified, and keeps the phase of the first observation', () => {
    expect(run(noted()).state).toBe('watching');
    expect(run(noted(), { event: 'started' })).toEqual({ state: 'checking', since: 'open' });
    expect(run(noted(), { event: 'started' }, { event: 'judged', verdict: good, trace, late: false })).toMatchObject({
      state: 'verified',
      since: 'open',
      simulated: true,
    });
  });

  test('a round first seen after its stakes is verified as joined late', () => {
    const late = run(noted('locked'), { event: 'started' }, { event: 'judged', verdict: good, trace, late: false });
    expect(sealText(late).label).toBe('Verified, joined late');
    expect(sealText(late).detail).toContain('not the round before the lock');
    expect(sealText(late).detail).toContain('simulated');
  });

  test('a lock first seen when its beacon was due is seen late, never verified', () => {
    const late = run(noted(), { event: 'started' }, { event: 'judged', verdict: good, trace, late: true });
    expect(late).toMatchObject({ state: 'late', since: 'open' });
    expect(sealText(late).label).toBe('Seen late');
    expect(sealText(late).detail).toContain('cannot confirm that they were locked before');
    expect(sealText(late).detail).not.toMatch(/verified/i);
  });

  test('a seal opened by this browser says so until the published result is verified', () => {
    const opened = run(noted(), { event: 'opened', beaconRound: '12', late: false });
    expect(sealText(opened).label).toBe('Opened by your browser');
    expect(sealText(opened).detail).toContain('beacon round 12');
    const published = nextSeal(nextSeal(opened, { event: 'started' }), {
      event: 'judged',
      verdict: good,
      trace,
      late: false,
    });
    expect(published.state).toBe('verified');
    expect(nextSeal(published, { event: 'opened', beaconRound: '12', late: false })).toBe(published);
  });

  test('a seal that does not open is a mismatch, and stays one', () => {
    const accused = run(noted(), { event: 'accused', reason: 'The seal does not open' });
    expect(sealText(accused)).toEqual({ label: 'MISMATCH', detail: 'The seal does not open' });
    expect(nextSeal(accused, { event: 'opened', beaconRound: '12', late: false })).toBe(accused);
  });

  test('a failed step is a mismatch that names the step', () => {
    const seal = run(noted(), { event: 'started' }, { event: 'judged', verdict: bad, trace, late: false });
    expect(seal).toMatchObject({ state: 'mismatch', step: 'commitment' });
    expect(sealText(seal).label).toBe('MISMATCH');
    expect(sealText(seal).detail).toContain('The secret opens the commitment');
  });

  test('a contradiction between observations is an immediate mismatch', () => {
    expect(run(noted(), noted('open', 'The commitment was replaced'))).toMatchObject({
      state: 'mismatch',
      reason: 'The commitment was replaced',
    });
  });

  test('nothing reverts a mismatch', () => {
    const start = run(noted('open', 'two histories'));
    const later: SealEvent[] = [
      noted(),
      { event: 'started' },
      { event: 'judged', verdict: good, trace, late: false },
      { event: 'failed' },
    ];
    for (const change of later) expect(nextSeal(start, change)).toBe(start);
  });

  test('a verifier that cannot run claims nothing', () => {
    const seal = run(noted(), { event: 'started' }, { event: 'failed' });
    expect(seal).toEqual({ state: 'unchecked', since: 'open' });
    expect(sealText(seal).detail).toContain('Nothing is claimed');
  });

  test('only a verdict verifies', () => {
    for (const change of [noted(), { event: 'started' }, { event: 'failed' }] satisfies SealEvent[])
      expect(run(noted(), change).state).not.toBe('verified');
  });
});
