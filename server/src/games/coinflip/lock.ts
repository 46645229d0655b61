/** The lock record of a coinflip: built by the command that takes the second stake, from what it loaded. */
import { COUNTDOWN_MS } from '@fairpot/contract/coinflip';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { canon } from '@fairpot/fairness/encoding/canon';
import { parseLock } from '@fairpot/fairness/protocol/lock';
import type { Seal } from '@fairpot/fairness/seal/seal-box';
import { invariant } from '../../platform/runner/refused.ts';
import { nameBeacon, type NamedBeacon } from '../kit/lock.ts';
import type { Round } from '../kit/rounds.ts';

export interface Joiner {
  readonly pseudonym: string;
  readonly side: 1 | 2;
  readonly cents: number;
}

/** The record as its canonical text, and the beacon that it names. Creator first (protocol fp/2, section 2). */
export function coinflipLock(
  round: Round,
  joiner: Joiner,
  lockedAt: number,
  seal: Seal,
  chain: DrandChain,
): NamedBeacon & { readonly text: string } {
  const creator = round.entries[0];
  invariant(creator, `round ${round.id} has no creator`);
  const named = nameBeacon('coinflip', lockedAt, COUNTDOWN_MS, chain);
  const lock = parseLock({
    v: 'fp/2',
    type: 'lock',
    game: 'coinflip',
    roundId: round.id,
    hash: round.hash,
    lockedAt,
    feeBps: round.feeBps,
    drand: { chain: chain.chainHash, round: named.drandRound },
    eos: null,
    seal,
    entries: [
      { player: creator.pseudonym, side: creator.pick, cents: creator.cents },
      { player: joiner.pseudonym, side: joiner.side, cents: joiner.cents },
    ],
  });
  return { ...named, text: canon(lock) };
}
