/**
 * What a verifier refuses of a whole log, rule by rule (protocol fp/2, section 5): logs that the operator made up and signed again
 * himself, each leaf of them canonical, each round recomputed. Every one must be refused by name, and its honest twin must hold.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { QUICKNET } from '../protocol/beacon.ts';
import { canon } from '../encoding/canon.ts';
import { randomOf } from '../protocol/commitment.ts';
import type { Game } from '../protocol/commitment.ts';
import { boxOf } from '../seal/seal-box.ts';
import { caseLeaf, leavesOf, LOG_KEY, signLeaves, termsLeaf } from '../testing/logs.ts';
import { makeProof, playerOf, sealOf, TEST_CHAIN, windowKeyOf } from '../testing/rounds.ts';
import { sealKeyOf } from '../seal/window-key.ts';
import { main } from './main.ts';

const DAY_MS = 86_400_000;
const terms = termsLeaf();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairpot-rules-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What the command says of these leaves, signed. */
async function verdictOn(leaves: readonly string[]): Promise<{ status: number; out: string }> {
  const file = join(folder, 'signed.log');
  await writeFile(file, `${signLeaves(leaves)}\n${leaves.map((leaf) => `${leaf}\n`).join('')}`);
  let out = '';
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      out += String(text);
      return true;
    }),
  );
  try {
    return { status: await main(['--all', '--from', file, '--log-key', LOG_KEY]), out };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Round `n` of a game, with a beacon of its own: later ones are later. */
function round(n: number, over: Record<string, unknown> = {}, game: Game = 'coinflip') {
  const proof = makeProof(game, n, `rnd_${n}`, over);
  const [open, lock, result] = leavesOf(proof, n);
  const refund = (type: 'cancel' | 'void', why: string, at: number) =>
    canon({ v: 'fp/2', type, game, roundId: proof.roundId, why, at });
  return { proof, open, lock, result, refund, lockedAt: proof.lock.lockedAt, beacon: proof.drand.round };
}
const changed = (leaf: string, over: object) => canon({ ...(JSON.parse(leaf) as object), ...over });

const one = round(1);
const two = round(2);
/** On the beacon of the first one. */
const twin = round(3, { lockedAt: one.lockedAt });
const played = (...rounds: ReturnType<typeof round>[]) =>
  rounds.flatMap(({ open, lock, result }) => [open, lock, result]);
const secretOf = (n: number) => makeProof('coinflip', n, `rnd_${n}`).secret;

type Case = readonly [name: string, leaves: readonly string[], finding: RegExp | null];

const locks: readonly Case[] = [
  [
    'locks before any output of their beacon',
    [terms, one.open, one.lock, twin.open, twin.lock, one.result, twin.result, ...played(two)],
    null,
  ],
  [
    'a lock behind an output of its named round',
    [terms, ...played(one, { ...twin }), ...played(two)],
    /^FAIL leaf 5: rnd_3: locked on beacon round \d+, though leaf 3 already shows round \d+$/m,
  ],
  [
    'a lock behind an output of a later round',
    [terms, ...played(two, one), twin.open],
    /^FAIL leaf 5: rnd_1: locked on beacon round \d+, though leaf 3 already shows round \d+$/m,
  ],
  [
    'a lock on a beacon that the log never described',
    [terms, one.open, changed(one.lock, { drand: { chain: '11'.repeat(32), round: 5 } })],
    /^FAIL leaf 2: rnd_1: names beacon chain 1{64}, which the log had not described$/m,
  ],
  [
    'terms that change from a simulated beacon to quicknet',
    [terms, ...played(one), termsLeaf({ drand: QUICKNET })],
    /^FAIL leaf 4: the log names drand quicknet and another beacon: /m,
  ],
  [
    'terms that change from quicknet to a simulated beacon',
    [termsLeaf({ drand: QUICKNET }), terms],
    /^FAIL leaf 1: the log names drand quicknet and another beacon: /m,
  ],
  [
    'a lock on quicknet in a log of a simulated beacon',
    [terms, one.open, changed(one.lock, { drand: { chain: QUICKNET.chainHash, round: 5 } })],
    /^FAIL leaf 2: rnd_1: the log names drand quicknet and another beacon: /m,
  ],
];

const early = one.lockedAt + 1;
const ends: readonly Case[] = [
  [
    'a void by staff before the beacon',
    [terms, one.open, one.lock, one.refund('void', 'STAFF', early), ...played(two)],
    null,
  ],
  [
    'a cancel of a locked round',
    [terms, one.open, one.lock, one.refund('cancel', 'CREATOR', early)],
    /^FAIL leaf 3: rnd_1 is cancelled after its lock$/m,
  ],
  [
    'a void for a reason that does not exist',
    [terms, one.open, one.lock, one.refund('void', 'MAINTENANCE', early)],
    /^FAIL leaf 3: rnd_1: voided for MAINTENANCE: a lock is voided for BEACON_AWAY or STAFF alone$/m,
  ],
  [
    'a void by staff when its beacon was out',
    [terms, one.open, one.lock, one.refund('void', 'STAFF', one.lockedAt + 60_000)],
    /^FAIL leaf 3: rnd_1: voided by staff when its beacon was out already$/m,
  ],
  [
    'a void by staff, backdated, behind its output',
    [terms, one.open, one.lock, twin.open, twin.lock, twin.result, one.refund('void', 'STAFF', early)],
    /^FAIL leaf 6: rnd_1: voided by staff, though leaf 5 already shows beacon round \d+/m,
  ],
  [
    'a void by staff, backdated, behind a later output',
    [terms, one.open, one.lock, ...played(two), one.refund('void', 'STAFF', early)],
    /^FAIL leaf 6: rnd_1: voided by staff, though leaf 5 already shows beacon round \d+/m,
  ],
  [
    'a beacon that stayed away for a day, and came back',
    [
      terms,
      one.open,
      one.lock,
      one.refund('void', 'BEACON_AWAY', one.lockedAt + DAY_MS),
      ...played(round(2, { lockedAt: one.lockedAt + DAY_MS + 5_000 })),
    ],
    null,
  ],
  [
    'a void before the day is over',
    [terms, one.open, one.lock, one.refund('void', 'BEACON_AWAY', one.lockedAt + DAY_MS - 1)],
    /^FAIL leaf 3: rnd_1: voided for its beacon 24\.0 h after the lock, not 24$/m,
  ],
  [
    'a beacon said to be away that another round shows',
    [
      terms,
      one.open,
      one.lock,
      twin.open,
      twin.lock,
      twin.result,
      one.refund('void', 'BEACON_AWAY', one.lockedAt + DAY_MS),
    ],
    /^FAIL leaf 6: rnd_1: voided for the absence of beacon round \d+, though leaf 5 already shows/m,
  ],
  [
    'a beacon said to be away when a later round shows',
    [terms, one.open, one.lock, ...played(two), one.refund('void', 'BEACON_AWAY', one.lockedAt + DAY_MS)],
    /^FAIL leaf 6: rnd_1: voided for the absence of beacon round \d+, though leaf 5 already shows/m,
  ],
  [
    'a beacon said to be away a day too soon, dated a day ahead',
    [terms, one.open, one.lock, one.refund('void', 'BEACON_AWAY', one.lockedAt + DAY_MS), ...played(two)],
    /^FAIL leaf 6: rnd_2: shows beacon round \d+, for whose absence leaf 3 voided rnd_1 later than that$/m,
  ],
];

/** The window key of the first round's beacon, encrypted to the second's. */
const reusedKey = sealKeyOf({
  chain: TEST_CHAIN,
  round: two.beacon,
  windowKey: windowKeyOf(one.beacon),
  sigma: windowKeyOf(99),
});
const reused = { key: reusedKey, box: boxOf('rnd_2', windowKeyOf(one.beacon), randomOf(secretOf(2))) };
const otherKey = sealKeyOf({
  chain: TEST_CHAIN,
  round: one.beacon,
  windowKey: windowKeyOf(98),
  sigma: windowKeyOf(99),
});
const other = { key: otherKey, box: boxOf('rnd_3', windowKeyOf(98), randomOf(secretOf(3))) };
const sealed = (n: number, seal: object, over: object = {}) =>
  round(n, { seal: { ...sealOf(secretOf(n), round(n, { ...over }).beacon), ...seal }, ...over });
const empty = sealed(1, { box: '00'.repeat(32) });
const twinLeaves = [twin.open, twin.lock, twin.result];

const seals: readonly Case[] = [
  [
    'a box of another secret',
    [terms, ...played(empty)],
    /^FAIL leaf 3: rnd_1: this does not hold: The seal in the lock opens to the secret\. \(the seal holds a secret of hash/m,
  ],
  [
    'a window key that is garbage',
    [terms, ...played(sealed(1, { key: 'ab'.repeat(160) }))],
    /^FAIL leaf 3: rnd_1: this does not hold: The seal in the lock opens/m,
  ],
  [
    'a window key of another beacon',
    [terms, ...played(one), ...played(sealed(2, { key: one.proof.lock.seal.key }))],
    /^FAIL leaf 5: rnd_2: sealed under the window key of leaf 2, which is for another beacon round$/m,
  ],
  [
    'and it does not open',
    [terms, ...played(sealed(2, { key: one.proof.lock.seal.key }))],
    /^FAIL leaf 3: rnd_2: this does not hold: The seal in the lock opens/m,
  ],
  [
    'one window key encrypted to two beacons',
    [terms, ...played(one), ...played(round(2, { seal: reused }))],
    /^FAIL leaf 6: its window key was used for another beacon round by leaf 3$/m,
  ],
  [
    'two window keys for one beacon',
    [
      terms,
      one.open,
      one.lock,
      round(3, { lockedAt: one.lockedAt, seal: other }).open,
      round(3, { lockedAt: one.lockedAt, seal: other }).lock,
    ],
    /^FAIL leaf 4: rnd_3: sealed under another window key than leaf 2, for the same beacon round \d+$/m,
  ],
  [
    'a voided round that had sealed its secret',
    [terms, one.open, one.lock, twin.open, twin.lock, one.refund('void', 'STAFF', early), twin.result],
    null,
  ],
  [
    'a voided round that had not',
    [terms, empty.open, empty.lock, twin.open, twin.lock, empty.refund('void', 'STAFF', early), twin.result],
    /^FAIL leaf 2: rnd_1: its seal does not open to what it committed to: the seal holds a secret of hash/m,
  ],
  ['a round without a result that had sealed its secret', [terms, one.open, one.lock, ...twinLeaves], null],
  [
    'a round without a result that had not',
    [terms, empty.open, empty.lock, ...twinLeaves],
    /^FAIL leaf 2: rnd_1: its seal does not open to what it committed to: the seal holds/m,
  ],
];

/** Lock and result of round 1 of a game with other entries, as an operator would write them. */
const entered = (game: Game, change: (entries: readonly object[]) => readonly object[]) => {
  const { open, lock } = round(1, {}, game);
  const { entries } = JSON.parse(lock) as { entries: readonly object[] };
  return [...(game === 'casebattle' ? [caseLeaf()] : []), open, changed(lock, { entries: change(entries) })];
};
const same = { player: playerOf('ann') };

const players: readonly Case[] = [
  [
    'a coinflip against oneself',
    [terms, ...entered('coinflip', (all) => all.map((entry) => ({ ...entry, ...same })))],
    /^FAIL leaf 2: .*leaf\.entries\[1\]\.player: the same player as the creator$/m,
  ],
  [
    'a jackpot of one player',
    [terms, ...entered('jackpot', (all) => all.map((entry) => ({ ...entry, ...same })))],
    /^FAIL leaf 2: .*leaf\.entries: one player alone/m,
  ],
  [
    'a battle with a player in two seats',
    [
      terms,
      ...entered('casebattle', (all) => all.map((entry, i) => (i === 1 || i === 2 ? { ...entry, ...same } : entry))),
    ],
    /^FAIL leaf 3: .*leaf\.entries\[2\]\.player: a player who has a seat already$/m,
  ],
  [
    'a player who is no pseudonym',
    [terms, ...entered('coinflip', ([first, second]) => [{ ...first, player: 'ann' }, { ...second }])],
    /^FAIL leaf 2: .*leaf\.entries\[0\]\.player: not 16 bytes of lower-case hex$/m,
  ],
];

const battle = round(1, {}, 'casebattle');
const openedAt = (JSON.parse(battle.open) as { openedAt: number }).openedAt;
const offer = (type: 'case-retired' | 'case-offered', at: number) => canon({ v: 'fp/2', type, at, caseId: 'box' });
const box = { caseId: 'box', priceCents: 200, weights: [1, 99, 900], cents: [100_000, 501, 20] };
const dear = round(1, { cases: [box, { ...box, priceCents: 201 }] }, 'casebattle');

const cases: readonly Case[] = [
  [
    'a case retired after the battle opened',
    [terms, caseLeaf(), battle.open, offer('case-retired', openedAt + 1), battle.lock, battle.result],
    null,
  ],
  [
    'a case that was retired and offered again',
    [
      terms,
      caseLeaf(),
      offer('case-retired', openedAt - DAY_MS),
      offer('case-offered', openedAt - 1),
      ...played(battle),
    ],
    null,
  ],
  [
    'a case that is retired as the battle opens',
    [terms, caseLeaf(), offer('case-retired', openedAt - 1_000), ...played(battle)],
    null,
  ],
  [
    'a case announced after its battle opened',
    [terms, battle.open, caseLeaf(), battle.lock, battle.result],
    /^FAIL leaf 3: rnd_1: holds the case box, announced by leaf 2, after the battle was opened by leaf 1$/m,
  ],
  [
    'a case at another price than announced',
    [terms, caseLeaf(), ...played(dear)],
    /^FAIL leaf 3: rnd_1: took 201 cents for the case box, announced at 200$/m,
  ],
  [
    'a case that had been retired before the battle opened',
    [terms, caseLeaf(), offer('case-retired', openedAt - 120_000), ...played(battle)],
    /^FAIL leaf 4: rnd_1: holds the case box, which leaf 2 had retired before it opened$/m,
  ],
  [
    'a case retired twice',
    [terms, caseLeaf(), offer('case-retired', 1), offer('case-retired', 2)],
    /^FAIL leaf 3: the case box is retired twice$/m,
  ],
  [
    'a case retired that never was',
    [terms, offer('case-retired', 1)],
    /^FAIL leaf 1: the case box, which the log had not announced, is retired$/m,
  ],
];

describe.each([
  ['locks and beacons', locks],
  ['ends without a result', ends],
  ['seals', seals],
  ['players', players],
  ['cases', cases],
])('%s', (_what, list) => {
  test.each(list)('%s', async (_name, leaves, finding) => {
    const { status, out } = await verdictOn(leaves);
    if (finding === null) expect(out).toMatch(/^OK {3}.*: the whole log holds$/m);
    else expect(out).toMatch(finding);
    expect(status).toBe(finding === null ? 0 : 1);
  });
});

describe('names, not lists', () => {
  test('a log that knows fewer games than this build holds', async () => {
    expect((await verdictOn([termsLeaf({ fees: { coinflip: 500 } }), ...played(one)])).status).toBe(0);
  });

  test('a game that this build has never heard of is counted, and cannot be locked', async () => {
    const fees = { coinflip: 500, crash: 300 };
    const open = changed(two.open, { game: 'crash', feeBps: 300, roundId: 'rnd_crash', number: 1 });
    const cancel = changed(one.refund('cancel', 'EXPIRED', early), { game: 'crash', roundId: 'rnd_crash' });
    const leaves = [termsLeaf({ fees }), ...played(one), open, cancel];
    expect((await verdictOn(leaves)).out).toContain('1 settled, 1 cancelled');
    const gap = [
      termsLeaf({ fees }),
      changed(open, { number: 2, openedAt: 1_780_000_000_000 }),
      changed(open, { number: 3, roundId: 'rnd_c', hash: '01'.repeat(32) }),
    ];
    expect((await verdictOn(gap)).out).toMatch(/^FAIL leaf 1: crash round number 1 is missing$/m);
    const locked = await verdictOn([...leaves.slice(0, 5), changed(two.lock, { game: 'crash', roundId: 'rnd_crash' })]);
    expect(locked.out).toMatch(
      /^FAIL leaf 5: not a leaf of fp\/2: leaf\.game: not "coinflip" or "jackpot" or "casebattle"$/m,
    );
  });

  test('a leaf of fp/1, and a game that has no name, are none of this log', async () => {
    expect((await verdictOn([changed(terms, { v: 'fp/1' })])).out).toContain(
      'FAIL leaf 0: not a leaf of fp/2: leaf.v: not "fp/2"',
    );
    expect((await verdictOn([terms, changed(one.open, { game: 'Coin flip' })])).out).toContain(
      'leaf.game: not the name of a game',
    );
    expect((await verdictOn([termsLeaf({ fees: { 'Coin flip': 5 } })])).out).toContain(
      'leaf.fees.Coin flip: unknown field',
    );
  });
});
