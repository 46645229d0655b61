/**
 * Complete rounds for tests: a beacon with a key of its own that signs for real, and proofs that verify.
 *
 * Used by the tests of this package only. Everything is a function of its arguments: no clock, no randomness.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { DRAND_DST, drandMessage, QUICKNET } from '../protocol/beacon.ts';
import type { DrandChain } from '../protocol/beacon.ts';
import { toHex, utf8 } from '../encoding/bytes.ts';
import { commitmentOf, makeSecret, randomOf } from '../protocol/commitment.ts';
import type { KnownGame } from '../protocol/commitment.ts';
import { deriveKey } from '../protocol/derive.ts';
import { parseLock } from '../protocol/lock.ts';
import type { Lock } from '../protocol/lock.ts';
import { GAME_NAMES } from '../games/index.ts';
import { outcomeOf } from '../games/outcome.ts';
import { payoutsOf } from '../games/payout.ts';
import type { PotItem } from '../games/payout.ts';
import type { RoundProof } from '../protocol/proof.ts';
import { drandRoundFor } from '../protocol/schedule.ts';
import { boxOf } from '../base/seal-box.ts';
import type { LockSeal } from '../base/seal-box.ts';
import { sealKeyOf } from '../seal/window-key.ts';
import type { LockSample } from './samples/sample.ts';

const { secretKey, publicKey } = bls12_381.shortSignatures.keygen(new Uint8Array(48).fill(1));

/** A chain whose key is in this file. */
export const TEST_CHAIN: DrandChain = {
  ...QUICKNET,
  chainHash: toHex(sha256(utf8('test beacon'))),
  publicKey: publicKey.toHex(true),
};

/** Memoizes `make` by number: curves are slow, and rounds share their beacons. */
function once<T>(make: (number: number) => T): (number: number) => T {
  const made = new Map<number, T>();
  return (number) => {
    const value = made.get(number) ?? make(number);
    made.set(number, value);
    return value;
  };
}

/** The test chain's signature of a round. */
export const signRound = once((round: number): string => {
  const bls = bls12_381.shortSignatures;
  return bls.sign(bls.hash(drandMessage(round), DRAND_DST), secretKey).toHex(true);
});

/** The window key of a round (32 bytes). */
export const windowKeyOf = (round: number): Uint8Array => sha256(utf8(`window ${round}`));

/** `seal.key` of a round of the test chain. */
export const testSealKey = once((round: number): string =>
  sealKeyOf({ chain: TEST_CHAIN, round, windowKey: windowKeyOf(round), sigma: sha256(utf8(`sigma ${round}`)) }),
);

/** The seal of a secret to a round of the test chain. */
export function sealOf(secret: string, round: number): LockSeal {
  const roundId = secret.split('.')[2] ?? '';
  return { key: testSealKey(round), box: boxOf(roundId, windowKeyOf(round), randomOf(secret)) };
}

/** A pseudonym, the same for the same name: 32 hex digits. */
export function playerOf(name: string): string {
  return toHex(sha256(utf8(`player ${name}`))).slice(0, 32);
}

const LOCKED_AT = 1_790_000_001_234;
/** Each game's sample of a lock, by its name. */
const SAMPLES: ReadonlyMap<string, LockSample<object>> = new Map(
  await Promise.all(
    GAME_NAMES.map(async (name) => {
      const { sample } = (await import(`./samples/${name}.ts`)) as { readonly sample: LockSample<object> };
      return [name, sample] as const;
    }),
  ),
);

/** The sample of this game; throws when there is none. */
export function sampleOf(game: KnownGame): LockSample<object> {
  const sample = SAMPLES.get(game);
  if (sample === undefined) throw new Error(`${game} brings no sample`);
  return sample;
}

/** Items that make up the stakes: each entry's cents in up to three parts; none when entries have no cents. */
export function itemsOf({ entries }: Pick<Lock, 'entries'>): PotItem[] {
  const stakes = entries.map((entry) => ('cents' in entry ? entry.cents : 0));
  return stakes.flatMap((cents, entry) => {
    const third = Math.floor(cents / 3);
    return [third, third, cents - 2 * third]
      .filter((part) => part > 0)
      .map((part, i) => ({ id: `itm_${entry}_${i}`, entry, cents: part }));
  });
}

/** Overrides of the lock's fields. `lockedAt` moves the beacon along with it. */
type LockOver = {
  readonly [field: string]: unknown;
  readonly lockedAt?: number;
  readonly drand?: { readonly chain: string; readonly round: number };
};

/** A lock record of the game, its beacon by the formula of `TEST_CHAIN`, its secret sealed to that. */
export function makeLock(game: KnownGame, secret: string, over: LockOver = {}): Lock {
  const round = over.drand?.round ?? drandRoundFor({ lockedAt: over.lockedAt ?? LOCKED_AT, game, ...TEST_CHAIN });
  return parseLock({
    v: 'fp/2',
    type: 'lock',
    game,
    roundId: secret.split('.')[2],
    hash: commitmentOf(secret),
    lockedAt: LOCKED_AT,
    feeBps: 500,
    drand: { chain: TEST_CHAIN.chainHash, round },
    eos: null,
    seal: sealOf(secret, round),
    ...sampleOf(game).fields(playerOf),
    ...over,
  });
}

/** A proof that verifies against `TEST_CHAIN`. `seed` varies the secret, and so the result; each has a beacon round of its own. */
export function makeProof(game: KnownGame, seed = 1, roundId = `rnd_${game}_${seed}`, over: LockOver = {}): RoundProof {
  const secret = makeSecret({ game, roundId, random32: sha256(utf8(`seed ${seed}`)) });
  const lock = makeLock(game, secret, { lockedAt: LOCKED_AT + (seed - 1) * TEST_CHAIN.periodMs, ...over });
  const { round } = lock.drand;
  const signature = signRound(round);
  const key = deriveKey({ secret, drandSignature: signature, lock });
  const outcome = outcomeOf(key, lock);
  return {
    v: 'fp/2',
    game,
    roundId,
    number: seed,
    hash: lock.hash,
    lock,
    drand: { chain: TEST_CHAIN, round, signature },
    secret,
    outcome,
    payouts: payoutsOf(lock, outcome, itemsOf(lock)),
  };
}
