/**
 * A coinflip as the watcher and the verifier want it: reduced to what its fairness rests on, or as a whole proof.
 *
 * Called by the list and the game's view. Pure. Invariant: everything in the proof comes from the view that was on the
 * screen, so what is verified is what was shown.
 */
import type { CoinflipGame } from '@fairpot/contract/coinflip';
import { centsFromUsd } from '@fairpot/contract/money';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';
import type { StakeSeen } from '../../fairness/seen.ts';
import type { Watched } from '../../fairness/watcher.ts';
import { chancesOf, potOf, sumItems } from './money-text.ts';

/** What the watcher is told about a game. Null for one that is scripted or over without a result: there is nothing to judge. */
export function watchedOf(game: CoinflipGame, chain: DrandChain): Watched | null {
  if (game.phase === 'CANCELLED' || game.phase === 'VOIDED' || game.scripted) return null;
  return {
    game: 'coinflip',
    roundId: game.id,
    phase: game.phase === 'WAITING' ? 'open' : game.phase === 'COUNTDOWN' ? 'locked' : 'settled',
    hash: game.hash,
    stakes: stakesOf(game),
    lock: game.fair.lock,
    pseudonyms: game.fair.pseudonyms,
    chances: game.secondUser ? chancesOf(game) : [],
    proof: proofOf(game, chain),
  };
}

function stakesOf(game: CoinflipGame): StakeSeen[] {
  const first = {
    userId: game.firstUser.id,
    entry: { side: game.firstSide, cents: centsFromUsd(game.firstTotalUsd) },
  };
  if (!game.secondUser || game.secondSide === null) return [first];
  return [
    first,
    { userId: game.secondUser.id, entry: { side: game.secondSide, cents: centsFromUsd(game.secondTotalUsd) } },
  ];
}

/** The proof of a settled game, made of its public view alone; null before the settlement. */
export function proofOf(game: CoinflipGame, chain: DrandChain): RoundProof | null {
  const { fair, secret, winnerSide } = game;
  if (game.phase !== 'SETTLED' || secret === null || winnerSide === null) return null;
  if (fair.lock === null || fair.drandRound === null || fair.drandSignature === null || fair.ticket === null)
    return null;
  return {
    v: 'fp/2',
    game: 'coinflip',
    roundId: game.id,
    number: fair.number,
    hash: game.hash,
    // A cast, not a claim: the verifier reads the lock field by field and refuses what is not one.
    lock: readJson(fair.lock) as RoundProof['lock'],
    drand: { chain, round: fair.drandRound, signature: fair.drandSignature },
    secret,
    outcome: { ticket: fair.ticket, total: potOf(game), boundary: boundaryOf(game), winnerSide },
    payouts: payoutsOf(game, winnerSide),
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

/** Cents on side 1: its tickets are [0, boundary). */
function boundaryOf(game: CoinflipGame): number {
  return centsFromUsd(game.firstSide === 1 ? game.firstTotalUsd : game.secondTotalUsd);
}

function payoutsOf(game: CoinflipGame, winnerSide: 1 | 2): RoundProof['payouts'] {
  const items = [game.firstItems, game.secondItems].flatMap((staked, entry) =>
    staked.map(({ id, item }) => ({ id, entry, cents: centsFromUsd(item.priceUsd) })),
  );
  const taken = new Set<string>(game.feeItemIds);
  const feeCents = sumItems([...game.firstItems, ...game.secondItems].filter(({ id }) => taken.has(id)));
  const winner = game.firstSide === winnerSide ? game.firstUser : game.secondUser;
  const player = (winner && game.fair.pseudonyms[winner.id]) ?? '';
  return {
    potCents: potOf(game),
    feeCents,
    items,
    feeItems: items.filter(({ id }) => taken.has(id)).map(({ id }) => id),
    shares: [{ player, cents: potOf(game) - feeCents }],
  };
}
