/** Seals against drand's own timelock library, both ways, and against every manipulation. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { decryptOnG2, encryptOnG2RFC9380 } from 'tlock-js/crypto/ibe.js';
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { drandMessage, QUICKNET } from '../protocol/beacon.ts';
import { concat, fromHex, toHex } from '../encoding/bytes.ts';
import { randomOf } from '../protocol/commitment.ts';
import type { Lock } from '../protocol/lock.ts';
import { boxOf, openBox } from '../base/seal-box.ts';
import { openSeal, resultFromSeal, SealError, secretIn } from './seal.ts';
import { makeProof, sealOf, signRound, TEST_CHAIN, testSealKey, windowKeyOf } from '../testing/rounds.ts';
import { openWindow, sealKeyOf } from './window-key.ts';

const ROUND = 4_711;
const signature = signRound(ROUND);
const windowKey = windowKeyOf(ROUND);
const sealKey = testSealKey(ROUND);

/** A sealed key as tlock-js holds it. */
const ciphertextOf = (key: string) => {
  const bytes = fromHex(key);
  return { U: bytes.slice(0, 96), V: bytes.slice(96, 128), W: bytes.slice(128) };
};

describe('drand’s timelock library', () => {
  test('opens what is sealed here', async () => {
    for (let i = 0; i < 3; i += 1) {
      const [key, sigma] = [randomBytes(32), randomBytes(32)];
      const sealed = sealKeyOf({ chain: TEST_CHAIN, round: ROUND, windowKey: key, sigma });
      expect(toHex(await decryptOnG2(fromHex(signature), ciphertextOf(sealed)))).toBe(toHex(key));
    }
  });

  test('seals what is opened here, also in quicknet’s key and form', async () => {
    const theirs = await encryptOnG2RFC9380(fromHex(TEST_CHAIN.publicKey), drandMessage(ROUND), windowKey);
    expect(openWindow(toHex(concat(theirs.U, theirs.V, theirs.W)), signature)).toEqual(windowKey);
    const quicknet = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
    const sealed = sealKeyOf({ chain: QUICKNET, round: 1_000, windowKey, sigma: randomBytes(32) });
    expect(await decryptOnG2(fromHex(quicknet), ciphertextOf(sealed))).toEqual(windowKey);
  });
});

describe('a window key', () => {
  const sealed = (over: object = {}) =>
    sealKeyOf({ chain: TEST_CHAIN, round: ROUND, windowKey, sigma: new Uint8Array(32).fill(5), ...over });

  test('is sealed in 160 bytes, always the same for the same inputs', () => {
    expect(sealed()).toMatch(/^[0-9a-f]{320}$/);
    expect(sealed()).toBe(sealed());
  });

  test.each<[string, object]>([
    ['another sigma', { sigma: new Uint8Array(32).fill(6) }],
    ['another round', { round: ROUND + 1 }],
    ['another window key', { windowKey: new Uint8Array(32) }],
    ['another chain', { chain: QUICKNET }],
  ])('%s gives another text', (_, over) => {
    expect(sealed(over)).not.toBe(sealed());
  });

  test.each<[string, object, string]>([
    ['31 bytes', { windowKey: new Uint8Array(31) }, 'a window key has 32 bytes'],
    ['a sigma of 16', { sigma: new Uint8Array(16) }, 'sigma has 32 bytes'],
    ['a chain without a key', { chain: { publicKey: '' } }, 'not 96 bytes'],
    ['a key that is no point', { chain: { publicKey: `80${'00'.repeat(95)}` } }, 'square root'],
    ['the key at infinity', { chain: { publicKey: `c0${'00'.repeat(95)}` } }, 'point at infinity'],
    ['no round', { round: -1 }, 'not a safe integer'],
  ])('%s is refused', (_, over, message) => {
    expect(() => sealed(over)).toThrow(message);
  });

  test('opens only with the signature of its round', () => {
    expect(openWindow(sealKey, signature)).toEqual(windowKey);
    expect(() => openWindow(sealKey, signRound(ROUND + 1))).toThrow('does not open');
    expect(() => openWindow(testSealKey(ROUND + 1), signature)).toThrow('does not open');
  });

  test('every flipped bit is refused, in U, V and X', () => {
    for (let bit = 0; bit < 1280; bit += 53) {
      const bad = fromHex(sealKey).map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect(() => openWindow(toHex(bad), signature)).toThrow();
    }
  });

  test('other spellings, other lengths and points outside the group are refused', () => {
    const u = bls12_381.G2.Point.fromHex(sealKey.slice(0, 192));
    const rest = sealKey.slice(192);
    const outside = `80${'00'.repeat(94)}02`;
    for (const bad of [sealKey.toUpperCase(), sealKey.slice(2), `${sealKey}00`, '', `0x${sealKey}`])
      expect(() => openWindow(bad, signature)).toThrow('not 160 bytes');
    expect(() => openWindow(toHex(u.toBytes(false)).slice(0, 192) + rest, signature)).toThrow();
    expect(() => openWindow(`c0${'00'.repeat(95)}${rest}`, signature)).toThrow();
    // The same point with its first coordinate encoded beyond the field.
    const beyond = BigInt(`0x${sealKey.slice(96, 192)}`) + bls12_381.fields.Fp.ORDER;
    expect(() => openWindow(sealKey.slice(0, 96) + beyond.toString(16).padStart(96, '0') + rest, signature)).toThrow();
    expect(() => openWindow(outside + rest, signature)).toThrow();
    expect(() => openWindow(sealKey, `${signature}00`)).toThrow('not 48 bytes');
    expect(() => openWindow(sealKey, `c0${'00'.repeat(47)}`)).toThrow();
  });
});

describe('a box', () => {
  const random = new Uint8Array(32).fill(0xa5);

  test('opens under its window key, for its round', () => {
    const box = boxOf('rnd_1', windowKey, random);
    expect(box).toMatch(/^[0-9a-f]{64}$/);
    expect(openBox('rnd_1', windowKey, box)).toEqual(random);
    expect(openBox('rnd_2', windowKey, box)).not.toEqual(random);
    expect(openBox('rnd_1', windowKeyOf(ROUND + 1), box)).not.toEqual(random);
  });

  test('takes 32 bytes of each', () => {
    expect(() => boxOf('rnd_1', windowKey.slice(1), random)).toThrow('a window key has 32 bytes');
    expect(() => boxOf('rnd_1', windowKey, random.slice(1))).toThrow('a box holds 32 bytes');
    expect(() => openBox('rnd_1', windowKey, '00')).toThrow('a box holds 32 bytes');
  });
});

describe('the seal of a lock', () => {
  const { lock, secret, drand, outcome } = makeProof('jackpot');
  const withSeal = (over: object): Lock => ({ ...lock, seal: { ...lock.seal, ...over } });
  /** The fault and its message. */
  const faultOf = (each: Lock, text = drand.signature, chain = TEST_CHAIN): string => {
    try {
      return `opens: ${openSeal(each, text, chain)}`;
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      return `${error.fault}: ${error.message}`;
    }
  };

  test('opens to the secret, and gives the result without the site', () => {
    expect(openSeal(lock, drand.signature, TEST_CHAIN)).toBe(secret);
    expect(resultFromSeal(lock, drand.signature, TEST_CHAIN)).toEqual({ secret, outcome });
  });

  test('a fault of the signature says nothing about the seal', () => {
    expect(faultOf(lock, signRound(drand.round + 1))).toMatch(/^SIGNATURE: not the signature of round/);
    expect(faultOf(lock, drand.signature, QUICKNET)).toMatch(/^CHAIN: the lock names chain/);
    expect(faultOf(lock, drand.signature, { ...QUICKNET, chainHash: TEST_CHAIN.chainHash })).toMatch(/^SIGNATURE: /);
  });

  test('a fault of the seal is reported as such', () => {
    expect(faultOf(withSeal({ key: 'ab'.repeat(160) }))).toMatch(/^KEY: /);
    expect(faultOf(withSeal({ key: testSealKey(drand.round + 1) }))).toMatch(/^KEY: .*does not open/);
    expect(faultOf(withSeal({ box: '00'.repeat(32) }))).toMatch(/^HASH: .*the lock commits to/);
    expect(faultOf(withSeal({ box: sealOf(makeProof('jackpot', 2).secret, drand.round).box }))).toMatch(/^HASH: /);
    expect(faultOf({ ...lock, hash: '00'.repeat(32) })).toMatch(/^HASH: /);
  });

  test('an already opened window key serves all rounds of its beacon', () => {
    let asked = 0;
    const opened = (): Uint8Array => {
      asked += 1;
      return windowKeyOf(drand.round);
    };
    expect(secretIn(lock, drand.signature, opened)).toBe(secret);
    expect(asked).toBe(1);
    expect(randomOf(secret)).toEqual(openBox(lock.roundId, windowKeyOf(drand.round), lock.seal.box));
  });
});
