/**
 * The worker's result for a lock and a beacon output, without the site: the recorded result, nothing, or proof of
 * cheating.
 */
import { describe, expect, test } from 'vitest';
import { canon } from '@fairpot/fairness/encoding/canon';
import { makeProof, signRound, TEST_CHAIN } from '@fairpot/fairness/testing/rounds';
import { answer } from './answer.ts';
import type { OpenSealResult, OpenSealInput } from './answer.ts';

const GAMES = ['coinflip', 'jackpot', 'casebattle'] as const;
const { lock, drand, hash, secret, outcome, payouts } = makeProof('coinflip');
const asked: OpenSealInput = {
  lockText: canon(lock),
  signature: drand.signature,
  chains: [TEST_CHAIN],
  seen: { hash },
  items: payouts.items,
};

function open(over: Partial<OpenSealInput> = {}): OpenSealResult {
  const found = answer({ ask: 'open', ...asked, ...over });
  if (!('found' in found) || !['result', 'nothing', 'cheated'].includes(found.found)) throw new Error('no finding');
  return found;
}

test.each(GAMES)('the seal of a %s yields the published result', (game) => {
  const proof = makeProof(game, 3);
  const found = open({
    lockText: canon(proof.lock),
    signature: proof.drand.signature,
    seen: { hash: proof.hash },
    items: proof.payouts.items,
  });
  expect(found).toEqual({ found: 'result', secret: proof.secret, outcome: proof.outcome, payouts: proof.payouts });
});

test('input that is not an output of a trusted chain says nothing about the round', () => {
  expect(open({ signature: signRound(drand.round + 1) })).toEqual({ found: 'nothing' });
  expect(open({ chains: [] })).toEqual({ found: 'nothing' });
  expect(open({ signature: '8'.repeat(96) })).toEqual({ found: 'nothing' });
});

/** Why it is cheating; empty when it is not. */
const reasonOf = (opened: OpenSealResult): string => (opened.found === 'cheated' ? opened.reason : '');

describe('detects cheating', () => {
  test('a seal that does not open, or opens to another secret', () => {
    const other = makeProof('coinflip', 2);
    const garbage = {
      ...lock,
      seal: { ...lock.seal, key: lock.seal.key.replace(/..$/, (last) => (last === '00' ? '01' : '00')) },
    };
    const foreign = { ...lock, seal: { ...lock.seal, box: other.lock.seal.box } };
    for (const bad of [garbage, foreign]) expect(reasonOf(open({ lockText: canon(bad) }))).toContain('does not open');
  });

  test('a commitment, stakes or cases other than those seen', () => {
    expect(reasonOf(open({ seen: { hash: 'ab'.repeat(32) } }))).toContain('a different commitment');
    const [first, second] = lock.entries;
    expect(open({ seen: { hash, entries: [first, second] } }).found).toBe('result');
    expect(open({ seen: { hash, entries: [second, first] } })).toMatchObject({ found: 'cheated' });
    const battle = { cases: ['box'], mode: 'NORMAL', teams: 2, seatsPerTeam: 2, tables: [] };
    const proof = makeProof('casebattle');
    const found = open({
      lockText: canon(proof.lock),
      signature: proof.drand.signature,
      seen: { hash: proof.hash, battle },
    });
    expect(found).toMatchObject({ found: 'cheated' });
  });

  test('items that are not worth the locked stakes', () => {
    expect(reasonOf(open({ items: payouts.items.slice(1) }))).toContain('its stake is');
  });

  test('an invalid lock', () => {
    for (const lockText of ['', '{}', 'null', canon({ ...lock, v: 'fp/1' })])
      expect(open({ lockText })).toMatchObject({ found: 'cheated' });
  });

  test('but not in an honest round', () => {
    expect(open()).toEqual({ found: 'result', secret, outcome, payouts });
  });
});
