/**
 * What the signer pays, whatever the site says: limits in coins of its own configuration, addresses that it reads itself, signatures of
 * reviewers whose keys it alone names, quotes that are not old. Pure. A rate is no part of it: who bends a rate bends
 * no limit.
 */
import { payoutText, QUOTE_LIVES_MS, REVIEWERS, type PayoutTerms } from '@fairpot/contract/crypto/withdrawals/calls';
import { isSignedBy } from '@fairpot/server/platform/coins/ed25519';
import { payable } from '@fairpot/server/platform/coins/payable';

/** Base units of a coin. */
export interface Limits {
  /** The most that is paid at once without reviewers. */
  readonly free: bigint;
  /** The most that is paid at once at all. */
  readonly most: bigint;
  /** The most that is signed in 24 h. */
  readonly day: bigint;
}

export interface Approval {
  readonly key: string;
  readonly signature: string;
}

export type Decision =
  /** To be signed. */
  | { readonly say: 'pay' }
  /** Not without reviewers: it waits for them. */
  | { readonly say: 'review' }
  /** Not at this quote: who makes it wait would choose the rate. */
  | { readonly say: 'old' }
  /** Never: the money comes back. */
  | { readonly say: 'refuse'; readonly reason: 'ADDRESS' | 'TOO_LARGE' }
  /** It claims what is not so: nobody's words but our own are believed, and a person looks. */
  | { readonly say: 'forged'; readonly why: string };

export interface Request extends PayoutTerms {
  /** The site says that it needs a review. */
  readonly review: boolean;
  /** What the signatures are about: it may pay no more. */
  readonly mostUnits: string;
  readonly quotedAt: number;
  readonly approvals: readonly Approval[];
}

/** `isDeposit`: the address is one that this site hands out. */
export function decide(
  request: Request,
  limits: Limits,
  reviewers: readonly string[],
  isDeposit: boolean,
  now: number,
): Decision {
  const { coin, address, mostUnits } = request;
  const units = BigInt(request.units);
  const read = payable(coin, address);
  if ('fault' in read || read.address !== address || isDeposit) return { say: 'refuse', reason: 'ADDRESS' };
  if (units > limits.most) return { say: 'refuse', reason: 'TOO_LARGE' };
  if (now - request.quotedAt > QUOTE_LIVES_MS) return { say: 'old' };
  if (!request.review && units <= limits.free) return { say: 'pay' };
  if (!request.review) return { say: 'review' };
  if (units > BigInt(mostUnits))
    return { say: 'forged', why: `pays ${units}, more than the ${mostUnits} of its bounds` };
  const text = payoutText({ ...request, units: mostUnits });
  const keys = new Set(
    request.approvals.filter((each) => isSignedBy(text, each.key, each.signature)).map(({ key }) => key),
  );
  const known = reviewers.filter((key) => keys.has(key));
  return known.length >= REVIEWERS
    ? { say: 'pay' }
    : { say: 'forged', why: `approved, with ${known.length} of ${REVIEWERS} signatures` };
}
