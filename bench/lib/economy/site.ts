/** The site's rules as the attackers of a bench meet them: those of today, from the product's own files, and those before decision 0057. */
import { cents } from '@fairpot/contract/wire/money';
import {
  judge,
  payOf,
  wantedOf,
  type BelievedPrice,
  type SourceQuote,
  type Tier,
} from '../../../server/src/market/pricing.ts';
import { MARKET_SETTINGS, priceTermsOf } from '../../../server/src/market/settings.ts';
import { settingsOf } from '../../../server/src/platform/runner/settings.ts';
import { START } from './items.ts';

export type RuleSet = 'before' | 'today';

const STEAM_BPS = 13_000;
const terms = priceTermsOf(settingsOf(MARKET_SETTINGS, null), STEAM_BPS);

/** What the site makes of an item type's price. What attackers do does not change it. */
export interface Belief {
  /** What is paid for it in cents; 0: it is not accepted. */
  readonly paid: number;
  /** What it counts in a stake; 0: it cannot be staked. */
  readonly staked: number;
  /** What limits how many are accepted; -1: no limit. */
  readonly tier: Tier | -1;
  readonly base: number;
}

/** How many more of a type are accepted in an hour, with so many on sale. */
export function wantedWith(tier: Tier, base: number, onSale: number): number {
  return wantedOf({ origin: 'sources', tier, baseCents: cents(base) }, onSale, terms) ?? Infinity;
}

/** Takes what the sources say now. */
type Hear = (quotes: readonly SourceQuote[], now: number) => Belief;

interface PriceRules {
  readonly hearFrom: (startCents: number) => Hear;
  /** How many steps lie between two readings of the sources. */
  readonly everySteps: number;
}

const today: PriceRules = {
  hearFrom: (startCents) => {
    const base = cents(Math.round(startCents));
    let price: BelievedPrice = {
      referenceCents: base,
      baseCents: base,
      payCents: payOf(base, terms.haircutBps[0]),
      tier: 0,
      origin: 'catalogue',
      doubt: null,
      pending: null,
      pricedAt: START,
      lows: [],
    };
    return (quotes, now) => {
      price = judge(price, quotes, now, terms);
      const value = price.doubt === null ? price.payCents : 0;
      return { paid: value, staked: value, tier: price.origin === 'sources' ? price.tier : -1, base: price.baseCents };
    };
  },
  everySteps: 1,
};

const JUMP = 0.25;
const CONFIRM_MS = 24 * 60 * 60_000;

/** One price, the mean of Skinport and Steam; steps of a quarter at once; a doubted item could be staked; no limit on how many. */
const before: PriceRules = {
  hearFrom: (startCents) => {
    let price = Math.round(startCents);
    let pending: { readonly at: number; readonly since: number } | null = null;
    /** Whether the quotes leave the price in doubt. */
    const hear = (quotes: readonly SourceQuote[], now: number): boolean => {
      const figures = quotes.filter(({ source, quantity }) => source !== 'marketcsgo' && quantity >= 5);
      const [low = 0, high = 0] = figures.map((quote) => quote.cents as number).sort((a, b) => a - b);
      if (figures.length < 2 || high > 2 * low) return true;
      const mean = Math.floor((low + high) / 2);
      const isNear = (from: number) => Math.abs(mean - from) <= JUMP * from;
      const isSame = pending !== null && isNear(pending.at);
      if (isNear(price) || (isSame && pending !== null && now - pending.since >= CONFIRM_MS)) {
        price = mean;
        pending = null;
        return false;
      }
      if (!isSame) pending = { at: mean, since: now };
      return true;
    };
    return (quotes, now) => {
      const isDoubted = hear(quotes, now);
      return { paid: isDoubted ? 0 : price, staked: price, tier: -1, base: price };
    };
  },
  everySteps: 5,
};

export const PRICE_RULES: Readonly<Record<RuleSet, PriceRules>> = { before, today };
