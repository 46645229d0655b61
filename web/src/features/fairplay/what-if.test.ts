import { describe, expect, test } from 'vitest';
import { makeProof, TEST_CHAIN } from '@fairpot/fairness/testing/rounds';
import { answer } from '../../fairness/answer.ts';
import { isChanged, readAmount, withEdits } from './what-if.ts';

const proof = makeProof('coinflip');

describe('changing inputs', () => {
  test('no edit, or an edit to the same value, is not a change', () => {
    expect(isChanged(proof, {})).toBe(false);
    expect(isChanged(proof, { secret: proof.secret, cents: { 0: 1_000 } })).toBe(false);
    expect(isChanged(proof, { cents: { 1: 1_071 } })).toBe(true);
  });

  test('does not modify the recorded round', () => {
    const before = JSON.stringify(proof);
    withEdits(proof, { secret: 'x', signature: 'y', cents: { 0: 5, 1: 6 } });
    expect(JSON.stringify(proof)).toBe(before);
  });

  test('one cent draws another ticket, and the verdict fails', () => {
    const changed = withEdits(proof, { cents: { 0: 1_001 } });
    const verified = answer({ ask: 'verify', proof: changed, chains: [TEST_CHAIN] });
    expect(verified).toMatchObject({ verdict: { ok: false }, picture: { total: 2_071 } });
    const recorded = answer({ ask: 'explain', proof });
    expect(recorded).toMatchObject({
      picture: { total: 2_070, ticket: 'ticket' in proof.outcome && proof.outcome.ticket },
    });
  });

  test('changes entries of a jackpot too; a battle has no stakes to change', () => {
    const jackpot = makeProof('jackpot');
    expect(withEdits(jackpot, { cents: { 1: 71 } }).lock.entries[1]).toMatchObject({ cents: 71 });
    const battle = makeProof('casebattle');
    expect(withEdits(battle, { cents: { 0: 1 } }).lock).toBe(battle.lock);
  });
});

test.each([
  ['20', 2_000],
  ['20.5', 2_050],
  [' 20.05 ', 2_005],
  ['0.01', 1],
  ['0', null],
  ['-1', null],
  ['1.234', null],
  ['1e3', null],
  ['', null],
])('the amount "%s" is %s cents', (text, cents) => {
  expect(readAmount(text)).toBe(cents);
});
