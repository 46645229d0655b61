/** A market of item types that the site has heard of: prices by step, and what the site made of them. */
import {
  apartOf,
  course,
  quotesOf,
  SHAPES,
  sourcesAt,
  START,
  STEP_MS,
  STEPS,
  type ItemShape,
  type Sources,
} from './items.ts';
import { lastSeed, randomOf } from './random.ts';
import { PRICE_RULES, type Belief, type RuleSet } from './site.ts';
import type { Tier } from '../../../server/src/market/pricing.ts';

/** All figures are taken every ten minutes, and those that moved whenever the sources are read. */
export const WHOLE = 5;
const MOVED = 0.02;

interface Course {
  readonly shape: ItemShape;
  readonly prices: Float64Array;
  readonly apart: Sources;
}

/** What the site believes after each step's reading of the sources: a column for each field of `Belief`. */
type Beliefs = Readonly<Record<Exclude<keyof Belief, 'tier'>, Float64Array>> & { readonly tier: Int8Array };

export interface Traded extends Course {
  readonly beliefs: Beliefs;
}

/** What is believed after a step. */
export function beliefAt({ paid, staked, tier, base }: Beliefs, step: number): Belief {
  return {
    paid: paid[step] ?? 0,
    staked: staked[step] ?? 0,
    tier: (tier[step] ?? -1) as Tier | -1,
    base: base[step] ?? 1,
  };
}

/** What sources say at a step, made by an attacker of what they would say. */
export type Lift = (says: Sources, step: number) => Sources;

function coursesOf(shapes: readonly ItemShape[], seed: number): Course[] {
  const random = randomOf(seed);
  return shapes.map((shape) => ({ shape, prices: course(shape, random), apart: apartOf(random) }));
}

export const timeOf = (step: number): number => START + step * STEP_MS;

/** `lift`: from the second step on. */
function believed(rules: RuleSet, { shape, prices, apart }: Course, lift: Lift = (says) => says): Beliefs {
  const { hearFrom, everySteps } = PRICE_RULES[rules];
  const hear = hearFrom(prices[0] ?? 1);
  const [paid, staked, base] = [new Float64Array(STEPS), new Float64Array(STEPS), new Float64Array(STEPS)];
  const tier = new Int8Array(STEPS);
  let belief: Belief | null = null;
  let heard = 0;
  for (let step = 0; step < STEPS; step++) {
    if (step % everySteps === 0) {
      const figures = sourcesAt(prices, step, apart);
      const says = step === 0 ? figures : lift(figures, step);
      if (step % WHOLE === 0 || Math.abs(says.marketcsgo - heard) >= MOVED * heard) {
        heard = says.marketcsgo;
        belief = hear(quotesOf(shape, says, timeOf(step)), timeOf(step));
      }
    }
    if (belief === null) continue;
    paid[step] = belief.paid;
    staked[step] = belief.staked;
    base[step] = belief.base;
    tier[step] = belief.tier;
  }
  return { paid, staked, tier, base };
}

const allCourses = lastSeed((seed) => coursesOf(SHAPES, seed));
const thinCourses = lastSeed((seed) => coursesOf(SHAPES.slice(-3), seed));
const openMarket = (rules: RuleSet) =>
  lastSeed((seed): Traded[] => allCourses(seed).map((item) => ({ ...item, beliefs: believed(rules, item) })));

/** The whole market of a seed. Its attackers share one, as none changes a price. */
export const marketOf: Readonly<Record<RuleSet, (seed: number) => readonly Traded[]>> = {
  before: openMarket('before'),
  today: openMarket('today'),
};

/** The items that few trade, while an attacker lifts what sources say of them. */
export function liftedMarket(rules: RuleSet, seed: number, lift: Lift): Traded[] {
  return thinCourses(seed).map((item) => ({ ...item, beliefs: believed(rules, item, lift) }));
}
