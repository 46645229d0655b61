/**
 * Complete rounds for tests: a beacon with a key of its own that signs for real, and proofs that verify.
 *
 * Used by the tests of this package only. Everything is a function of its arguments: no clock, no randomness.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { DRAND_DST, drandMessage, QUICKNET } from '../beacon.ts';
import type { DrandChain } from '../beacon.ts';
import { toHex, utf8 } from '../bytes.ts';
import { commitmentOf, makeSecret } from '../commitment.ts';
import type { Game } from '../commitment.ts';
import { deriveKey } from '../derive.ts';
import { parseLock } from '../lock.ts';
import type { Lock } from '../lock.ts';
import { outcomeOf } from '../outcome.ts';
import { payoutsOf } from '../payout.ts';
import type { PotItem } from '../payout.ts';
import type { RoundProof } from '../proof.ts';
import { drandRoundFor } from '../schedule.ts';

const { secretKey, publicKey } = bls12_381.shortSignatures.keygen(new Uint8Array(48).fill(1));

/** A chain whose key this file holds. */
export const TEST_CHAIN: DrandChain = {
  ...QUICKNET,
  chainHash: toHex(sha256(utf8('test beacon'))),
  publicKey: publicKey.toHex(true),
};

/** The test chain's signature of a round. */
export function signRound(round: number): string {
  const bls = bls12_381.shortSignatures;
  return bls.sign(bls.hash(drandMessage(round), DRAND_DST), secretKey).toHex(true);
}

const LOCKED_AT = 1_790_000_001_234;
const BLOCK = 400_000_123;
const BLOCK_DELAY_MS = 3_266;

const STAKES: Readonly<Record<Game, object>> = {
  coinflip: {
    entries: [
      { player: 'ann', side: 2, cents: 1_000 },
      { player: 'bob', side: 1, cents: 1_070 },
    ],
  },
  jackpot: {
    entries: [
      { player: 'ann', cents: 1_000 },
      { player: 'bob', cents: 70 },
      { player: 'cyd', cents: 2_345 },
      { player: 'ann', cents: 1 },
    ],
  },
  casebattle: {
    entries: [0, 1].flatMap((team) => [0, 1].map((seat) => ({ player: `p${team}${seat}`, team, seat }))),
    cases: [
      { caseId: 'box', weights: [1, 99, 900], cents: [100_000, 501, 20] },
      { caseId: 'box', weights: [1, 99, 900], cents: [100_000, 501, 20] },
    ],
  },
};

/** Items that make up the stakes: each entry's cents in up to three parts. */
export function itemsOf(lock: Lock): PotItem[] {
  if (lock.game === 'casebattle') return [];
  return lock.entries.flatMap(({ cents }, entry) => {
    const third = Math.floor(cents / 3);
    return [third, third, cents - 2 * third]
      .filter((part) => part > 0)
      .map((part, i) => ({ id: `itm_${entry}_${i}`, entry, cents: part }));
  });
}

/** Fields of the lock to be other than usual. `lockedAt` moves the beacon along with it. */
type LockOver = { readonly [field: string]: unknown; readonly lockedAt?: number };

/** A lock record of the game, its beacon on the formula of `TEST_CHAIN`. */
export function makeLock(game: Game, secret: string, over: LockOver = {}): Lock {
  const round = drandRoundFor({ lockedAt: over.lockedAt ?? LOCKED_AT, game, ...TEST_CHAIN });
  return parseLock({
    v: 'fp/1',
    type: 'lock',
    game,
    roundId: secret.split('.')[2],
    hash: commitmentOf(secret),
    lockedAt: LOCKED_AT,
    feeBps: game === 'casebattle' ? 0 : 500,
    drand: { chain: TEST_CHAIN.chainHash, round },
    eos: game === 'casebattle' ? { chain: 'test', block: BLOCK } : null,
    ...STAKES[game],
    ...over,
  });
}

/** A proof that verifies against `TEST_CHAIN`. `seed` varies the secret, and so the result. */
export function makeProof(game: Game, seed = 1, roundId = `rnd_${game}_${seed}`, over: LockOver = {}): RoundProof {
  const secret = makeSecret({ game, roundId, random32: sha256(utf8(`seed ${seed}`)) });
  const lock = makeLock(game, secret, over);
  const id = BLOCK.toString(16).padStart(8, '0') + toHex(sha256(utf8('block'))).slice(8);
  const eos = lock.eos === null ? null : { block: lock.eos.block, id, time: lock.lockedAt + BLOCK_DELAY_MS };
  const round = drandRoundFor({ lockedAt: lock.lockedAt, game, fairBlockTime: eos?.time, ...TEST_CHAIN });
  const signature = signRound(round);
  const key = deriveKey({ secret, eosBlockId: eos?.id ?? null, drandSignature: signature, lock });
  const outcome = outcomeOf(key, lock);
  return {
    ...{ v: 'fp/1', game, roundId, number: seed, hash: lock.hash, lock },
    ...{ drand: { chain: TEST_CHAIN, round, signature }, eos, secret, outcome },
    payouts: payoutsOf(lock, outcome, itemsOf(lock)),
  };
}
