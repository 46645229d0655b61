/** The lock record of a jackpot: built by the sweep that finds the countdown over, from the round as it holds it. */
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { canon } from '@fairpot/fairness/encoding/canon';
import { parseLock } from '@fairpot/fairness/protocol/lock';
import type { Seal } from '@fairpot/fairness/seal/seal-box';
import { nameBeacon, type NamedBeacon } from '../kit/lock.ts';
import type { Round } from '../kit/rounds.ts';

/** The players watch no second countdown: the result is due when the beacon is. */
const COUNTDOWN_AFTER_LOCK_MS = 0;

/** The record as its canonical text, and the beacon that it names. Entries in order of entry (protocol fp/2, section 2). */
export function jackpotLock(
  round: Pick<Round, 'id' | 'hash' | 'feeBps' | 'entries'>,
  lockedAt: number,
  seal: Seal,
  chain: DrandChain,
): NamedBeacon & { readonly text: string } {
  const named = nameBeacon('jackpot', lockedAt, COUNTDOWN_AFTER_LOCK_MS, chain);
  const lock = parseLock({
    v: 'fp/2',
    type: 'lock',
    game: 'jackpot',
    roundId: round.id,
    hash: round.hash,
    lockedAt,
    feeBps: round.feeBps,
    drand: { chain: chain.chainHash, round: named.drandRound },
    eos: null,
    seal,
    entries: round.entries.map((entry) => ({ player: entry.pseudonym, cents: entry.cents })),
  });
  return { ...named, text: canon(lock) };
}
