/** The terms of coinflip as the settings have them: minimum bet, fee, pause. */
import { cents, type Cents } from '@fairpot/contract/money';
import type { SettingValues } from '../../platform/runner/settings.ts';

export interface CoinflipTerms {
  /** A creator's total must be greater than this. */
  readonly minbetCents: Cents;
  /** Of rounds opened from now on; a round keeps the rate that it was opened with. */
  readonly feeBps: number;
  readonly paused: boolean;
}

export function termsOf(settings: SettingValues): CoinflipTerms {
  return {
    minbetCents: cents(settings['coinflip.minbetCents']),
    feeBps: settings['coinflip.feeBps'],
    paused: settings['coinflip.paused'],
  };
}
