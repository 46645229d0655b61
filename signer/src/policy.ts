/**
 * What the signer pays, whatever the site claims. It relies on limits in coins from its own configuration, on addresses it reads itself,
 * on signatures of reviewers whose keys only it names, and on fresh quotes. Pure. Rates play no part, so a manipulated rate raises no
 * limit.
 */
import { payoutText, QUOTE_LIFETIME_MS, REVIEWERS, type PayoutTerms } from '@fairpot/contract/crypto/withdrawals/calls';
import { isSignedBy } from '@fairpot/server/platform/coins/ed25519';
import { checkPayable } from '@fairpot/server/platform/coins/payable';

/** Base units of a coin. */
export interface PayoutLimits {
  /** The most that is paid at once without review. */
  readonly free: bigint;
  /** The most that is paid at once. */
  readonly most: bigint;
  /** The most that is signed within 24 h. */
  readonly day: bigint;
}

export interface Approval {
  readonly key: string;
  readonly signature: string;
}

export type SigningDecision =
  /** Sign it. */
  | { readonly action: 'pay' }
  /** Send it to review first. */
  | { readonly action: 'review' }
  /** Wait for a new quote: an attacker who delays a withdrawal must not choose its rate. */
  | { readonly action: 'stale' }
  /** Never pay it; the money is refunded. */
  | { readonly action: 'refuse'; readonly reason: 'ADDRESS' | 'TOO_LARGE' }
  /** It claims a review it did not have. Do not pay; a person has to look. */
  | { readonly action: 'forged'; readonly why: string };

export interface SigningRequest extends PayoutTerms {
  /** The site says that it needs a review. */
  readonly review: boolean;
  /** What the reviewers signed: the payment may not exceed it. */
  readonly mostUnits: string;
  readonly quotedAt: number;
  readonly approvals: readonly Approval[];
}

/** `isDeposit`: this site handed the address out for deposits. */
export function decide(
  request: SigningRequest,
  limits: PayoutLimits,
  reviewers: readonly string[],
  isDeposit: boolean,
  now: number,
): SigningDecision {
  const { coin, address, mostUnits } = request;
  const units = BigInt(request.units);
  const read = checkPayable(coin, address);
  if ('fault' in read || read.address !== address || isDeposit) return { action: 'refuse', reason: 'ADDRESS' };
  if (units > limits.most) return { action: 'refuse', reason: 'TOO_LARGE' };
  if (now - request.quotedAt > QUOTE_LIFETIME_MS) return { action: 'stale' };
  if (!request.review && units <= limits.free) return { action: 'pay' };
  if (!request.review) return { action: 'review' };
  if (units > BigInt(mostUnits))
    return { action: 'forged', why: `pays ${units}, more than its maximum of ${mostUnits}` };
  const text = payoutText({ ...request, units: mostUnits });
  const keys = new Set(
    request.approvals.filter((each) => isSignedBy(text, each.key, each.signature)).map(({ key }) => key),
  );
  const known = reviewers.filter((key) => keys.has(key));
  return known.length >= REVIEWERS
    ? { action: 'pay' }
    : { action: 'forged', why: `approved with ${known.length} of ${REVIEWERS} signatures` };
}
