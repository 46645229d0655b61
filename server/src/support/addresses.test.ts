/** A moderator who tries to hand out an address of their own, in every way that characters allow. */
import { createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { addressWords } from '@fairpot/contract/support/calls';
import { textOfParts } from '@fairpot/contract/support/views';
import { describe, expect, test } from 'vitest';
import { replaceAddresses } from './addresses.ts';

const TRON = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const P2PKH = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const P2SH = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
const P2WPKH = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const P2TR = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const TAKEN = [
  ['USDT', TRON],
  ['ETH', ETH],
  ['BTC', P2PKH],
  ['BTC', P2SH],
  ['BTC', P2WPKH],
  ['BTC', P2TR],
] as const;

const between = (text: string, sign: string) => [...text].join(sign);
const wide = (text: string) =>
  text.replace(/[!-~]/g, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0));

/** Ways to write an address that people, or their clients, read as that address. */
const WAYS: readonly (readonly [string, (address: string) => string])[] = [
  ['alone', (a) => a],
  ['in a sentence', (a) => `Please send it to ${a}, thank you.`],
  ['inside a word', (a) => `payto${a}now`],
  ['after punctuation', (a) => `wallet:${a}!`],
  ['in a link', (a) => `[here](bitcoin:${a}?amount=1)`],
  ['in markup', (a) => `<a href="https://pay.example/${a}"><b>${a}</b></a>`],
  ['with markup inside', (a) => `${a.slice(0, 9)}<b>${a.slice(9, 20)}</b><i>${a.slice(20)}</i>`],
  ['with zero-width characters', (a) => between(a, '\u200b')],
  ['with joiners and soft hyphens', (a) => `${a.slice(0, 5)}\u00ad${a.slice(5, 11)}\u2060\u200d${a.slice(11)}`],
  ['with accents on it', (a) => between(a, '\u0301')],
  ['split by spaces', (a) => between(a, ' ')],
  ['in groups', (a) => (a.match(/.{1,4}/g) ?? []).join('-')],
  ['over two lines', (a) => `${a.slice(0, 15)}\n${a.slice(15)}`],
  ['in full-width letters', wide],
  ['in quotes', (a) => `"${a}"`],
];

describe.each(TAKEN)('%s, %s', (coin, address) => {
  test.each(WAYS)('%s', (_way, write) => {
    const { parts, replaced } = replaceAddresses(write(address));
    expect(replaced).toBeGreaterThan(0);
    expect(parts).toContainEqual({ kind: 'address', coin });
    const left = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    const letters = left.normalize('NFKC').replace(/[^0-9A-Za-z]/g, '');
    for (let at = 0; at + 12 <= address.length; at += 1) expect(letters).not.toContain(address.slice(at, at + 12));
  });
});

test.each([
  ['TRON in upper case', TRON.toUpperCase(), 'USDT'],
  ['TRON in lower case', TRON.toLowerCase(), 'USDT'],
  ['TRON in hexadecimal digits', '41a614f803b6fd780986a42c78ec9c7f77e6ded13d', 'USDT'],
  ['TRON with a typing error', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSF', 'USDT'],
  ['Ethereum in upper case', ETH.toUpperCase(), 'ETH'],
  ['Ethereum in lower case', ETH.toLowerCase(), 'ETH'],
  ['Ethereum without 0x', ETH.slice(2).toLowerCase(), 'ETH'],
  ['Ethereum with digits after it', `${ETH.toLowerCase()}ab`, 'ETH'],
  ['Ethereum as the beginning of a hash', `${ETH}${'ab'.repeat(12)}`, 'ETH'],
  ['segwit in upper case', P2WPKH.toUpperCase(), 'BTC'],
  ['segwit with a typing error', P2WPKH.replace('qw508', 'qw507'), 'BTC'],
  ['Bitcoin with a typing error', P2PKH.replace('eP5Q', 'eP4Q'), 'BTC'],
  ['Litecoin', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9', null],
  ['Litecoin, segwit', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', null],
  ['Bitcoin of the test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', null],
  ['Bitcoin Cash', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', null],
  ['Algorand', '7ZUECA7HFLZTXENRV24SHLU4AVPUTMTTDUFUBNBD64C73F3UHRTHAIOF6Q', null],
  ['Solana', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', null],
] as const)('%s is replaced', (_what, address, coin) => {
  expect(replaceAddresses(`to ${address} please`).parts).toContainEqual({ kind: 'address', coin });
});

test.each(['1', '3'])('anything that looks like Bitcoin with 25 to 35 characters, from %s on', (first) => {
  const replaced = (length: number) => replaceAddresses(`to ${first.padEnd(length, 'aB9')} please`).replaced;
  expect([24, 25, 26, 34, 35, 36].map(replaced)).toEqual([0, 1, 1, 1, 1, 0]);
});

test('TRON carries two coins: the one named in the answer is used', () => {
  const coin = (text: string) => replaceAddresses(text).parts.find((part) => part.kind === 'address');
  expect(coin(`Your TRX goes to ${TRON}`)).toEqual({ kind: 'address', coin: 'TRX' });
  expect(coin(`Your tron wallet: ${TRON}`)).toEqual({ kind: 'address', coin: 'TRX' });
  expect(coin(`USDT on TRON: ${TRON}`)).toEqual({ kind: 'address', coin: 'USDT' });
  expect(coin(TRON)).toEqual({ kind: 'address', coin: 'USDT' });
});

test.each([
  'Your round rnd_01k9z8y7x6w5v4t3s2r1q0p9n8 was voided and your stake is back.',
  'The trade trd_01k9z8y7x6w5v4t3s2r1q0p9n8, code #D-7Q3K2M, was declined at Steam.',
  'Your SteamID 76561198000000101 and 1234567890123456789012345678901234 are fine.',
  `Your transaction 0x${'ab12'.repeat(16)} has 3 confirmations.`,
  `Commitment ${'9f86d081'.repeat(8)}, the secret is published with the result.`,
  'https://steamcommunity.com/tradeoffer/new/?partner=39734373&token=AbCdEfGh',
  'It costs 10.00$ (or 0.0002 BTC). 3 of 5 were booked, the rest follows on 2026-11-22 at 19:43:01.',
  '<script>alert(1)</script> is only a text here, and so is "><img src=x onerror=alert(1)>.',
  'Ничего страшного 🙂 その取引は完了しました',
  '',
])('left alone: %s', (text) => {
  expect(replaceAddresses(text)).toEqual({ parts: text === '' ? [] : [{ kind: 'text', text }], replaced: 0 });
});

test('text around addresses stays unchanged', () => {
  const { parts, replaced } = replaceAddresses(`BTC: ${P2PKH}; or\nETH: ${ETH} 🙂`);
  expect(replaced).toBe(2);
  expect(textOfParts(parts)).toBe(`BTC: [${addressWords('BTC')}]; or\nETH: [${addressWords('ETH')}] 🙂`);
});

test('of any account of TRON and of Bitcoin, glued to the words beside it', () => {
  const base58check = createBase58check(sha256);
  for (let n = 0; n < 60; n += 1) {
    const body = Buffer.from(sha256(Uint8Array.of(n)))
      .toString('hex')
      .slice(0, 40);
    for (const version of ['41', '00', '05']) {
      const address = base58check.encode(hexToBytes(version + body));
      const { parts, replaced } = replaceAddresses(`sendto${address}please`);
      expect(replaced, address).toBe(1);
      expect(parts[1]).toEqual({ kind: 'address', coin: version === '41' ? 'USDT' : 'BTC' });
    }
  }
});
