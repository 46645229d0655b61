/**
 * The sealed secret of a locked round: anyone with the output of the beacon round that the lock names can open it.
 *
 * Called by the settlement, by the browser when a site does not answer, and by every verification. Pure. Imports the
 * pairing curve. Invariant: a returned secret matches the commitment in the lock. Source: protocol fp/2, section 2.
 */
import { verifyDrandSignature } from '../protocol/beacon.ts';
import type { DrandChain } from '../protocol/beacon.ts';
import { commitmentOf, makeSecret } from '../protocol/commitment.ts';
import { deriveKey } from '../protocol/derive.ts';
import type { Lock } from '../protocol/lock.ts';
import type { LockBase } from '../base/lock-base.ts';
import { outcomeOf } from '../games/outcome.ts';
import type { Outcome } from '../games/outcome.ts';
import { openBox } from '../base/seal-box.ts';
import { openWindow } from './window-key.ts';

/**
 * Why a seal yields no secret. CHAIN: the lock names a chain other than the given one. SIGNATURE: the signature is not
 * the chain's signature of the named round. These two say nothing about the seal. KEY: the signature does not open the
 * window key. HASH: the secret in the box does not match the commitment. KEY and HASH prove cheating, because the site
 * could have sealed the round correctly.
 */
export type SealFault = 'CHAIN' | 'SIGNATURE' | 'KEY' | 'HASH';

export class SealError extends Error {
  override readonly name = 'SealError';
  readonly fault: SealFault;

  constructor(fault: SealFault, problem: string) {
    super(problem);
    this.fault = fault;
  }
}

/** The fields of a lock record, of any game, that open a seal. */
export type SealedLock = Pick<LockBase, 'roundId' | 'hash' | 'seal'> & { readonly game: string };

/** Opens a window key. Code that opens many seals replaces `openWindow`, to open a shared window key once. */
export type OpenWindow = (sealKey: string, signature: string) => Uint8Array;

/**
 * Returns the secret of a locked round. Verifies the signature of the named round, then opens the seal with it; each
 * step takes about 20 ms. Throws a `SealError`.
 */
export function openSeal(lock: Lock, signature: string, chain: DrandChain): string {
  if (lock.drand.chain !== chain.chainHash)
    throw new SealError('CHAIN', `the lock names chain ${lock.drand.chain}, not ${chain.chainHash}`);
  if (!verifyDrandSignature(chain, lock.drand.round, signature))
    throw new SealError('SIGNATURE', `not the signature of round ${lock.drand.round}`);
  return secretIn(lock, signature);
}

/** Like `openSeal`, if the caller has verified the signature already. Throws a `SealError`: KEY or HASH. */
export function secretIn(lock: SealedLock, signature: string, open: OpenWindow = openWindow): string {
  const windowKey = windowKeyOf(lock, signature, open);
  const secret = makeSecret({
    game: lock.game,
    roundId: lock.roundId,
    random32: openBox(lock.roundId, windowKey, lock.seal.box),
  });
  if (commitmentOf(secret) !== lock.hash)
    throw new SealError(
      'HASH',
      `the seal holds a secret of hash ${commitmentOf(secret)}, the lock commits to ${lock.hash}`,
    );
  return secret;
}

function windowKeyOf({ seal }: SealedLock, signature: string, open: OpenWindow): Uint8Array {
  try {
    return open(seal.key, signature);
  } catch (error) {
    throw new SealError('KEY', error instanceof Error ? error.message : String(error));
  }
}

/**
 * Computes a round's result without the site, from its lock record and the signature of the named round. Throws a
 * `SealError`.
 */
export function resultFromSeal(
  lock: Lock,
  signature: string,
  chain: DrandChain,
): { readonly secret: string; readonly outcome: Outcome } {
  const secret = openSeal(lock, signature, chain);
  return { secret, outcome: outcomeOf(deriveKey({ secret, drandSignature: signature, lock }), lock) };
}
