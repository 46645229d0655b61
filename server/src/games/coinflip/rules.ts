/**
 * The rules of coinflip as pure functions: who may open, join or cancel, and what a reveal decides. Called by the
 * commands on what they loaded, and by the settlement. Sources: rulings 3 and 4, spec 5, 8 and 9, protocol fp/2.
 */
import { joinWindow, type Side } from '@fairpot/contract/coinflip';
import { cents, usd, type Cents } from '@fairpot/contract/money';
import type { CoinflipLock } from '@fairpot/fairness/games/coinflip';
import { outcomeOf } from '@fairpot/fairness/games/outcome';
import { payoutsOf } from '@fairpot/fairness/games/payout';
import type { StakeCandidate } from '../../vault/items.ts';
import type { Decision, Reveal } from '../kit/round-game.ts';
import { admitItems, keyOf, lockOf, potOf, type Stake } from '../kit/rules.ts';
import type { Round } from '../kit/rounds.ts';
import type { Ruling } from '../kit/ruling.ts';

export interface Terms {
  readonly paused: boolean;
  /** A locked game has waited for its beacon more than a minute. */
  readonly beaconAway: boolean;
  /** The creator's total must be greater than this. */
  readonly minbetCents: Cents;
}

/** May this stake open a game? */
export function admitCreate(ids: readonly string[], available: readonly StakeCandidate[], terms: Terms): Ruling<Stake> {
  if (terms.paused || terms.beaconAway) return { refused: 'GAME_PAUSED' };
  const stake = admitItems(ids, available);
  if ('refused' in stake) return stake;
  if (stake.value.totalCents <= terms.minbetCents) {
    return { refused: 'AMOUNT_TOO_LOW', details: { min: usd(terms.minbetCents) } };
  }
  return stake;
}

/** What a game says of itself to someone who wants to join or cancel: null while it waits. */
function notWaiting(round: Round | undefined): Ruling<never> | null {
  switch (round?.phase) {
    case 'open':
      return null;
    case 'locked':
      return { refused: 'COINFLIP_STARTED' };
    case 'settled':
    case 'voided':
      return { refused: 'GAME_FINISHED' };
    case 'cancelled':
    case undefined:
      return { refused: 'NO_GAME' };
  }
}

export interface JoinWish {
  readonly playerId: string;
  readonly side: Side;
  readonly ids: readonly string[];
  /** Staff or a house persona: may enter a scripted game. */
  readonly house: boolean;
}

/** May this stake join this game? The window is strict on both ends (spec 5). */
export function admitJoin(
  round: Round | undefined,
  wish: JoinWish,
  available: readonly StakeCandidate[],
  terms: Omit<Terms, 'minbetCents'>,
): Ruling<Stake> {
  const over = notWaiting(round);
  if (over) return over;
  if (round?.scripted && !wish.house) return { refused: 'ROUND_SCRIPTED' };
  const creator = round?.entries[0];
  if (!creator) throw new Error(`round ${round?.id} has no creator`);
  if (creator.playerId === wish.playerId) return { refused: 'OWN_GAME' };
  if (creator.pick === wish.side) return { refused: 'SIDE_TAKEN' };
  if (terms.paused || terms.beaconAway) return { refused: 'GAME_PAUSED' };
  const stake = admitItems(wish.ids, available);
  if ('refused' in stake) return stake;
  const { leastCents, mostCents } = joinWindow(creator.cents);
  if (stake.value.totalCents < leastCents || stake.value.totalCents > mostCents) {
    return { refused: 'AMOUNT_TOO_FAR', details: { min: usd(cents(leastCents)), max: usd(cents(mostCents)) } };
  }
  return stake;
}

/** May this player take the game back, or call a bot into it? Only its creator, and only while it waits. */
export function admitCreator(round: Round | undefined, playerId: string): Ruling<Round> {
  if (!round) return { refused: 'NO_GAME' };
  if (round.entries[0]?.playerId !== playerId) return { refused: 'NOT_YOUR_GAME' };
  return notWaiting(round) ?? { value: round };
}

/**
 * The result of a locked game, from lock, secret and beacon output alone. Throws when the stored game contradicts its
 * lock or its commitment: such a game is never paid by guesswork.
 */
export function decide(round: Round, reveal: Reveal): Decision {
  const lock = lockOf<CoinflipLock>(
    round,
    'coinflip',
    (stored, entry) => stored.pick === entry.side && stored.cents === entry.cents,
  );
  const outcome = outcomeOf(keyOf(round, lock, reveal), lock);
  const payouts = payoutsOf(lock, outcome, potOf(round));
  const winner = round.entries.find((entry) => entry.pick === outcome.winnerSide);
  if (!winner) throw new Error(`${round.id}: nobody is on side ${outcome.winnerSide}`);
  return { outcome, payouts, winnerNo: winner.no };
}
