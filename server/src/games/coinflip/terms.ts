/** The terms of coinflip: minimum bet, fee, pause. Read by the commands and shown with the list. */
import { cents, type Cents } from '@fairpot/contract/money';

export interface CoinflipTerms {
  readonly minbetCents: Cents;
  readonly feeBps: number;
  readonly paused: boolean;
}

/** Spec 9 (default minbet 10) and rulings 3 (5 %). */
const DEFAULTS: CoinflipTerms = { minbetCents: cents(1_000), feeBps: 500, paused: false };

export function readTerms(): CoinflipTerms {
  return DEFAULTS;
}
