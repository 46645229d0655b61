/** Whether a withdrawal by crypto can be asked for, decided before the click as the server will decide it. Pure. */
import type { OutputOf } from '@fairpot/contract/registry/listed';
import type { CoinTerms } from '@fairpot/contract/crypto/withdrawals/schemas';
import type { cryptoWithdrawTerms } from '@fairpot/contract/crypto/withdrawals/calls';
import { centsFromUsd, formatUsd, plainUsd, type Cents } from '@fairpot/contract/wire/money';
import { refusalText } from '@fairpot/contract/wire/refusals';
import { messages } from '../../../../messages.ts';

export type WithdrawTerms = OutputOf<typeof cryptoWithdrawTerms>;

export interface Problem {
  /** What a toast says; what the spec has a text for, in its words. */
  readonly text: string;
  /** What stands below the button beside it; '' when that is all. */
  readonly more: string;
  /** Said for long: it is a rule, not a slip. */
  readonly rule: boolean;
}

const slip = (text: string): Problem => ({ text, more: '', rule: false });

/** Whether a sum can be had in this coin at all: then it is worth asking what it comes to. */
export function isInRange(sum: Cents | null, coin: CoinTerms): sum is Cents {
  return sum !== null && sum >= centsFromUsd(coin.minUsd) && sum <= centsFromUsd(coin.maxUsd);
}

/** Why this sum cannot be asked for; null when it can. `sum` null: what was typed is no sum. */
export function problemOf(sum: Cents | null, coin: CoinTerms, terms: WithdrawTerms): Problem | null {
  if (terms.paused) return slip('Withdrawals are paused. Your balance is untouched');
  if (sum === null) return slip('This is not a sum in dollars');
  const [min, max] = [centsFromUsd(coin.minUsd), centsFromUsd(coin.maxUsd)];
  if (sum < min) return slip(refusalText('CRYPTO_OUT_MIN', { min: plainUsd(min) }));
  if (sum > max) return slip(refusalText('CRYPTO_OUT_MAX', { max: plainUsd(max) }));
  if (sum > centsFromUsd(terms.availableUsd)) return slip(messages.say.notEnoughBalance);
  const refundable = centsFromUsd(terms.refundableUsd);
  if (terms.level >= terms.levelNeeded || sum <= refundable) return null;
  const more =
    refundable === 0
      ? 'Nothing that you deposited is left to take back.'
      : `You can take back ${formatUsd(refundable)} now.`;
  return { text: messages.say.needLevel10, more, rule: true };
}
