/**
 * The rules of wheels as pure functions: who may open one, and who may take a seat. The commands apply them to what they loaded.
 */
import { joinWindow, WHEEL_SEATS } from '@fairpot/contract/wheel/calls';
import { usd, type Cents } from '@fairpot/contract/wire/money';
import type { ItemStake } from '../kit/items/store.ts';
import type { Round } from '../kit/rounds.ts';
import type { RuleResult } from '../../platform/runner/refused.ts';

export interface Terms {
  readonly paused: boolean;
  /** A locked round has waited for its beacon for more than a minute. */
  readonly beaconAway: boolean;
  /** The first total must be greater than this. */
  readonly minbetCents: Cents;
}

/** May this stake open a wheel? */
export function admitCreate(stake: RuleResult<ItemStake>, terms: Terms): RuleResult<ItemStake> {
  if (terms.paused || terms.beaconAway) return { refused: 'GAME_PAUSED' };
  if ('refused' in stake || stake.value.totalCents > terms.minbetCents) return stake;
  return { refused: 'AMOUNT_TOO_LOW', details: { min: usd(terms.minbetCents) } };
}

/** A seat that was taken: the number of the entry, from 2. The last one locks the round. */
export interface Seat {
  readonly round: Round;
  readonly no: number;
  readonly last: boolean;
  readonly stake: ItemStake;
}

/** May this stake take the next seat of this wheel? */
export function admitJoin(
  round: Round | undefined,
  request: { readonly playerId: string },
  stake: RuleResult<ItemStake>,
  terms: Omit<Terms, 'minbetCents'>,
): RuleResult<Seat> {
  const [first] = round?.entries ?? [];
  if (!round || !first || round.phase === 'cancelled') return { refused: 'NO_GAME' };
  if (round.phase !== 'open') return { refused: 'GAME_FINISHED' };
  if (round.entries.some(({ playerId }) => playerId === request.playerId)) return { refused: 'OWN_GAME' };
  if (terms.paused || terms.beaconAway) return { refused: 'GAME_PAUSED' };
  if ('refused' in stake) return stake;
  const { leastCents, mostCents } = joinWindow(first.cents);
  if (stake.value.totalCents < leastCents || stake.value.totalCents > mostCents)
    return { refused: 'AMOUNT_TOO_FAR', details: { min: usd(leastCents), max: usd(mostCents) } };
  const no = round.entries.length + 1;
  return { value: { round, no, last: no === WHEEL_SEATS, stake: stake.value } };
}
