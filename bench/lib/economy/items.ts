/**
 * A market of items for thirty days in steps of two minutes: what an item really costs in cash, and what each source says of it. Shapes:
 * prices wander by some percent a day and jump with the updates of a game; a source that publishes sales lags, and one that publishes
 * offers lags little; Steam's prices stand above cash and are asked for rarely.
 */
import { cents, type Cents } from '@fairpot/contract/wire/money';
import type { SourceQuote } from '../../../server/src/market/pricing.ts';
import type { Random } from './random.ts';

export const STEP_MS = 2 * 60_000;
export const DAY_STEPS = 720;
export const STEPS = 30 * DAY_STEPS;
export const START = Date.UTC(2026, 0, 1);

export interface ItemShape {
  readonly cents: number;
  /** Of a day, as a part of the price. */
  readonly volatility: number;
  /** Days between jumps. */
  readonly jumpDays: number;
  /** Offers at a cash market, and sales of a day at Steam. */
  readonly offers: number;
  readonly sold: number;
}

/** What a game has: cheap types that everyone trades, expensive ones that few do. */
export const SHAPES: readonly ItemShape[] = [
  { cents: 250, volatility: 0.02, jumpDays: 60, offers: 900, sold: 400 },
  { cents: 1_200, volatility: 0.02, jumpDays: 60, offers: 400, sold: 120 },
  { cents: 4_000, volatility: 0.025, jumpDays: 60, offers: 120, sold: 30 },
  { cents: 12_000, volatility: 0.03, jumpDays: 45, offers: 40, sold: 9 },
  { cents: 30_000, volatility: 0.04, jumpDays: 45, offers: 14, sold: 3 },
  { cents: 90_000, volatility: 0.04, jumpDays: 30, offers: 7, sold: 1 },
];

/** What an item costs in cash, cents by step. */
export function course({ cents: from, volatility, jumpDays }: ItemShape, random: Random): Float64Array {
  const step = volatility / Math.sqrt(DAY_STEPS);
  const prices = new Float64Array(STEPS);
  let price = from;
  for (let n = 0; n < STEPS; n++) {
    const jump = random.next() < 1 / (jumpDays * DAY_STEPS) ? Math.exp(0.35 * random.normal() - 0.1) : 1;
    price = Math.max(50, price * Math.exp(step * random.normal()) * jump);
    prices[n] = price;
  }
  return prices;
}

const STEAM_FACTOR = 1.3;
/** Steps that a source is behind. */
const SKINPORT_LAG = 15;
const MARKETCSGO_LAG = 1;
const STEAM_EVERY = 180;

export interface Sources {
  readonly skinport: number;
  readonly marketcsgo: number;
  readonly steam: number;
}

/** What the sources say at a step, in cents. `apart`: how far each is from the truth, as a part of it. */
export function sourcesAt(prices: Float64Array, step: number, apart: Sources): Sources {
  return {
    skinport: priceAt(prices, step - SKINPORT_LAG) * (1.03 + apart.skinport),
    marketcsgo: priceAt(prices, step - MARKETCSGO_LAG) * (1 + apart.marketcsgo),
    steam: priceAt(prices, step - (step % STEAM_EVERY)) * STEAM_FACTOR * (1 + apart.steam),
  };
}

// Not inside its caller: tsx names an inner function at each call, and these are called a hundred thousand times a seed.
const priceAt = (prices: Float64Array, step: number): number => prices[Math.max(0, step)] ?? 1;

export const apartOf = (random: Random): Sources => ({
  skinport: 0.015 * random.normal(),
  marketcsgo: 0.015 * random.normal(),
  steam: 0.02 * random.normal(),
});

export function quotesOf({ offers, sold }: ItemShape, says: Sources, now: number): SourceQuote[] {
  return [
    { source: 'skinport', cents: whole(says.skinport), quantity: offers, quotedAt: now },
    { source: 'marketcsgo', cents: whole(says.marketcsgo), quantity: offers, quotedAt: now },
    { source: 'steam', cents: whole(says.steam), quantity: sold, quotedAt: now },
  ];
}

const whole = (value: number): Cents => cents(Math.max(1, Math.round(value)));
