/** Tests every address format against the test vectors of its specification, and which addresses each coin can be paid to. */
import { bech32m, createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { readBase32Check, readBase58, readCashAddress, readHexAccount, readSegwit } from './formats.ts';
import { checkPayable } from './payable.ts';

const base58check = createBase58check(sha256);
const tronOf = (hex: string, prefix = '41') => base58check.encode(hexToBytes(prefix + hex));

const TRON = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const P2PKH = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const P2SH = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
const P2WPKH = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const P2WSH = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
const P2TR = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

test.each([
  ['TRX', TRON],
  ['USDT', TRON],
  ['BTC', P2PKH],
  ['BTC', P2SH],
  ['BTC', P2WPKH],
  ['BTC', P2WSH],
  ['BTC', P2TR],
  ['ETH', ETH],
] as const)('accepts a valid %s address: %s', (coin, address) => {
  expect(checkPayable(coin, address)).toEqual({ address });
});

test('normalizes each address to one spelling', () => {
  expect(checkPayable('BTC', P2WPKH.toUpperCase())).toEqual({ address: P2WPKH });
  expect(checkPayable('ETH', ETH.toLowerCase())).toEqual({ address: ETH });
  expect(checkPayable('ETH', `0x${ETH.slice(2).toUpperCase()}`)).toEqual({ address: ETH });
});

test.each([
  // A wrong character, two swapped characters, a missing character.
  ['TRX', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSF', 'CHECKSUM'],
  ['TRX', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbSLE', 'CHECKSUM'],
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'CHECKSUM'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLz', 'CHECKSUM'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'CHECKSUM'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jjq', 'CHECKSUM'],
  // Version 1 under the checksum of version 0, and the reverse (BIP 350).
  ['BTC', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'FORMAT'],
  ['BTC', 'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', 'CHECKSUM'],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'CHECKSUM'],
  ['BTC', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'FORMAT'],
  ['ETH', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'FORMAT'],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'FORMAT'],
  ['TRX', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'FORMAT'],
  ['TRX', ` ${TRON}`, 'FORMAT'],
  ['TRX', '', 'FORMAT'],
  // Addresses of another network.
  ['TRX', P2PKH, 'NETWORK'],
  ['USDT', ETH, 'NETWORK'],
  ['BTC', TRON, 'NETWORK'],
  ['BTC', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9', 'NETWORK'],
  ['BTC', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'NETWORK'],
  ['BTC', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'NETWORK'],
  ['ETH', TRON, 'NETWORK'],
  ['ETH', P2WPKH, 'NETWORK'],
  // Test network addresses.
  ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'TESTNET'],
  ['BTC', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'TESTNET'],
  ['TRX', tronOf('a614f803b6fd780986a42c78ec9c7f77e6ded13d', 'a0'), 'TESTNET'],
  // Unspendable addresses.
  ['USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'CONTRACT'],
  ['TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'CONTRACT'],
  ['TRX', tronOf('0'.repeat(40)), 'UNSPENDABLE'],
  ['TRX', tronOf(`${'0'.repeat(39)}1`), 'UNSPENDABLE'],
  ['ETH', `0x${'0'.repeat(40)}`, 'UNSPENDABLE'],
  ['ETH', `0x${'0'.repeat(36)}dead`, 'UNSPENDABLE'],
  ['BTC', '1111111111111111111114oLvT2', 'UNSPENDABLE'],
  ['BTC', bech32m.encode('bc', [2, ...bech32m.toWords(new Uint8Array(32).fill(7))]), 'UNSPENDABLE'],
  ['BTC', bech32m.encode('bc', [1, ...bech32m.toWords(new Uint8Array(20).fill(7))]), 'UNSPENDABLE'],
] as const)('%s rejects "%s": %s', (coin, address, fault) => {
  expect(checkPayable(coin, address)).toEqual({ fault });
});

test('reads the other formats of the catalogue and checks their checksums', () => {
  const algorand = '7ZUECA7HFLZTXENRV24SHLU4AVPUTMTTDUFUBNBD64C73F3UHRTHAIOF6Q';
  expect(readBase32Check(algorand)).toHaveLength(32);
  expect(readBase32Check(algorand.replace('7Z', '7A'))).toBe('checksum');
  // The same bytes with different padding bits in the last character.
  expect(readBase32Check(`${algorand.slice(0, -1)}R`)).toBe('checksum');
  expect(readBase32Check(algorand.slice(1))).toBe(null);
  expect(readBase58('11111111111111111111111111111111', 32, 44)).toHaveLength(32);
  expect(readBase58('0OIl', 1, 44)).toBe(null);
  expect(readBase58('2'.repeat(45), 32, 44)).toBe(null);
  const cash = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
  expect(readCashAddress(cash)).toMatchObject({ kind: 0 });
  expect(readCashAddress(cash.toUpperCase())).toMatchObject({ kind: 0 });
  expect(readCashAddress(cash.slice('bitcoincash:'.length))).toMatchObject({ kind: 0 });
  expect(readCashAddress(cash.replace('6a', '6e'))).toBe('checksum');
  expect(readCashAddress(`bchtest:${cash.slice('bitcoincash:'.length)}`)).toBe(null);
  expect(readSegwit(P2WSH)).toMatchObject({ prefix: 'bc', version: 0 });
  expect(readHexAccount(ETH)).toBe(ETH);
});
