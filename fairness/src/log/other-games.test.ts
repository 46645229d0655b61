/**
 * Logs that name other games than the build that reads them: from before or after a game was added, or from a site with
 * more games.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { utf8 } from '../encoding/bytes.ts';
import { canon } from '../encoding/canon.ts';
import type { AnyGame } from '../games/game.ts';
import { GAMES } from '../games/index.ts';
import { duelLeaves, WITH_DUEL } from '../testing/duel.ts';
import { leavesOf, termsLeaf } from '../testing/logs.ts';
import { makeProof, playerOf, sealOf, signRound, TEST_CHAIN } from '../testing/rounds.ts';
import { LogVerifier } from './log-verify.ts';

/**
 * The leaves of a site with three games (a settled round of each, one voided, two open), under a head of the tests'
 * key.
 */
const STORED = readFileSync(join(import.meta.dirname, '../../vectors/three-games-log.txt'), 'utf8')
  .split('\n\n')
  .slice(2)
  .join('\n\n')
  .trim()
  .split('\n');
const GAME_OF_STORED = ['coinflip', 'jackpot', 'casebattle'];

function judge(leaves: readonly string[], games?: readonly AnyGame[]) {
  const verifier = new LogVerifier({ acceptSimulated: true, ...(games && { games }) });
  const findings = [...leaves.flatMap((leaf) => verifier.add(utf8(leaf))), ...verifier.finish()];
  return { findings, counts: verifier.counts, unverified: Object.fromEntries(verifier.unverified) };
}

describe('a stored log', () => {
  const ended = {
    leaves: 16,
    settled: 3,
    cancelled: 1,
    voided: 0,
    restored: 0,
    scripted: 0,
    unverified: 0,
    running: 2,
  };

  test('holds under the build that wrote it, and under one with a fourth game', () => {
    const expected = { findings: [], counts: { ...ended, simulated: true }, unverified: {} };
    expect(judge(STORED)).toEqual(expected);
    expect(judge(STORED, WITH_DUEL)).toEqual(expected);
  });

  test.each(GAME_OF_STORED)(
    'without %s: the other games are verified, its rounds are counted and are no lie',
    (name) => {
      const { findings, counts, unverified } = judge(
        STORED,
        GAMES.filter((game) => game.name !== name),
      );
      expect(findings).toEqual([]);
      expect(counts).toMatchObject({ ...ended, settled: 2, unverified: 1 });
      expect(unverified).toEqual({ [name]: 1 });
    },
  );
});

describe('a log of a site with a fourth game', () => {
  const flip = makeProof('coinflip', 1);
  const [open, lock, result] = leavesOf(flip, 1);
  const openedAt = flip.lock.lockedAt + 120_000;
  const terms = termsLeaf({ fees: { coinflip: 500, jackpot: 500, casebattle: 0, duel: 500 } });
  const log = (leaves: readonly string[] = duelLeaves(openedAt)) => [terms, open, lock, result, ...leaves];
  const [duelOpen, duelLock, duelResult] = duelLeaves(openedAt);
  const changed = (leaf: string, over: object) => canon({ ...(JSON.parse(leaf) as object), ...over });
  const { drand } = JSON.parse(duelResult) as { drand: { round: number } };

  test('holds completely under a build that has it', () => {
    expect(judge(log(), WITH_DUEL)).toMatchObject({
      findings: [],
      counts: { settled: 2, unverified: 0 },
      unverified: {},
    });
  });

  test('holds as far as a build without it can verify, and says how far', () => {
    expect(judge(log())).toMatchObject({
      findings: [],
      counts: { settled: 1, unverified: 1 },
      unverified: { duel: 1 },
    });
  });

  test('detecting a false outcome requires the game', () => {
    const lie = log([duelOpen, duelLock, changed(duelResult, { outcome: { rolls: [5, 0] } })]);
    expect(judge(lie).findings).toEqual([]);
    expect(judge(lie, WITH_DUEL).findings).toMatchObject([{ leaf: 6 }]);
  });

  // The rules of every game apply to the rounds of an unknown one too.
  test.each<[string, readonly string[], number, RegExp]>([
    [
      'a secret that was not committed to',
      [duelOpen, duelLock, changed(duelResult, { secret: `fp2.duel.rnd_duel_1.${'00'.repeat(32)}` })],
      6,
      /opens the commitment/,
    ],
    [
      'a secret of another game',
      [duelOpen, duelLock, changed(duelResult, { secret: `fp2.dice.rnd_duel_1.${'00'.repeat(32)}` })],
      6,
      /opens the commitment/,
    ],
    [
      'an output without a valid signature',
      [duelOpen, duelLock, changed(duelResult, { drand: { ...drand, signature: signRound(4_711) } })],
      6,
      /network signed/,
    ],
    [
      'another beacon than the named one',
      [
        duelOpen,
        duelLock,
        changed(duelResult, { drand: { ...drand, round: drand.round + 1, signature: signRound(drand.round + 1) } }),
      ],
      6,
      /the one that the lock names/,
    ],
    [
      'a seal of something else',
      [
        duelOpen,
        changed(duelLock, { seal: sealOf(`fp2.duel.rnd_duel_1.${'11'.repeat(32)}`, drand.round) }),
        duelResult,
      ],
      6,
      /seal/,
    ],
    [
      'a lock after its beacon',
      [duelOpen, changed(duelLock, { drand: { chain: TEST_CHAIN.chainHash, round: 5 } }), duelResult],
      5,
      /./,
    ],
    ['a result before its beacon', [duelOpen, duelLock, changed(duelResult, { settledAt: openedAt })], 6, /was due/],
    ['another commitment', [duelOpen, changed(duelLock, { hash: '00'.repeat(32) }), duelResult], 5, /commitment/],
    ['a fee that was not announced', [changed(duelOpen, { feeBps: 400 }), duelLock, duelResult], 4, /announced/],
    ['a dropped opening', [duelLock, duelResult], 4, /without an opening/],
    ['a lock of no game’s name', [duelOpen, changed(duelLock, { game: 'Duel!' }), duelResult], 5, /name of a game/],
  ])('%s is found without knowing the game', (_what, leaves, leaf, problem) => {
    expect(judge(log(leaves)).findings).toContainEqual({ leaf, problem: expect.stringMatching(problem) as string });
  });

  test('a duplicate player breaks the game’s own rule, which is not read', () => {
    const twice = [playerOf('ann'), playerOf('ann')].map((player) => ({ player, cents: 1 }));
    expect(judge(log([duelOpen, changed(duelLock, { entries: twice })])).findings).toEqual([]);
  });
});
