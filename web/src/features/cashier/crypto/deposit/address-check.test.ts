/** An address is shown only if the offline key signed exactly this address; a new key counts only if the previous key signed it (T20). */
import { generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { addressKeyText, addressText, type AddressKey } from '@fairpot/contract/crypto/signatures/calls';
import { verifies } from '@fairpot/fairness/tree/note';
import { describe, expect, test } from 'vitest';
import { checkAddress } from './address-check.ts';

const signer = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const sign = (text: string) => signBytes(null, Buffer.from(text), privateKey).toString('hex');
  return { key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'), sign };
};
const [one, two, thief] = [signer(), signer(), signer()];
const ADDRESS = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const ELSEWHERE = 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9';
const first: AddressKey = { key: one.key, by: null };
const next: AddressKey = { key: two.key, by: one.sign(addressKeyText(two.key)) };
const signed = (by: typeof one, address = ADDRESS) => by.sign(addressText('tron', address));
const check = (
  change: { coin?: 'USDT' | 'TRX' | 'ETH'; address?: string; signature?: string },
  keys: readonly AddressKey[] = [first],
  known: string | null = null,
) => checkAddress(verifies, { coin: 'USDT', address: ADDRESS, signature: signed(one), ...change }, keys, known);
const refused = (why: string) => ({ state: 'refused', why: expect.stringContaining(why) as string });

describe('the address', () => {
  test('is shown for each coin of its network when the key signed it', () => {
    expect(check({})).toEqual({ state: 'signed', key: one.key });
    expect(check({ coin: 'TRX' })).toEqual({ state: 'signed', key: one.key });
    expect(check({}, [first], one.key)).toEqual({ state: 'signed', key: one.key });
  });

  test.each([
    ['another address', { address: ELSEWHERE }],
    ['another address, signed by someone else', { address: ELSEWHERE, signature: signed(thief, ELSEWHERE) }],
    ['another network', { coin: 'ETH' as const }],
    ['no signature', { signature: '' }],
    ['half a signature', { signature: signed(one).slice(0, 64) }],
    ['a signature that is not hex', { signature: 'z'.repeat(128) }],
    ['one changed letter', { address: `${ADDRESS.slice(0, -1)}J` }],
  ])('%s: refused', (_, change) => {
    expect(check(change)).toEqual(refused('has not signed this address'));
  });

  test('is refused when the site has no key', () => {
    expect(check({}, [])).toEqual(refused('publishes no key'));
  });
});

describe('the key', () => {
  test('a new key signed by the known key replaces it', () => {
    expect(check({ signature: signed(two) }, [first, next], one.key)).toEqual({ state: 'signed', key: two.key });
    expect(check({ signature: signed(two) }, [first, next], two.key)).toEqual({ state: 'signed', key: two.key });
    expect(check({ signature: signed(one) }, [first, next], one.key)).toEqual(refused('has not signed'));
  });

  test('a key that the known key has not signed is refused, even if it signed all its addresses', () => {
    const stolen: AddressKey = { key: thief.key, by: null };
    const mine = { signature: signed(thief) };
    expect(check(mine, [stolen], one.key)).toEqual(refused('differs from the one this browser knows'));
    expect(check(mine, [first, stolen], one.key)).toEqual(refused('not signed by the one before'));
    const forged: AddressKey = { key: thief.key, by: thief.sign(addressKeyText(thief.key)) };
    expect(check(mine, [first, forged], one.key)).toEqual(refused('not signed by the one before'));
    expect(check(mine, [first, next, forged], two.key)).toEqual(refused('not signed by the one before'));
  });
});
