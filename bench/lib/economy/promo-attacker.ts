/** An attacker that redeems promo codes with many accounts, by the rules of server/src/promo, and withdraws what they gave. */
import { PROMO_SINGLE_APPROVAL_CENTS, PROMO_TRIES } from '@fairpot/contract/promo/calls';
import { feeOf, WITHDRAWAL_SETTINGS } from '../../../server/src/crypto/withdrawals/settings.ts';
import { settingsOf } from '../../../server/src/platform/runner/settings.ts';
import { costOf } from '../../../server/src/promo/rules.ts';
import { judgeWithdrawal } from '../../../server/src/withdrawals/rules.ts';
import { randomOf } from './random.ts';

/** One public code a week, with as many uses as one ADMIN may allow alone. */
const CODES = 4;
const WORTHS = [100, 200, 500, 1_000, 2_500];
/** The part of the uses that the attacker's accounts get before others do. */
const SHARE = { least: 0.2, most: 0.9 };
/** What a new Steam account costs, and a network address for an hour, in cents. */
const ACCOUNT = 100;
const ADDRESS = 50;
const out = settingsOf(WITHDRAWAL_SETTINGS, null);

/** What arrives of so many cents of promo money, in TRX. Promo money is no deposit, so a new account has to close to withdraw it. */
function withdrawn(cents: number): number {
  const sums = { depositedCents: 0, takenCents: 0, stakedCents: 0 };
  const { isAllowed } = judgeWithdrawal({ level: 0, isClosing: true }, cents, sums);
  if (!isAllowed || cents < out['cryptoOut.minCents']) return 0;
  return (cents - feeOf(out, 'TRX')) * (1 - out['cryptoOut.spreadBps'] / 10_000);
}

/** The n-th account redeems every code of which the attacker gets more than n uses. It makes no account that does not pay. */
export function farmPromos(seed: number): number {
  const random = randomOf(seed);
  const codes = Array.from({ length: CODES }, () => {
    const worth = WORTHS[Math.floor(random.next() * WORTHS.length)] ?? 100;
    const cost = costOf(worth, Math.floor(PROMO_SINGLE_APPROVAL_CENTS / worth));
    const uses = cost.kind === 'ok' && !cost.needsApproval ? cost.uses : 0;
    return { worth, got: Math.floor(uses * (SHARE.least + (SHARE.most - SHARE.least) * random.next())) };
  });
  const accounts = Math.max(...codes.map(({ got }) => got));
  let profit = 0;
  for (let n = 0; n < accounts; n++) {
    const redeemed = codes.filter(({ got }) => n < got);
    const given = redeemed.reduce((total, { worth }) => total + worth, 0);
    const cost = ACCOUNT + (redeemed.length * ADDRESS) / PROMO_TRIES.address;
    profit += Math.max(0, withdrawn(given) - cost);
  }
  return profit;
}
