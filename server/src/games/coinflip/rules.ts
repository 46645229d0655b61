/**
 * The rules of coinflip as pure functions: who may open, join or cancel a round. The commands apply them to what they loaded.
 * Sources: rulings 3 and 4, spec 5, 8 and 9.
 */
import { joinWindow } from '@fairpot/contract/coinflip/calls';
import type { Side } from '@fairpot/contract/coinflip/schemas';
import { usd, type Cents } from '@fairpot/contract/wire/money';
import type { StakeContext } from '../kit/items/stake.ts';
import type { ItemStake } from '../kit/items/store.ts';
import type { Round } from '../kit/rounds.ts';
import type { RuleResult } from '../../platform/runner/refused.ts';

interface OpenTerms {
  readonly paused: boolean;
  /** A locked round has waited for its beacon for more than a minute. */
  readonly beaconAway: boolean;
  /** The creator's total must be greater than this. */
  readonly minbetCents: Cents;
}

/** May this stake open a round? */
export function admitCreate(stake: RuleResult<ItemStake>, terms: OpenTerms): RuleResult<ItemStake> {
  if (terms.paused || terms.beaconAway) return { refused: 'GAME_PAUSED' };
  if ('refused' in stake) return stake;
  if (stake.value.totalCents <= terms.minbetCents) {
    return { refused: 'AMOUNT_TOO_LOW', details: { min: usd(terms.minbetCents) } };
  }
  return stake;
}

/** Why the round can no longer be joined or cancelled; null while it waits. */
function notWaiting({ phase }: Round): RuleResult<never> | null {
  switch (phase) {
    case 'open':
      return null;
    case 'locked':
      return { refused: 'COINFLIP_STARTED' };
    case 'settled':
    case 'voided':
      return { refused: 'GAME_FINISHED' };
    case 'cancelled':
      return { refused: 'NO_GAME' };
  }
}

/** The data that a join is decided on. */
export interface JoinContext extends Pick<StakeContext, 'round' | 'stake' | 'stakedNow'> {
  readonly terms: Omit<OpenTerms, 'minbetCents'>;
}

export interface JoinRequest {
  readonly playerId: string;
  readonly side: Side;
  /** Staff or a house persona: may enter a scripted round. */
  readonly house: boolean;
}

/** A waiting stake whose value has moved by more than this is no longer what the round says. */
export const REPRICED_PERCENT = 5;

/** True if a stake of `then` cents is worth something else now; also if its price is in doubt (null). */
export function isRepriced(then: Cents, now: Cents | null): boolean {
  return now === null || Math.abs(now - then) * 100 > REPRICED_PERCENT * then;
}

/**
 * May this stake join this round? The window says which totals are close enough to the creator's. `stakedNow`: what the creator's stake is
 * worth at current prices, null while one of them is in doubt. Without it a waiting round would be an option on old prices.
 */
export function admitJoin(
  { round, stake, stakedNow, terms }: JoinContext,
  request: JoinRequest,
): RuleResult<{ readonly round: Round; readonly stake: ItemStake }> {
  if (!round) return { refused: 'NO_GAME' };
  const over = notWaiting(round);
  if (over) return over;
  if (round.scripted && !request.house) return { refused: 'ROUND_SCRIPTED' };
  const [creator] = round.entries;
  if (!creator) throw new Error(`round ${round.id} has no creator`);
  if (creator.playerId === request.playerId) return { refused: 'OWN_GAME' };
  if (creator.pick === request.side) return { refused: 'SIDE_TAKEN' };
  if (terms.paused || terms.beaconAway) return { refused: 'GAME_PAUSED' };
  if (isRepriced(creator.cents, stakedNow)) return { refused: 'GAME_REPRICED' };
  if ('refused' in stake) return stake;
  const { minCents, maxCents } = joinWindow(creator.cents);
  if (stake.value.totalCents < minCents || stake.value.totalCents > maxCents) {
    return { refused: 'AMOUNT_TOO_FAR', details: { min: usd(minCents), max: usd(maxCents) } };
  }
  return { value: { round, stake: stake.value } };
}

/** May this player cancel the round, or call a bot into it? Only its creator, and only while it waits. */
export function admitCreator(round: Round | undefined, playerId: string): RuleResult<Round> {
  if (!round) return { refused: 'NO_GAME' };
  if (round.entries[0]?.playerId !== playerId) return { refused: 'NOT_YOUR_GAME' };
  return notWaiting(round) ?? { value: round };
}
