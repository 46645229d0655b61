/** Addresses checked against published vectors, and keys that must be refused. */
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { depositAddresses, readAccountKey } from './addresses.ts';
import { keysOf, xpubsOf } from '../../testing/crypto/till.fixture.ts';

/** Seed of the words 'abandon' (eleven times) 'about'. Its addresses are published by wallets and by BIP84. */
const SEED = Buffer.from(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  'hex',
);
const account = (path: string) => HDKey.fromMasterSeed(SEED).derive(path).publicExtendedKey;
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

test('bitcoin: BIP84’s own vectors, from its zpub and from the same key as an xpub', () => {
  const first = ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'];
  const of = (key: string) => [0, 1].map((index) => depositAddresses('bitcoin', key).at(index));
  expect(of(ZPUB)).toEqual(first);
  expect(of(account("m/84'/0'/0'"))).toEqual(first);
});

test('ethereum and tron: the addresses that wallets show for the same words', () => {
  expect(depositAddresses('ethereum', account("m/44'/60'/0'")).at(0)).toBe(
    '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  );
  expect(depositAddresses('tron', account("m/44'/195'/0'")).at(0)).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH');
});

test('each index has its own address; an index that a public key cannot derive has none', () => {
  for (const [network, key] of Object.entries(xpubsOf('any')) as ['tron' | 'bitcoin' | 'ethereum', string][]) {
    const addresses = depositAddresses(network, key);
    expect(new Set([...Array(50).keys()].map((index) => addresses.at(index))).size).toBe(50);
    for (const index of [-1, 0.5, 2 ** 31, NaN]) expect(() => addresses.at(index)).toThrow(RangeError);
  }
});

test.each([
  ['a private key', keysOf('any').tron.privateExtendedKey],
  ['a private key of native segwit', ZPUB.replace('zpub', 'zprv')],
  ['a wrong checksum', ZPUB.slice(0, -1) + 't'],
  ['a key that is cut off', ZPUB.slice(0, -3)],
  ['a master key', HDKey.fromMasterSeed(SEED).publicExtendedKey],
  ['a key of one address', account("m/84'/0'/0'/0")],
  ['nothing', ''],
])('%s is refused', (_, key) => {
  expect(() => readAccountKey(key)).toThrow();
});
