/**
 * The lock record of a round of items: built when the last stake is taken, or by the sweep that finds the countdown
 * over.
 */
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { canon } from '@fairpot/fairness/encoding/canon';
import { parseLock } from '@fairpot/fairness/protocol/lock';
import type { LockSeal } from '@fairpot/fairness/seal/seal-box';
import { nameBeacon, type StoredLock } from '../lock.ts';
import type { Round } from '../rounds.ts';
import type { ItemGame, LockedEntry } from './item-game.ts';

/** The inputs of a record besides its round. */
export interface LockParts {
  /** Epoch ms; names the beacon. */
  readonly lockedAt: number;
  readonly seal: LockSeal;
  readonly chain: DrandChain;
}

/** The record as canonical text, and the beacon that it names. Entries in order of entry (protocol fp/2, section 2). */
export function itemLock(
  { game, lock }: Pick<ItemGame, 'game' | 'lock'>,
  round: Pick<Round, 'id' | 'hash' | 'feeBps'>,
  entries: readonly LockedEntry[],
  { lockedAt, seal, chain }: LockParts,
): StoredLock {
  const named = nameBeacon(game, lockedAt, lock.countdownMs, chain);
  const record = parseLock({
    v: 'fp/2',
    type: 'lock',
    game,
    roundId: round.id,
    hash: round.hash,
    lockedAt,
    feeBps: round.feeBps,
    drand: { chain: chain.chainHash, round: named.drandRound },
    ...lock.fields,
    seal,
    entries: entries.map((entry) => lock.entry(entry)),
  });
  return { ...named, text: canon(record) };
}
