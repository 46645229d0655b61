/** Building blocks of the manipulations: rounds that verify, their leaves, and a way to change one. */
import { canon } from '../../encoding/canon.ts';
import type { KnownGame } from '../../protocol/commitment.ts';
import { leavesOf, termsLeaf } from '../logs.ts';
import { makeProof } from '../rounds.ts';

/** A log that an operator could write and sign, and the verifier's finding; null: it is an honest twin, and holds. */
export type TamperingCase = readonly [name: string, leaves: readonly string[], finding: RegExp | null];

export const DAY_MS = 86_400_000;
export const terms = termsLeaf();

/** Round `n` of a game, with a beacon of its own: a higher number is later. */
export function round(n: number, over: Record<string, unknown> = {}, game: KnownGame = 'coinflip') {
  const proof = makeProof(game, n, `rnd_${n}`, over);
  const [open, lock, result] = leavesOf(proof, n);
  const refund = (type: 'cancel' | 'void', why: string, at: number) =>
    canon({ v: 'fp/2', type, game, roundId: proof.roundId, why, at });
  return { proof, open, lock, result, refund, lockedAt: proof.lock.lockedAt, beacon: proof.drand.round };
}

export const changed = (leaf: string, over: object) => canon({ ...(JSON.parse(leaf) as object), ...over });

export const one = round(1);
export const two = round(2);
/** On the beacon of the first one. */
export const twin = round(3, { lockedAt: one.lockedAt });
/** After the lock of the first one, before its beacon. */
export const early = one.lockedAt + 1;

export const played = (...rounds: readonly { open: string; lock: string; result: string }[]) =>
  rounds.flatMap(({ open, lock, result }) => [open, lock, result]);
export const secretOf = (n: number) => makeProof('coinflip', n, `rnd_${n}`).secret;
