/**
 * Reserves: addresses against figures of other implementations, invalid signatures, and wrong sums, in a statement and
 * in the log.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, test } from 'vitest';
import { toBase64 } from '../encoding/base64.ts';
import { fromHex, toHex, utf8 } from '../encoding/bytes.ts';
import { canon } from '../encoding/canon.ts';
import { parseLeaf } from '../log/leaf.ts';
import { LogVerifier } from '../log/log-verify.ts';
import { LOG_KEY, signLeaves, termsLeaf, treeOf } from '../testing/logs.ts';
import { inclusionProof } from '../tree/merkle.ts';
import { checkStatement } from '../checks/own-check.ts';
import { statementBodyOf } from '../solvency/statement.ts';
import type { SolvencyStatementBody } from '../solvency/statement.ts';
import { NOTHING } from '../solvency/sums.ts';
import { isFresh, namedUnits } from './reserves.ts';
import type { ReserveAddress, Reserves } from './reserves.ts';
import { RESERVE_NETWORKS, reserveText } from './claim.ts';
import type { ReserveNetwork } from './claim.ts';
import { addressOfKey, isReserveSigned, messageDigest, signReserve } from './signatures.ts';

const HOUR = 3_600_000;
const AT = 1_780_000_000_000;
const KEY = new Uint8Array(32).fill(7);
const OTHER = new Uint8Array(32).fill(9);
const rootOf = (number: number) => toHex(new Uint8Array(32).fill(number));
const own = (network: ReserveNetwork, key = KEY) => addressOfKey(network, secp256k1.getPublicKey(key));

function signedBy(key: typeof KEY, network: ReserveNetwork, number = 1, address = own(network, key)): ReserveAddress {
  const claim = { network, address, number, root: rootOf(number) };
  const signature = signReserve(claim, key);
  const coin = { tron: 'USDT', bitcoin: 'BTC', ethereum: 'ETH' }[network];
  return {
    network,
    address,
    kind: 'hot',
    held: [{ coin, units: '500' }],
    height: 9,
    at: AT,
    signed: { number, root: claim.root, signature },
  };
}

const HONEST: Reserves = {
  addresses: RESERVE_NETWORKS.map((network) => signedBy(KEY, network)),
  named: ['BTC', 'ETH', 'USDT'].map((coin) => ({ coin, units: '500', cents: 1 })),
  accounts: ['76561198000000001'],
  games: [
    { appId: 730, items: 5, at: AT },
    { appId: 570, items: 2, at: null },
  ],
};

function says(
  number: number,
  reserves: Reserves | null,
  over: Partial<SolvencyStatementBody> = {},
): SolvencyStatementBody {
  return {
    number,
    everyMs: HOUR,
    depth: 4,
    root: fromHex(rootOf(number)),
    sums: NOTHING,
    seedHash: new Uint8Array(32),
    own: NOTHING,
    coins: [],
    coinsAt: null,
    steam: { items: 7, itemCents: 0 },
    steamAt: null,
    reserves,
    ...over,
  };
}
const leaf = (what: SolvencyStatementBody) =>
  canon({
    v: 'fp/2',
    type: 'statement',
    about: 'solvency',
    at: AT + (what.number - 2) * HOUR,
    says: statementBodyOf(what),
  });

/** The verdict of a browser and of the command on statement 2 with these reserves. */
function problemOf(reserves: Reserves, over: Partial<SolvencyStatementBody> = {}): string | null {
  const log = [termsLeaf(), leaf(says(2, reserves, over))];
  const path = inclusionProof(treeOf(log).read, 1, 2).map(toBase64);
  return checkStatement({
    key: LOG_KEY,
    note: signLeaves(log),
    leaf: { index: 1, body: log[1] ?? '', path },
    number: 2,
  }).problem;
}
/** The first address with a changed field. */
const withFirst = (over: Partial<ReserveAddress>): Reserves => ({
  ...HONEST,
  addresses: HONEST.addresses.map((each, i) => (i === 0 ? { ...each, ...over } : each)),
});

describe('signatures of addresses', () => {
  test('addresses match those that other implementations derive from a key', () => {
    // The generator: the addresses in BIP 173, and by ethers and TronWeb for the private key 1.
    const generator = secp256k1.getPublicKey(fromHex('1'.padStart(64, '0')));
    expect(RESERVE_NETWORKS.map((network) => addressOfKey(network, generator))).toEqual([
      'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
    ]);
  });

  test('a text is hashed as wallets hash messages', () => {
    // ethers.hashMessage('hello').
    expect(toHex(messageDigest('ethereum', 'hello'))).toBe(
      '50b2c43fd39106bafbba0da34fc430e1f91e3c96ea2acee2bc34119f92b37750',
    );
  });

  test.each(RESERVE_NETWORKS)(
    'of %s: only its own key, over this statement of this root, for this address',
    (network) => {
      const claim = { network, address: own(network), number: 3, root: rootOf(3) };
      const signature = signReserve(claim, KEY);
      expect(isReserveSigned(claim, signature)).toBe(true);
      for (const other of [
        { ...claim, number: 4 },
        { ...claim, root: rootOf(4) },
        { ...claim, address: own(network, OTHER) },
        { ...claim, network: RESERVE_NETWORKS.find((each) => each !== network) ?? network },
      ])
        expect(isReserveSigned(other, signature)).toBe(false);
      for (const broken of [
        '',
        '0x',
        signature.slice(4),
        `${signature.slice(0, -4)}AAA=`,
        'x'.repeat(88),
        '0'.repeat(130),
      ])
        expect(isReserveSigned(claim, broken), broken).toBe(false);
      expect(() => signReserve(claim, OTHER)).toThrow('the key of another address');
    },
  );

  test('a claim with an ambiguous text is not signed', () => {
    const claim = { network: 'tron', address: own('tron'), number: 3, root: rootOf(3) } as const;
    for (const bad of [{ address: `${claim.address}\nsend all` }, { number: 0.5 }, { number: 0 }, { root: 'ff' }])
      expect(() => reserveText({ ...claim, ...bad })).toThrow(/^not/);
  });
});

describe('reserves in a statement', () => {
  test('hold: each address signed by its own key, sums as stated; the leaf contains them unchanged', () => {
    expect(problemOf(HONEST)).toBeNull();
    expect(parseLeaf(utf8(leaf(says(2, HONEST))))).toMatchObject({ solvency: { reserves: HONEST } });
    expect(parseLeaf(utf8(leaf(says(2, null))))).toMatchObject({ solvency: { reserves: null } });
    const unsigned = { ...HONEST, addresses: HONEST.addresses.map((each) => ({ ...each, signed: null })) };
    expect(problemOf(unsigned), 'who signs nothing claims nothing').toBeNull();
  });

  test.each<[string, Reserves, RegExp]>([
    ['a signature of another key', withFirst({ signed: signedBy(OTHER, 'tron').signed }), /not signed by its own key/],
    [
      'a signature over another root',
      withFirst({ signed: { number: 1, root: rootOf(5), signature: signedBy(KEY, 'tron').signed?.signature ?? '' } }),
      /not signed by its own key/,
    ],
    [
      'a signature that is listed for an address it is not of',
      withFirst({ address: own('tron', OTHER) }),
      /not signed by its own key/,
    ],
    [
      'a signature over this statement itself',
      withFirst({ signed: signedBy(KEY, 'tron', 2).signed }),
      /which came later/,
    ],
    [
      'an address that is listed twice',
      { ...HONEST, addresses: [...HONEST.addresses, ...HONEST.addresses.slice(0, 1)] },
      /listed twice/,
    ],
    [
      'a sum above what its addresses hold',
      { ...HONEST, named: HONEST.named.map((each) => ({ ...each, units: '501' })) },
      /hold 500 base units of BTC together, 501 are stated/,
    ],
    [
      'a coin that no address holds',
      { ...HONEST, named: [...HONEST.named, { coin: 'TRX', units: '1', cents: 1 }] },
      /hold 0 base units of TRX/,
    ],
    [
      'a look of hours ago that is counted',
      withFirst({ at: AT - 2 * HOUR - 1 }),
      /hold 0 base units of USDT together, 500/,
    ],
    ['an address that was never read but counts', withFirst({ at: null, height: null }), /hold 0 base units of USDT/],
    [
      'games that are not all items',
      { ...HONEST, games: HONEST.games.slice(0, 1) },
      /5 items of all games together, 7 are stated/,
    ],
  ])('%s is refused', (_, reserves, problem) => {
    expect(problemOf(reserves)).toMatch(problem);
  });

  test('a figure that is too old does not count', () => {
    const old = withFirst({ at: AT - 2 * HOUR - 1 });
    expect(problemOf({ ...old, named: old.named.filter(({ coin }) => coin !== 'USDT') })).toBeNull();
    const moment = { at: AT, everyMs: HOUR };
    expect([AT, AT - 2 * HOUR, AT - 2 * HOUR - 1, null].map((at) => isFresh({ at }, moment))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(namedUnits(HONEST.addresses, moment).map(({ coin }) => coin)).toEqual(['BTC', 'ETH', 'USDT']);
  });

  test('invalid figures make an invalid leaf', () => {
    for (const over of [{ units: '-1' }, { units: '1.5' }, { units: '' }]) {
      const text = leaf(says(2, withFirst({ held: [{ coin: 'USDT', ...over }] })));
      expect(() => parseLeaf(utf8(text))).toThrow(/units/);
    }
    const [one] = HONEST.addresses;
    const many = { ...HONEST, addresses: Array.from({ length: 33 }, () => one ?? signedBy(KEY, 'tron')) };
    expect(() => parseLeaf(utf8(leaf(says(2, many))))).toThrow(/more than 32/);
    expect(() => parseLeaf(utf8(leaf(says(2, { ...HONEST, accounts: ['me'] }))))).toThrow(/not a SteamID/);
  });
});

test('over the whole log: sums, and roots that no statement has', () => {
  const found = (...all: SolvencyStatementBody[]) => {
    const verifier = new LogVerifier({ acceptSimulated: true });
    const problems = [termsLeaf(), ...all.map(leaf)].flatMap((text) => verifier.add(utf8(text)));
    return [...problems, ...verifier.finish()].map(({ problem }) => problem);
  };
  expect(found(says(1, null), says(2, HONEST))).toEqual([]);
  const [wrongSum] = found(says(1, null), says(2, { ...HONEST, games: [] }));
  expect(wrongSum).toMatch(/solvency statement 2: .* 0 items/);
  const [wrongRoot] = found(says(1, null, { root: fromHex(rootOf(8)) }), says(2, HONEST));
  expect(wrongRoot).toMatch(/signed over another root than that of statement 1/);
});
