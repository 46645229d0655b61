/** Whether a crypto withdrawal can be requested, decided before the click by the server's rules. Pure. */
import type { OutputOf } from '@fairpot/contract/registry/call-types';
import type { CoinTerms } from '@fairpot/contract/crypto/withdrawals/schemas';
import type { cryptoWithdrawTerms } from '@fairpot/contract/crypto/withdrawals/calls';
import { centsFromUsd, formatUsd, plainUsd, type Cents } from '@fairpot/contract/wire/money';
import { refusalText } from '@fairpot/contract/wire/refusals';
import { messages } from '../../../../messages.ts';
import { texts as cashierTexts } from '../../texts.ts';
import { texts as withdrawTexts } from './texts.ts';

const texts = withdrawTexts.problem;

export type WithdrawTerms = OutputOf<typeof cryptoWithdrawTerms>;

export interface WithdrawProblem {
  /** The text of the toast; the spec's own, where it has one. */
  readonly text: string;
  /** What the line at the button adds to it; '' for nothing. */
  readonly more: string;
  /** True for a rule rather than a slip: the toast stays longer. */
  readonly rule: boolean;
}

const slip = (text: string): WithdrawProblem => ({ text, more: '', rule: false });

/** Whether the sum is within the coin's limits, so that a calculation is worth requesting. */
export function isInRange(sum: Cents | null, coin: CoinTerms): sum is Cents {
  return sum !== null && sum >= centsFromUsd(coin.minUsd) && sum <= centsFromUsd(coin.maxUsd);
}

/** Why this sum cannot be withdrawn; null if it can. `sum` is null if the text is not a sum. */
export function problemOf(sum: Cents | null, coin: CoinTerms, terms: WithdrawTerms): WithdrawProblem | null {
  if (terms.paused) return slip(texts.paused);
  if (sum === null) return slip(texts.notASum);
  const [min, max] = [centsFromUsd(coin.minUsd), centsFromUsd(coin.maxUsd)];
  if (sum < min) return slip(refusalText('CRYPTO_OUT_MIN', { min: plainUsd(min) }));
  if (sum > max) return slip(refusalText('CRYPTO_OUT_MAX', { max: plainUsd(max) }));
  if (sum > centsFromUsd(terms.availableUsd)) return slip(messages.say.notEnoughBalance);
  const refundable = centsFromUsd(terms.refundableUsd);
  if (terms.level >= terms.levelNeeded || sum <= refundable) return null;
  const { withdrawal } = cashierTexts;
  const more = refundable === 0 ? withdrawal.nothingRefundable : withdrawal.refundable(formatUsd(refundable));
  return { text: messages.say.needLevel10, more, rule: true };
}
