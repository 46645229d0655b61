/** The worker's answers, over the protocol's golden vectors. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseLock } from '@fairpot/fairness/protocol/lock';
import { answer } from './answer.ts';

interface Vector {
  readonly secret: string;
  readonly lock: { readonly game: string; readonly hash: string };
  readonly key: string;
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../fairness/vectors/fairness-vectors.json', import.meta.url), 'utf8'),
) as readonly Vector[];
const coinflips = vectors.filter((vector) => vector.lock?.game === 'coinflip');

describe('the fairness worker', () => {
  test('has test vectors', () => {
    expect(coinflips.length).toBeGreaterThan(3);
  });

  test('returns the commitment of a secret and the parts that the secret names', () => {
    for (const { secret, lock } of coinflips) {
      const committed = answer({ ask: 'commitment', secret });
      expect(committed).toMatchObject({ hash: lock.hash, parts: { game: 'coinflip' } });
    }
  });

  test('a text that is not a secret has a hash but no parts', () => {
    const committed = answer({ ask: 'commitment', secret: 'hello' });
    expect(committed).toEqual({
      hash: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      parts: null,
    });
  });

  test('input that is not a proof fails the shape step, without a picture', () => {
    for (const proof of [null, 7, 'text', [], {}, { v: 'fp/1' }, { v: 'fp/2' }]) {
      const verified = answer({ ask: 'verify', proof });
      expect(verified).toMatchObject({ verdict: { ok: false, failed: { id: 'shape' } }, picture: null });
    }
  });

  test('parses the locks of the vectors', () => {
    for (const { lock } of coinflips) expect(parseLock(lock).game).toBe('coinflip');
  });
});
