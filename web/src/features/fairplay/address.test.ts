import { describe, expect, test } from 'vitest';
import { fairplayLink } from '../../games-kit/fairplay-link.ts';
import { readAddress, readInput } from './address.ts';

const hash = 'ab'.repeat(32);
const roundId = 'rnd_01m7x5be4hbxtw4zt2t73fecqx';
const secret = `fp2.coinflip.${roundId}.${'0c'.repeat(32)}`;

describe('the address', () => {
  test('the link of a round round-trips', () => {
    const link = new URL(fairplayLink({ game: 'coinflip', hash, secret }), 'http://localhost');
    expect(link.pathname).toBe('/fairplay');
    expect(readAddress(link.searchParams)).toEqual({ game: 'coinflip', hash, secret, roundId: null });
  });

  test('omits a secret that is not public yet', () => {
    expect(fairplayLink({ game: 'coinflip', hash, secret: null })).toBe(`/fairplay?game=coinflip&hash=${hash}`);
  });

  test('ignores values of the wrong form', () => {
    const odd = new URLSearchParams({ game: 'roulette', hash: 'xyz', round: '../etc', secret: ' ' });
    expect(readAddress(odd)).toEqual({ game: null, hash: null, secret: null, roundId: null });
  });
});

describe('typed input', () => {
  test.each([
    [` ${roundId} `, { kind: 'round', roundId }],
    [hash.toUpperCase(), { kind: 'hash', hash }],
    [secret, { kind: 'secret', secret, roundId }],
    ['fp2.coinflip.elsewhere.00', { kind: 'secret', secret: 'fp2.coinflip.elsewhere.00', roundId: null }],
    ['{"v":"fp/2"}', { kind: 'proof', proof: { v: 'fp/2' } }],
    ['{"v":', { kind: 'unknown' }],
    ['hello', { kind: 'unknown' }],
    ['', { kind: 'unknown' }],
  ])('%s', (text, typed) => {
    expect(readInput(text)).toEqual(typed);
  });
});
