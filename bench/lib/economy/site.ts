/** The site's rules as the attackers of a bench meet them: those of today, from the product's own files, and those before decision 0057. */
import { cents } from '@fairpot/contract/wire/money';
import { judge, payOf, wantedOf, type BelievedPrice, type SourceQuote } from '../../../server/src/market/pricing.ts';
import { MARKET_SETTINGS, priceTermsOf } from '../../../server/src/market/settings.ts';
import { settingsOf } from '../../../server/src/platform/runner/settings.ts';
import { START } from './items.ts';

const STEAM_BPS = 13_000;
const terms = priceTermsOf(settingsOf(MARKET_SETTINGS, null), STEAM_BPS);

/** An item type as the site sees it. */
export interface SiteItem {
  /** Takes what the sources say now. */
  readonly hear: (quotes: readonly SourceQuote[], now: number) => void;
  /** What is paid for it in cents; null: it is not taken. */
  readonly paid: () => number | null;
  /** What it counts in a stake; null: it cannot be staked. */
  readonly staked: () => number | null;
  /** How many more are taken; Infinity: no limit. */
  readonly wanted: (now: number) => number;
  /** Counts so many as deposited. */
  readonly take: (count: number, now: number) => void;
  /** How many steps lie between two readings of the sources. */
  readonly everySteps: number;
}

/** `soldDaily`: how many the market sells in a day. */
export type MakeSiteItem = (startCents: number, soldDaily: number) => SiteItem;

const HOUR_MS = 3_600_000;

export const today: MakeSiteItem = (startCents, soldDaily) => {
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
  const value = () => (price.doubt === null ? price.payCents : null);
  let hour = { of: 0, taken: 0 };
  let stock = { count: 0, at: START };
  const onSale = (now: number) => Math.max(0, stock.count - (soldDaily * (now - stock.at)) / (24 * HOUR_MS));
  const hourOf = (now: number) => Math.floor(now / HOUR_MS);
  return {
    hear: (quotes, now) => (price = judge(price, quotes, now, terms)),
    paid: value,
    staked: value,
    wanted: (now) => {
      const wanted = wantedOf(price, Math.ceil(onSale(now)), terms) ?? Infinity;
      return Math.max(0, wanted - (hour.of === hourOf(now) ? hour.taken : 0));
    },
    take: (count, now) => {
      hour = { of: hourOf(now), taken: count + (hour.of === hourOf(now) ? hour.taken : 0) };
      stock = { count: onSale(now) + count, at: now };
    },
    everySteps: 1,
  };
};

const JUMP = 0.25;
const CONFIRM_MS = 24 * 60 * 60_000;

/** One price, the mean of Skinport and Steam; steps of a quarter at once; a doubted item could be staked; no limit on how many. */
export const before: MakeSiteItem = (startCents) => {
  let price = Math.round(startCents);
  let isDoubted = false;
  let pending: { readonly at: number; readonly since: number } | null = null;
  return {
    hear: (quotes, now) => {
      const figures = quotes.filter(({ source, quantity }) => source !== 'marketcsgo' && quantity >= 5);
      const [low = 0, high = 0] = figures.map((quote) => quote.cents as number).sort((a, b) => a - b);
      isDoubted = figures.length < 2 || high > 2 * low;
      if (isDoubted) return;
      const mean = Math.floor((low + high) / 2);
      const isNear = (from: number) => Math.abs(mean - from) <= JUMP * from;
      const isSame = pending !== null && isNear(pending.at);
      if (isNear(price) || (isSame && pending !== null && now - pending.since >= CONFIRM_MS)) {
        price = mean;
        pending = null;
      } else {
        isDoubted = true;
        if (!isSame) pending = { at: mean, since: now };
      }
    },
    paid: () => (isDoubted ? null : price),
    staked: () => price,
    wanted: () => Infinity,
    take: () => undefined,
    everySteps: 5,
  };
};
