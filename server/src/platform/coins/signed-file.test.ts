/** The offline key's files (T20): which signatures count, and that tampering with a file, an address or a key has no effect. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressKeyText } from '@fairpot/contract/crypto/signatures/calls';
import { afterAll, expect, test } from 'vitest';
import { signerOf } from './ed25519.ts';
import { readAddressKeys, signedAddresses, signedLine } from './signed-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'fairpot-signed-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [one, two, thief] = [signerOf('11'.repeat(32)), signerOf('22'.repeat(32)), signerOf('33'.repeat(32))];
const ADDRESS = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const ELSEWHERE = 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9';

test('each key except the first must be signed by the previous one; any other list is rejected', () => {
  const first = { key: one.key, by: null };
  const next = { key: two.key, by: one.sign(addressKeyText(two.key)) };
  expect(readAddressKeys(JSON.stringify([first, next]))).toEqual([first, next]);
  const forged = { key: thief.key, by: thief.sign(addressKeyText(thief.key)) };
  const bare = { key: thief.key, by: null };
  for (const keys of [[first, forged], [first, bare], [next], [first, next, forged]])
    expect(() => readAddressKeys(JSON.stringify(keys))).toThrow('is not signed by the previous key');
  for (const text of ['', '[]', '{}', JSON.stringify([{ key: 'ab', by: null }])])
    expect(() => readAddressKeys(text)).toThrow('is not a list of keys');
});

test('an address counts only if the newest key signed this address, network and number', () => {
  const file = join(folder, 'signed');
  const keys = [{ key: one.key, by: null }];
  writeFileSync(file, signedLine('tron', 0, ADDRESS, one.sign) + signedLine('tron', 1, ELSEWHERE, thief.sign));
  appendFileSync(file, signedLine('tron', 2, ADDRESS, one.sign).replace(ADDRESS, ELSEWHERE));
  appendFileSync(file, 'no line at all\n{"network":"dogecoin"}\n');
  const signed = signedAddresses(file, keys);
  const good = signed.signatureOf('tron', 0, ADDRESS);
  expect(good).toMatch(/^[0-9a-f]{128}$/);
  expect(signed.signatureOf('tron', 0, ELSEWHERE)).toBe(null);
  expect(signed.signatureOf('tron', 1, ELSEWHERE)).toBe(null);
  expect(signed.signatureOf('tron', 2, ELSEWHERE)).toBe(null);
  expect(signed.signatureOf('ethereum', 0, ADDRESS)).toBe(null);
  // More addresses were signed and copied here while the server runs.
  expect(signed.signatureOf('tron', 7, ELSEWHERE)).toBe(null);
  appendFileSync(file, signedLine('tron', 7, ELSEWHERE, one.sign));
  expect(signed.signatureOf('tron', 7, ELSEWHERE)).not.toBe(null);
  // Another key: the old key's signatures no longer count.
  const rotated = [...keys, { key: two.key, by: one.sign(addressKeyText(two.key)) }];
  expect(signedAddresses(file, rotated).signatureOf('tron', 0, ADDRESS)).toBe(null);
  appendFileSync(file, signedLine('tron', 0, ADDRESS, two.sign));
  expect(signedAddresses(file, rotated).signatureOf('tron', 0, ADDRESS)).not.toBe(null);
});
