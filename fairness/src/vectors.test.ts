import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkVector, parseVectors } from './vectors.ts';

const raw: unknown = JSON.parse(readFileSync(new URL('../vectors/fairness-vectors.json', import.meta.url), 'utf8'));
const vectors = parseVectors(raw);

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
