/** The log verifier against every attack that a site could make with leaves: each is named with its leaf. */
import { describe, expect, test } from 'vitest';
import { QUICKNET } from '../protocol/beacon.ts';
import { utf8 } from '../encoding/bytes.ts';
import { canon } from '../encoding/canon.ts';
import { commitmentOf } from '../protocol/commitment.ts';
import { LogVerifier } from './log-verify.ts';
import type { LogFinding, LogVerifyOptions } from './log-results.ts';
import { caseLeaf, leavesOf, makeLeaves, sharedLeaves, termsLeaf } from '../testing/logs.ts';
import { makeProof, playerOf, signRound, TEST_CHAIN } from '../testing/rounds.ts';

const DAY_MS = 86_400_000;
const ROUNDS = 5;
const honest = makeLeaves(ROUNDS);

function findingsOf(leaves: readonly string[], options: LogVerifyOptions = { acceptSimulated: true }): LogFinding[] {
  const verifier = new LogVerifier(options);
  return [...leaves.flatMap((leaf) => verifier.add(utf8(leaf))), ...verifier.finish()];
}

/** `leaves` with one of them replaced by the result of `change`. */
function edited(at: number, change: (leaf: Record<string, unknown>) => object): string[] {
  return honest.map((leaf, i) => (i === at ? canon(change(JSON.parse(leaf) as Record<string, unknown>)) : leaf));
}

const [, open1 = '', lock1 = '', result1 = ''] = honest;
const roundId = makeProof('coinflip', 1).roundId;
const refund = (type: 'cancel' | 'void', why: string, at: number) =>
  canon({ v: 'fp/2', type, game: 'coinflip', roundId, why, at });
const lockedAt = makeProof('coinflip', 1).lock.lockedAt;

describe('an honest log holds', () => {
  test.each(['coinflip', 'jackpot', 'casebattle'] as const)('%s', (game) => {
    expect(findingsOf(makeLeaves(3, game))).toEqual([]);
  });

  test('with counts, many rounds of one beacon, all ends, and a change of fees', () => {
    const many = sharedLeaves(70);
    const more = (n: number, over: Record<string, unknown> = {}) =>
      leavesOf(makeProof('coinflip', n, `rnd_${n}`, over), n);
    const [open71 = ''] = more(71);
    const [open72 = '', lock72 = ''] = more(72);
    const [open73 = ''] = more(73);
    const voidedAt = makeProof('coinflip', 72).lock.lockedAt + DAY_MS;
    // Played when the beacon is back: a day is over, and the round that waited for it has been voided.
    const last = more(74, { feeBps: 300, lockedAt: voidedAt + 60_000 });
    const openedAt = (JSON.parse(last[0]) as { openedAt: number }).openedAt;
    const leaves = [
      ...many,
      ...[
        open71,
        canon({ v: 'fp/2', type: 'cancel', game: 'coinflip', roundId: 'rnd_71', why: 'CREATOR', at: openedAt }),
      ],
      ...[open72, lock72],
      canon({
        v: 'fp/2',
        type: 'void',
        game: 'coinflip',
        roundId: 'rnd_72',
        why: 'BEACON_AWAY',
        at: voidedAt,
      }),
      open73,
      canon({ v: 'fp/2', type: 'fee', game: 'coinflip', feeBps: 300, at: openedAt - 90_000 }),
      ...last,
    ];
    const verifier = new LogVerifier({ acceptSimulated: true });
    expect([...leaves.flatMap((leaf) => verifier.add(utf8(leaf))), ...verifier.finish()]).toEqual([]);
    expect(verifier.counts).toEqual({
      leaves: leaves.length,
      settled: 71,
      cancelled: 1,
      voided: 1,
      restored: 0,
      scripted: 0,
      unverified: 0,
      running: 1,
      simulated: true,
    });
  });

  test('and one that opens neighbours in another order, with one still missing', () => {
    const at = (n: number, over: object) => leavesOf(makeProof('coinflip', n), 1, over)[0];
    const verifier = new LogVerifier({ acceptSimulated: true });
    for (const leaf of [termsLeaf(), at(2, {}), at(1, {}), at(4, {})]) expect(verifier.add(utf8(leaf))).toEqual([]);
    expect(verifier.finish()).toEqual([]);
    expect(verifier.pendingNumbers()).toEqual(['coinflip round number 3 is']);
  });
});

describe('a dishonest log is caught at its leaf', () => {
  const other = makeProof('coinflip', 9);
  const cases: readonly (readonly [string, readonly string[], number | null, RegExp])[] = [
    [
      'a changed stake',
      edited(2, (leaf) => ({
        ...leaf,
        entries: [
          { player: playerOf('ann'), side: 2, cents: 1_001 },
          { player: playerOf('bob'), side: 1, cents: 1_070 },
        ],
      })),
      3,
      /does not hold/,
    ],
    [
      'a changed outcome',
      edited(3, (leaf) => ({ ...leaf, outcome: { ...(leaf['outcome'] as object), ticket: 5 } })),
      3,
      /Ticket|ticket/,
    ],
    [
      'a changed payout',
      edited(3, (leaf) => ({ ...leaf, payouts: { ...(leaf['payouts'] as object), feeCents: 999 } })),
      3,
      /fee/i,
    ],
    [
      'a beacon output without a valid signature',
      edited(3, (leaf) => ({ ...leaf, drand: { ...(leaf['drand'] as object), signature: signRound(4_711) } })),
      3,
      /The network signed that round/,
    ],
    [
      'a beacon off the formula',
      edited(2, (leaf) => ({ ...leaf, drand: { chain: TEST_CHAIN.chainHash, round: 5 } })),
      3,
      /beacon/i,
    ],
    [
      'a secret that does not open the commitment',
      edited(3, (leaf) => ({ ...leaf, secret: other.secret })),
      3,
      /opens the commitment/,
    ],
    [
      'another commitment in the lock',
      edited(2, (leaf) => ({ ...leaf, hash: commitmentOf('x') })),
      2,
      /another commitment/,
    ],
    [
      'a higher fee at the lock',
      edited(2, (leaf) => ({ ...leaf, feeBps: 600 })),
      2,
      /locked at a fee of 600 bps, opened at 500/,
    ],
    [
      'a fee that was never announced',
      edited(1, (leaf) => ({ ...leaf, feeBps: 600 })),
      1,
      /a fee of 600 bps, where the log announced 500/,
    ],
    ['no terms at all', honest.slice(1), 0, /before the log announced any fee/],
    ['a dropped opening', honest.filter((_, i) => i !== 4), 4, /a lock without an opening/],
    ['a dropped lock', honest.filter((_, i) => i !== 5), 5, /a result without a lock/],
    ['a dropped round: its number', honest.filter((_, i) => i < 4 || i > 6), 4, /coinflip round number 2 is missing/],
    [
      'lock before open',
      [...honest.slice(0, 4), ...[5, 4, 6].map((i) => honest[i] ?? ''), ...honest.slice(7)],
      4,
      /without an opening/,
    ],
    ['a second result', [...honest, result1], honest.length, /a result after the round was settled by leaf 3/],
    ['a lock after the result', [...honest, lock1], honest.length, /a lock after the round was settled/],
    ['a second opening', [...honest, open1], honest.length, /opened again/],
    ['a second lock', [termsLeaf(), open1, lock1, lock1, result1], 3, /locked again/],
    [
      'a number given twice',
      [...honest, leavesOf(makeProof('coinflip', 3, 'rnd_again'), 10)[0]],
      honest.length,
      /coinflip number 3, which was used before/,
    ],
    [
      'a secret used twice',
      [...honest, ...leavesOf({ ...makeProof('coinflip', 2, 'rnd_again'), number: 6 }, 10)],
      honest.length + 2,
      /the secret of rnd_again was used before, by leaf 6/,
    ],
    [
      'a cancel after the lock',
      [termsLeaf(), open1, lock1, refund('cancel', 'CREATOR', lockedAt)],
      3,
      /cancelled after its lock/,
    ],
    [
      'a void before the day is over',
      [termsLeaf(), open1, lock1, refund('void', 'BEACON_AWAY', lockedAt + DAY_MS - 1)],
      3,
      /24\.0 h after the lock, not 24/,
    ],
    [
      'a void by staff who knew the result',
      [termsLeaf(), open1, lock1, refund('void', 'STAFF', lockedAt + 60_000)],
      3,
      /beacon was out already/,
    ],
    [
      'a result that is kept back',
      [
        termsLeaf(),
        open1,
        lock1,
        canon({ v: 'fp/2', type: 'fee', game: 'jackpot', feeBps: 500, at: lockedAt + 2 * DAY_MS }),
      ],
      1,
      /has no result/,
    ],
    ['a leaf with something extra', edited(1, (leaf) => ({ ...leaf, note: 'x' })), 1, /leaf\.note: unknown field/],
    [
      'a leaf that is not canonical',
      honest.map((leaf, i) => (i === 1 ? ` ${leaf}` : leaf)),
      1,
      /not in canonical form/,
    ],
    [
      'a leaf with a float',
      honest.map((leaf, i) => (i === 1 ? leaf.replace('"number":1', '"number":1.5') : leaf)),
      1,
      /a float/,
    ],
    [
      'a beacon described anew',
      [...honest, termsLeaf({ drand: { ...TEST_CHAIN, periodMs: 4_000 } })],
      honest.length,
      /described in another way/,
    ],
    [
      'a result before its beacon',
      edited(3, (leaf) => ({ ...leaf, settledAt: lockedAt })),
      3,
      /settled before its beacon was due/,
    ],
  ];

  test.each(cases)('%s', (_name, leaves, leaf, problem) => {
    expect(findingsOf(leaves)).toContainEqual({ leaf, problem: expect.stringMatching(problem) as string });
  });

  test('a simulated beacon where only the public one is accepted', () => {
    expect(findingsOf(honest, {})[0]).toMatchObject({ leaf: 3, problem: expect.stringMatching(/beacon/) as string });
    expect(findingsOf(honest, { chains: [TEST_CHAIN] })).toEqual([]);
  });
});

describe('scripted rounds make no claim', () => {
  const openAt = (JSON.parse(open1) as { openedAt: number }).openedAt;
  const scripted = (over: object = {}) =>
    canon({ v: 'fp/2', type: 'scripted', game: 'coinflip', roundId, winner: 'ann', at: openAt + 1, ...over });
  const terms = honest[0] ?? '';

  test('are counted as scripted: chosen once or again, unfinished or cancelled', () => {
    const [open2 = ''] = leavesOf(makeProof('coinflip', 2), 1);
    const other = { roundId: makeProof('coinflip', 2).roundId };
    const leaves = [terms, open1, scripted(), scripted({ winner: 'bob' }), open2, scripted(other)];
    const end = canon({ v: 'fp/2', type: 'cancel', game: 'coinflip', ...other, why: 'EXPIRED', at: openAt + 2 });
    const verifier = new LogVerifier({ acceptSimulated: true });
    expect([...[...leaves, end].flatMap((leaf) => verifier.add(utf8(leaf))), ...verifier.finish()]).toEqual([]);
    expect(verifier.counts).toMatchObject({ scripted: 2, settled: 0, cancelled: 0, running: 0 });
  });

  test.each<[string, string[], RegExp]>([
    ['a lock after the act', [terms, open1, scripted(), lock1], /is locked, though leaf 2 says it is scripted/],
    ['a result after the act', [terms, open1, scripted(), lock1, result1], /has a result, though leaf 2/],
    ['an act on a locked round', [terms, open1, lock1, scripted()], /is scripted after its lock/],
    ['an act on a settled round', [terms, open1, lock1, result1, scripted()], /after the round was settled/],
    ['an act on no round', [terms, scripted()], /without an opening/],
    ['an act of another game', [terms, open1, scripted({ game: 'jackpot' })], /opened as coinflip/],
    ['an act in a live log', [termsLeaf({ drand: QUICKNET }), open1, scripted()], /in a live log/],
  ])('%s is found', (_what, leaves, problem) => {
    expect(findingsOf(leaves).map((finding) => finding.problem)).toContainEqual(expect.stringMatching(problem));
  });
});

describe('the drop tables of battles', () => {
  const [terms = '', announced = '', ...rounds] = makeLeaves(1, 'casebattle');
  const cases: readonly (readonly [string, readonly string[], number, RegExp])[] = [
    ['a case that was never announced', [terms, ...rounds], 2, /box, which the log had not announced/],
    ['one announced after the lock', [terms, rounds[0] ?? '', rounds[1] ?? '', announced], 2, /had not announced/],
    ['another weight than announced', [terms, caseLeaf({ weights: [1, 98, 901] }), ...rounds], 3, /weights\[1\]/],
    ['another worth than announced', [terms, caseLeaf({ cents: [100_001, 501, 20] }), ...rounds], 3, /cents\[0\]/],
    ['a table that is announced twice', [terms, announced, caseLeaf({ priceCents: 201 })], 2, /announced again/],
    ['a table with a name too few', [caseLeaf({ items: ['a'] })], 0, /1 names for 3 weights/],
    ['a table of no price', [caseLeaf({ priceCents: 0 })], 0, /leaf.priceCents/],
  ];

  test.each(cases)('%s', (_name, leaves, leaf, problem) => {
    const found = findingsOf(leaves).filter((finding) => problem.test(finding.problem));
    expect(found.map((finding) => finding.leaf)).toEqual([leaf]);
  });
});
