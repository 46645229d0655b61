/**
 * A jackpot round as the watcher and the verifier want it: reduced to what its fairness rests on, or as a whole proof.
 *
 * Called by the page's cache. Pure. Invariant: everything in the proof comes from the view that was on the screen, so
 * what is verified is what was shown.
 */
import type { JackpotRound } from '@fairpot/contract/jackpot';
import { centsFromUsd } from '@fairpot/contract/money';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';
import type { Watched } from '../../fairness/watcher.ts';
import { chanceText, potOf } from './shares.ts';

/** What the watcher is told about a round. Null for a voided or scripted one: there is no result to judge. */
export function watchedOf(round: JackpotRound, chain: DrandChain): Watched | null {
  if (round.phase === 'VOIDED' || round.scripted) return null;
  const pot = potOf(round);
  return {
    game: 'jackpot',
    roundId: round.id,
    phase: round.phase === 'SETTLED' ? 'settled' : round.phase === 'FINISHING' ? 'locked' : 'open',
    hash: round.hash,
    stakes: round.entries.map(({ user, totalUsd }) => ({ userId: user.id, entry: { cents: centsFromUsd(totalUsd) } })),
    lock: round.fair.lock,
    pseudonyms: pseudonymsOf(round),
    chances: round.entries.map(({ from, to }) => chanceText(to - from, pot)),
    proof: proofOf(round, chain),
  };
}

function pseudonymsOf({ entries, fair }: JackpotRound): Readonly<Record<string, string>> {
  return { ...Object.fromEntries(entries.map(({ user, pseudonym }) => [user.id, pseudonym])), ...fair.pseudonyms };
}

/** The proof of a settled round, made of its public view alone; null before the settlement. */
export function proofOf(round: JackpotRound, chain: DrandChain): RoundProof | null {
  const { fair, secret, result } = round;
  if (round.phase !== 'SETTLED' || secret === null || result === null || result.ticket === null) return null;
  if (fair.lock === null || fair.drandRound === null || fair.drandSignature === null) return null;
  const winner = pseudonymsOf(round)[result.user.id] ?? '';
  return {
    v: 'fp/2',
    game: 'jackpot',
    roundId: round.id,
    number: fair.number,
    hash: round.hash,
    // A cast, not a claim: the verifier reads the lock field by field and refuses what is not one.
    lock: readJson(fair.lock) as RoundProof['lock'],
    drand: { chain, round: fair.drandRound, signature: fair.drandSignature },
    secret,
    outcome: {
      ticket: result.ticket,
      total: potOf(round),
      winnerEntry: round.entries.findIndex(({ no }) => no === result.entryNo),
      winner,
    },
    payouts: payoutsOf(round, result.feeItemIds, winner),
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: handed on as it is, so that the verifier says what is wrong with it.
    return text;
  }
}

function payoutsOf(round: JackpotRound, feeItemIds: readonly string[], winner: string): RoundProof['payouts'] {
  const items = round.entries.flatMap((staked, entry) =>
    staked.items.map(({ id, item }) => ({ id, entry, cents: centsFromUsd(item.priceUsd) })),
  );
  const taken = new Set<string>(feeItemIds);
  const feeItems = items.filter(({ id }) => taken.has(id));
  const feeCents = feeItems.reduce((sum, item) => sum + item.cents, 0);
  const potCents = potOf(round);
  return {
    potCents,
    feeCents,
    items,
    feeItems: feeItems.map(({ id }) => id),
    shares: [{ player: winner, cents: potCents - feeCents }],
  };
}
