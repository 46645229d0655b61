import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { areSealVectors, checkSealVector, parseSealVectors } from './seal-vectors.ts';
import { checkVector, parseVectors } from './vectors.ts';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8'));
const raw = read('fairness-vectors');
const vectors = parseVectors(raw);
const rawSeals = read('seal-vectors');
const seals = parseSealVectors(rawSeals);

describe('golden vectors', () => {
  test('cover all three games', () => {
    expect(new Set(vectors.map((vector) => vector.lock.game))).toEqual(new Set(['coinflip', 'jackpot', 'casebattle']));
  });

  test.each(vectors.map((vector) => [vector.lock.roundId, vector] as const))('%s', (_, vector) => {
    expect(checkVector(vector)).toBeNull();
  });

  test('a changed digit is a named difference', () => {
    const [first] = vectors;
    if (first === undefined) throw new Error('no vectors');
    expect(checkVector({ ...first, key: '00'.repeat(32) })).toMatch(
      /^key: computed "[0-9a-f]{64}", published "0{64}"$/,
    );
    expect(checkVector({ ...first, outcome: { winnerSide: 1 } })).toMatch(/^outcome\.(\w+): /);
    expect(checkVector({ ...first, lockCanonical: '{}' })).toMatch(/^lockCanonical: /);
    expect(checkVector({ ...first, secret: `${first.secret}0` })).toMatch(/^hash: /);
  });
});

describe('golden vectors of seals', () => {
  test('are distinguished from those of rounds', () => {
    expect([areSealVectors(rawSeals), areSealVectors(raw), areSealVectors([]), areSealVectors(null)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test.each(seals.map((vector) => [vector.roundId, vector] as const))('%s', (_, vector) => {
    expect(checkSealVector(vector)).toBeNull();
  });

  test('a changed digit is a named difference', () => {
    const [first, second] = seals;
    if (first === undefined || second === undefined) throw new Error('no vectors');
    const { seal } = first;
    expect(checkSealVector({ ...first, drandRound: 1_001 })).toMatch(/^drandSignature: /);
    expect(checkSealVector({ ...first, seal: { ...seal, key: second.seal.key } })).toMatch(/^windowKey: .*not open/);
    expect(checkSealVector({ ...first, windowKey: second.windowKey })).toMatch(/^windowKey: computed "[0-9a-f]{64}"/);
    expect(checkSealVector({ ...first, seal: { ...seal, box: second.seal.box } })).toMatch(/^secretHex: /);
    expect(checkSealVector({ ...first, roundId: second.roundId })).toMatch(/^secretHex: /);
  });
});
