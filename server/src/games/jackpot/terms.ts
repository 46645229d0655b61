/** The terms of jackpot as the settings have them: minimum bet, fee, pause. */
import { cents, type Cents } from '@fairpot/contract/money';
import type { SettingValues } from '../../platform/runner/settings.ts';

export interface JackpotTerms {
  /** Least total of one bet. */
  readonly minbetCents: Cents;
  /** Of rounds opened from now on; a round keeps the rate that it was opened with. */
  readonly feeBps: number;
  readonly paused: boolean;
}

export function termsOf(settings: SettingValues): JackpotTerms {
  return {
    minbetCents: cents(settings['jackpot.minbetCents']),
    feeBps: settings['jackpot.feeBps'],
    paused: settings['jackpot.paused'],
  };
}
