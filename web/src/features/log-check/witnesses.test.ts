import { expect, test } from 'vitest';
import { witnessStatus, STALE_AFTER_MS, type WitnessReport } from './witnesses.ts';

const NOW = 1_800_000_000_000;
const one = { name: 'w', at: NOW - 5_000, size: 7, problem: null };
const report: WitnessReport = { unwatched: false, simulated: false, found: [one] };
const standing = (over: Partial<WitnessReport>, now = NOW) => witnessStatus({ ...report, ...over }, now);

test('witnesses that have just confirmed a head', () => {
  expect(standing({})).toMatchObject({
    tone: 'ok',
    text: expect.stringContaining('checked the signatures') as unknown,
  });
});

test('a demo’s witness is called simulated, and the text says what it proves', () => {
  expect(standing({ simulated: true }).text).toMatch(/simulated witness.*proves nothing against it/);
});

test('without a witness the text says so, and the tone is never ok', () => {
  expect(standing({ unwatched: true, found: [] })).toMatchObject({ tone: 'warn' });
  expect(standing({ unwatched: true, found: [] }).text).toContain('No witness watches this log');
});

test('a head that no witness confirmed for a minute is stale; one of several witnesses is enough', () => {
  expect(standing({}, (one.at ?? 0) + STALE_AFTER_MS + 1).text).toContain('Stale');
  expect(standing({ found: [{ ...one, at: null, size: null }] }).text).toContain('Stale');
  expect(standing({ found: [{ ...one, at: 0 }, one] }).tone).toBe('ok');
});

test('a contradiction takes precedence', () => {
  const found = [one, { ...one, at: 0, problem: 'w: the log does not continue' }];
  expect(standing({ found, simulated: true })).toEqual({
    tone: 'bad',
    text: 'MISMATCH. w: the log does not continue.',
  });
});
