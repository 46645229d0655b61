/**
 * What a round paid the player who reads it: the same sums and words in every game, on the stage, in the list and spoken. Pure.
 *
 * A game passes a result only when its picture has landed: a veiled view holds none.
 */
import type { Cents } from '@fairpot/contract/wire/money';
import { cents, formatUsd } from '@fairpot/contract/wire/money';
import { texts } from './texts.ts';

export interface OwnStake {
  /** Everything that the player staked in the round. */
  readonly stakedCents: Cents;
  /** What the player received, own stake included; 0 for a loss. */
  readonly wonCents: Cents;
}

/**
 * - `won`: more than the stake
 * - `even`: exactly the stake
 * - `lost`: less than the stake, also when the player's team won
 * - `returned`: there was no draw
 */
export type OwnResultKind = 'won' | 'even' | 'lost' | 'returned';

export interface OwnResult extends OwnStake {
  readonly kind: OwnResultKind;
  /** `wonCents` less `stakedCents`. */
  readonly netCents: Cents;
}

export function ownResult({ stakedCents, wonCents }: OwnStake): OwnResult {
  const netCents = cents(wonCents - stakedCents);
  return { kind: netCents > 0 ? 'won' : netCents === 0 ? 'even' : 'lost', stakedCents, wonCents, netCents };
}

/** The result of a round that was cancelled or voided. */
export function returnedStake(stakedCents: Cents): OwnResult {
  return { kind: 'returned', stakedCents, wonCents: stakedCents, netCents: cents(0) };
}

/** A result in parts, in the order in which they are read. */
export interface OwnResultParts {
  readonly lead: string;
  /** Null when the stake was returned. */
  readonly sum: string | null;
  /** Gain or loss, '(+$16.10)'; null where the sum says it already. */
  readonly net: string | null;
}

export function ownResultParts({ kind, stakedCents, wonCents, netCents }: OwnResult): OwnResultParts {
  if (kind === 'returned') return { lead: texts.own.returned, sum: null, net: null };
  if (kind === 'won') return { lead: texts.own.won, sum: formatUsd(wonCents), net: texts.own.net(signed(netCents)) };
  if (wonCents === 0 && kind === 'lost') return { lead: texts.own.lost, sum: formatUsd(stakedCents), net: null };
  const net = kind === 'even' ? null : texts.own.net(signed(netCents));
  return { lead: texts.own.back, sum: formatUsd(wonCents), net };
}

/** 'You won $30.70 (+$16.10)', 'You lost $14.60', 'Your stake was returned'. */
export function ownResultText(result: OwnResult): string {
  const { lead, sum, net } = ownResultParts(result);
  return [lead, sum, net].filter((part) => part !== null).join(' ');
}

function signed(amount: Cents): string {
  return `${amount > 0 ? '+' : ''}${formatUsd(amount)}`;
}
