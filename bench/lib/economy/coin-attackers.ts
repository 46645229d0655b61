/** Attackers of rates of coins. Each plays thirty days with a budget, and gives its profit in cents. Rates are millionths of a dollar. */
import { cents } from '@fairpot/contract/wire/money';
import { QUOTE_LIFETIME_MS } from '@fairpot/contract/crypto/withdrawals/calls';
import {
  lessSpread,
  lockUnitsOf,
  canLockRate,
  priceOf,
  RATE_LOCK_MS,
  unitsFor,
} from '../../../server/src/crypto/rules.ts';
import { DEPOSIT_SETTINGS } from '../../../server/src/crypto/settings.ts';
import { boundsOf, payoutRate, payoutUnits, requoteUnits } from '../../../server/src/crypto/withdrawals/rules.ts';
import { WITHDRAWAL_SETTINGS } from '../../../server/src/crypto/withdrawals/settings.ts';
import { settingsOf } from '../../../server/src/platform/runner/settings.ts';
import { BUDGET } from './item-attackers.ts';
import { lastSeed, randomOf } from './random.ts';
import type { RuleSet } from './site.ts';

const MINUTE_MS = 60_000;
const LOCK = RATE_LOCK_MS / MINUTE_MS;
const DAY = 24 * 60;
const MINUTES = 30 * DAY;
const START_MICRO = 60_000_000_000;
/** Of a year. */
const VOLATILITY = 0.6;
/** What a transaction costs its sender, as a part of the budget; and what it takes to sell coins again. */
const CHAIN_FEE = 0.0005;
const deposits = settingsOf(DEPOSIT_SETTINGS, null);
const out = settingsOf(WITHDRAWAL_SETTINGS, null);
const IN_BPS = deposits['crypto.depositSpreadBps'];
const OUT_BPS = out['cryptoOut.spreadBps'];
const REQUOTE_BPS = out['cryptoOut.requoteBps'];

/** Rates by the minute. */
const ratesOf = lastSeed((seed): number[] => {
  const random = randomOf(seed);
  const step = VOLATILITY / Math.sqrt(365 * DAY);
  let micro = START_MICRO;
  return Array.from({ length: MINUTES + 1 }, () => (micro *= Math.exp(step * random.normal()))).map(Math.round);
});

const at = (rates: readonly number[], minute: number) => rates[Math.min(minute, rates.length - 1)] ?? START_MICRO;

/** What the credit of a payment of the whole budget is beyond what its coins cost, and after they were taken out again. */
const wonBy = (credited: number) => credited * (1 - OUT_BPS / 10_000) - BUDGET * (1 + CHAIN_FEE);

/**
 * Asks for $10 and locks the rate; at the end of the lock pays the whole budget if the market has fallen far enough, and never otherwise.
 * `wait`: minutes for which the transaction can be kept back.
 */
function option(rules: RuleSet, seed: number, wait: number): number {
  const rates = ratesOf(seed);
  let profit = 0;
  for (let from = 0; from + wait <= MINUTES; from += wait) {
    const [locked, market] = [at(rates, from), at(rates, from + wait)];
    const units = BigInt(Math.floor((BUDGET * 10_000 * 100_000_000) / market));
    profit += Math.max(0, wonBy(credit(rules, { locked, market, units, isInTime: wait <= LOCK })));
  }
  return profit;
}

interface Payment {
  readonly locked: number;
  readonly market: number;
  readonly units: bigint;
  /** It stands in a block before the lock has ended. */
  readonly isInTime: boolean;
}

/** Cents that are credited for a payment of these base units of BTC. */
function credit(rules: RuleSet, { locked, market, units, isInTime }: Payment): number {
  if (rules === 'before') return Number((units * BigInt(locked)) / 1_000_000_000_000n);
  const rateMicro = lessSpread(locked, IN_BPS);
  const asked = unitsFor('BTC', cents(1_000), rateMicro);
  const blockAt = isInTime ? RATE_LOCK_MS : RATE_LOCK_MS + 1;
  const mayLock = canLockRate(cents(1_000), { isCoinHeld: false, dayCents: 0 }, deposits['crypto.lockDayCents']);
  const lock = {
    coin: 'BTC' as const,
    rateMicro,
    createdAt: 0,
    lockUntil: RATE_LOCK_MS,
    lockUnits: mayLock ? lockUnitsOf(asked) : 0n,
    lockUsed: 0n,
    fellAt: market < rateMicro ? blockAt : null,
    goodUntil: market < rateMicro ? blockAt - 1 : null,
  };
  const paid = { coin: 'BTC' as const, units, seenAt: 1, blockAt };
  const price = priceOf(lock, paid, { market, credited: lessSpread(market, IN_BPS) }, blockAt);
  return price?.worth ?? 0;
}

export const lockOption = (rules: RuleSet, seed: number): number => option(rules, seed, LOCK);
/** A transaction with a tiny fee is seen, waits for a day, and is pushed or replaced as the market goes. */
export const parking = (rules: RuleSet, seed: number): number => option(rules, seed, DAY);

/** Asks to withdraw, and with a reviewer's help has it signed when coins have risen, or refused and requested again when not. */
export function review(rules: RuleSet, seed: number): number {
  const rates = ratesOf(seed);
  let profit = 0;
  const wait = rules === 'before' ? DAY : QUOTE_LIFETIME_MS / MINUTE_MS;
  for (let from = 0; from + wait <= MINUTES; from += DAY) {
    const asked = payoutRate(at(rates, from), OUT_BPS);
    const units = payoutUnits('BTC', BUDGET, asked);
    const bounds = boundsOf('BTC', units, REQUOTE_BPS);
    const market = at(rates, from + wait);
    const late = requoteUnits(
      { coin: 'BTC', netCents: BUDGET, spreadBps: OUT_BPS, ...bounds },
      at(rates, from + wait + 1),
    );
    // After its time the quote is the market's: what was not signed within it gains nothing more.
    const paid = rules === 'before' || late === null || units > late.units ? units : late.units;
    profit += Math.max(0, Number((paid * BigInt(market)) / 1_000_000_000_000n) - BUDGET * (1 + CHAIN_FEE));
  }
  return profit;
}
