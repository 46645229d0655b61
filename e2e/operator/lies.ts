/** Logs that the operator rewrites and signs with the site's own key: every hash is right, only the story differs. */
import { canon } from '@fairpot/fairness/encoding/canon';
import { randomOf } from '@fairpot/fairness/protocol/commitment';
import { deriveKey } from '@fairpot/fairness/protocol/derive';
import { parseLock, type Lock } from '@fairpot/fairness/protocol/lock';
import { gameOf } from '@fairpot/fairness/games/index';
import { outcomeOf, type Outcome } from '@fairpot/fairness/games/outcome';
import { payoutsOf } from '@fairpot/fairness/games/payout';
import { boxOf } from '@fairpot/fairness/base/seal-box';
import { sealKeyOf } from '@fairpot/fairness/seal/window-key';
import { drandRoundFor } from '@fairpot/fairness/protocol/schedule';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';

const MAX_TRIES = 5_000;

interface ResultLeaf {
  readonly secret: string;
  readonly drand: { readonly chain: string; readonly round: number; readonly signature: string };
  readonly outcome: Outcome;
  readonly payouts: { readonly items: Parameters<typeof payoutsOf>[2] };
}

export interface LoggedRound {
  readonly at: { readonly lock: number; readonly result: number };
  readonly lock: Lock;
  readonly result: ResultLeaf;
}

/** Lock and result of a settled round in a log. */
export function loggedRound(leaves: readonly string[], roundId: string): LoggedRound {
  const find = (type: string) => {
    const at = leaves.findIndex((leaf) => {
      const read = JSON.parse(leaf) as { type: string; roundId?: string };
      return read.type === type && read.roundId === roundId;
    });
    if (at < 0) throw new Error(`the log has no ${type} of ${roundId}`);
    return at;
  };
  const at = { lock: find('lock'), result: find('result') };
  const read = (index: number): unknown => JSON.parse(leaves[index] ?? '');
  return { at, lock: parseLock(read(at.lock)), result: read(at.result) as ResultLeaf };
}

/** The result leaf that follows from another lock of the round, correctly computed. */
export function resultOf({ result }: LoggedRound, lock: Lock, signature = result.drand.signature) {
  const outcome = outcomeOf(deriveKey({ secret: result.secret, drandSignature: signature, lock }), lock);
  const drand = { ...result.drand, round: lock.drand.round, signature };
  return { ...result, drand, outcome, payouts: payoutsOf(lock, outcome, result.payouts.items) };
}

/** The lock of a round with another EOS block: the first id, tried with the known beacon output, that makes others win. */
export function groundLock(logged: LoggedRound): Lock {
  const { lock, result } = logged;
  if (lock.eos === null) throw new Error(`${lock.roundId} names no EOS block`);
  const number = lock.eos.block.toString(16).padStart(8, '0');
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const id = number + tries.toString(16).padStart(56, '0');
    const ground = parseLock({ ...lock, eos: { ...lock.eos, id } });
    if (winnersIn(lock, resultOf(logged, ground).outcome) !== winnersIn(lock, result.outcome)) return ground;
  }
  throw new Error('no id was found');
}

/** Winners by the rules of the game, as pseudonyms. */
export function winnersIn(lock: Lock, outcome: Outcome): string {
  return gameOf(lock.game).winners(lock, outcome).join(' ');
}

/** A lock `ms` earlier than it was, sealed to the beacon that this time names, as the site itself would have made it. */
export function olderLock(lock: Lock, secret: string, ms: number, chain: DrandChain): Lock {
  const lockedAt = lock.lockedAt - ms;
  const round = drandRoundFor({ lockedAt, game: lock.game, genesisMs: chain.genesisMs, periodMs: chain.periodMs });
  const windowKey = new Uint8Array(32).fill(5);
  const key = sealKeyOf({ chain, round, windowKey, sigma: new Uint8Array(32).fill(6) });
  const seal = { key, box: boxOf(lock.roundId, windowKey, randomOf(secret)) };
  return parseLock({ ...lock, lockedAt, drand: { ...lock.drand, round }, seal });
}

/** The end of a round as a void. */
export function voidOf({ lock }: LoggedRound, why: string, at: number): string {
  return canon({ v: 'fp/2', type: 'void', game: lock.game, roundId: lock.roundId, why, at });
}
