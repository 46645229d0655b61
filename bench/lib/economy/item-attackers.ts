/** Attackers of prices of items. Each plays thirty days with a budget, and gives its profit in cents. */
import { MAX_ITEMS_PER_BET } from '@fairpot/contract/inventory/item';
import { cents } from '@fairpot/contract/wire/money';
import { isRepriced } from '../../../server/src/games/coinflip/rules.ts';
import { settingsOf, SITE_SETTINGS } from '../../../server/src/platform/runner/settings.ts';
import { creditedCents } from '../../../server/src/trades/rules.ts';
import { makeIntake, makeWayOut, type Intake } from './intake.ts';
import { DAY_STEPS, quotesOf, SHAPES, START, STEP_MS, STEPS } from './items.ts';
import { beliefAt, liftedMarket, marketOf, WHOLE, type Lift, type Traded } from './market.ts';
import { lastSeed, randomOf } from './random.ts';
import { PRICE_RULES, type Belief, type RuleSet } from './site.ts';

export const BUDGET = 1_000_000;
/** What a player deposits in a day at most (setting `deposit.dayCents`). */
const DAY_MAX = 1_000_000;
/** Taking coins out costs the spread of withdrawals. */
const OUT = 0.99;
/** A patient buyer finds an offer at this share of the lowest price. */
const BARGAIN = 0.97;
/** What a cash market charges a seller. */
const SELLER_FEE = 0.12;
const DAY = DAY_STEPS;
const WEEK = 7 * DAY;

/** Steps from a deposit to its credit: the site reads its sources at each. */
const CREDIT_STEPS = Math.ceil(settingsOf(SITE_SETTINGS, null)['deposit.creditWaitMs'] / STEP_MS);

/** A deposit that pays, as the attacker expects when it orders. */
interface Deal {
  readonly profit: number;
  readonly count: number;
  readonly cost: number;
  readonly paid: number;
  readonly intake: Intake;
}

/** What is won when items that cost `cost` each are deposited and their worth is taken out; null when that does not pay. */
function deal(intake: Intake, belief: Belief, cost: number, money: number, step: number): Deal | null {
  const { paid } = belief;
  if (paid * OUT <= cost) return null;
  const count = Math.min(intake.wanted(belief, step), Math.floor(Math.min(money, DAY_MAX) / cost));
  return count > 0 ? { profit: count * (paid * OUT - cost), count, cost, paid, intake } : null;
}

interface Supplier extends Traded {
  readonly intake: Intake;
}

interface Offer {
  /** What the attacker pays, as a part of the price. */
  readonly costShare: number;
  /** The step whose reading of the sources the site believes. */
  readonly heardAt: number;
  readonly money: number;
}

/** Makes the deal that seems to win most, as it is credited in the end; null when none seems to pay. */
function makeBest(
  rules: RuleSet,
  market: readonly Supplier[],
  { costShare, heardAt, money }: Offer,
  step: number,
): Deal | null {
  let best: { readonly deal: Deal; readonly item: Supplier } | null = null;
  for (const item of market) {
    const { intake, beliefs, prices } = item;
    const cost = (prices[step] ?? 1) * costShare;
    // Most steps offer no deal: an array is read faster than a belief is made.
    if ((beliefs.paid[heardAt] ?? 0) * OUT <= cost) continue;
    const found = deal(intake, beliefAt(beliefs, heardAt), cost, money, step);
    if (found !== null && found.profit > (best?.deal.profit ?? 0)) best = { deal: found, item };
  }
  if (best === null) return null;
  const made = rules === 'before' ? best.deal : credited(best.deal, best.item, heardAt + CREDIT_STEPS);
  made.intake.take(made.count, made.paid, step);
  return made;
}

/** The deal at the lower of both prices. An item whose price is in doubt then comes back to its owner, who wins nothing. */
function credited(made: Deal, { beliefs }: Supplier, step: number): Deal {
  const now = beliefs.paid[Math.min(step, STEPS - 1)] ?? 0;
  const paid = creditedCents(
    made.paid,
    { cents: cents(now), pricedAt: 0, isDoubted: now === 0, isMarketPrice: true },
    0,
  );
  if (paid === null) return { ...made, profit: 0, paid: 0 };
  return { ...made, profit: made.count * (paid * OUT - made.cost), paid };
}

const withIntake = (rules: RuleSet, market: readonly Traded[]): Supplier[] =>
  market.map((item) => ({ ...item, intake: makeIntake(rules, item.shape.sold) }));

/** Buys bargains at a cash market and deposits what pays best, once a week: bought items are protected for seven days. */
export function cash(rules: RuleSet, seed: number): number {
  const market = withIntake(rules, marketOf[rules](seed));
  let profit = 0;
  for (let step = WEEK - 1; step < STEPS; step += WEEK) {
    profit += makeBest(rules, market, { costShare: BARGAIN, heardAt: step, money: BUDGET + profit }, step)?.profit ?? 0;
  }
  return profit;
}

/**
 * Watches the cash markets all the time, and deposits at once what has fallen there and not here yet: as much as the site accepts, again
 * and again, of a game whose items are not protected. Its money of a day is spent once.
 */
export function lag(rules: RuleSet, seed: number): number {
  const market = withIntake(rules, marketOf[rules](seed));
  const out = makeWayOut(rules, 'coin:USDT');
  let [profit, spent] = [0, 0];
  for (let step = 1; step < STEPS; step++) {
    if (step % DAY === 0) spent = 0;
    if (out.isStopped(step)) continue;
    // The price of this step is known to the attacker; the site hears of it afterwards.
    const made = makeBest(rules, market, { costShare: 1, heardAt: step - 1, money: BUDGET + profit - spent }, step);
    if (made === null) continue;
    profit += made.profit;
    spent += made.cost * made.count;
    out.count(step, made.paid * made.count);
  }
  return profit;
}

/** At how many markets the attacker buys all offers, and how many times the price the item then seems to cost. */
interface Effort {
  readonly markets: number;
  readonly factor: number;
}

interface Lifted {
  /** At the best step to stop; 0 if it never pays: then the attacker does not begin. */
  readonly best: number;
  /** At the end of the thirty days. */
  readonly last: number;
}

/** The profit of an attacker that buys all offers of an item, so that sources quote more, and deposits the item when that pays. */
function liftedOne(rules: RuleSet, item: Supplier, { markets, factor }: Effort): Lifted {
  const { shape, prices } = item;
  const out = makeWayOut(rules, 'coin:USDT');
  let [cost, won, best, spent] = [markets * shape.offers * (prices[0] ?? 0) * SELLER_FEE, 0, 0, 0];
  for (let step = 1; step < STEPS; step++) {
    if (step % DAY === 0) spent = 0;
    const price = prices[step] ?? 0;
    // It sells what it bought at a loss. New offers arrive each day, more of them at a higher price, and it has to buy these too.
    cost += (markets * factor * shape.offers * price * SELLER_FEE) / 5 / DAY;
    if (out.isStopped(step)) continue;
    const made = makeBest(rules, [item], { costShare: 1, heardAt: step, money: BUDGET - spent }, step);
    if (made === null) continue;
    won += made.profit;
    spent += price * made.count;
    out.count(step, made.paid * made.count);
    best = Math.max(best, won - cost);
  }
  return { best, last: won - cost };
}

/** One source quotes half more, all the time. Tries each thin item by itself, and returns the best. */
export function pump(rules: RuleSet, seed: number): number {
  const market = withIntake(
    rules,
    liftedMarket(rules, seed, (says) => ({ ...says, skinport: says.skinport * 1.5 })),
  );
  return Math.max(...market.map((item) => liftedOne(rules, item, { markets: 1, factor: 1.5 }).best));
}

/** All sources rise together, by a fifth every ten minutes, to three times the price. */
const walkUp: Lift = (says, step) => {
  const factor = Math.min(3, 1.2 ** Math.floor(step / WHOLE));
  return { skinport: says.skinport * factor, marketcsgo: says.marketcsgo * factor, steam: says.steam * factor };
};
const WALK: Effort = { markets: 3, factor: 3 };
const walkedMarket = {
  before: lastSeed((seed) => liftedMarket('before', seed, walkUp)),
  today: lastSeed((seed) => liftedMarket('today', seed, walkUp)),
};

export const walk = (rules: RuleSet, seed: number): number => {
  const market = withIntake(rules, walkedMarket[rules](seed));
  return Math.max(...market.map((item) => liftedOne(rules, item, WALK).best));
};

/** The same by an attacker that does not know what will crash: it takes an item by chance and goes on for the thirty days. */
export function walkUnknowing(rules: RuleSet, seed: number): number {
  const market = withIntake(rules, walkedMarket[rules](seed));
  const item = market[seed % market.length];
  return item === undefined ? 0 : liftedOne(rules, item, WALK).last;
}

const FEE = 0.05;
const CRASH = 0.85;

/** A player does not stake an item that is worth more than this for each dollar that it counts: it rose, and the site follows slowly. */
const MAX_WORTH = 1.1;

/** What is won on average by a stake against as much of another item; `mine`, `theirs`: worth in cash of a dollar of stake. */
const wonByStake = (stake: number, mine: number, theirs: number): number =>
  theirs > MAX_WORTH ? 0 : stake * (0.5 * theirs - 0.5 * mine - 0.5 * FEE * (mine + theirs));

/** Holds the same value of each item. When one crashes, stakes all of it against a usual item while the site allows it; a round a step. */
export function dump(rules: RuleSet, seed: number): number {
  const market = marketOf[rules](seed);
  const [usual] = market;
  if (usual === undefined) return 0;
  const out = makeWayOut(rules, 'items');
  let profit = 0;
  for (let step = 1; step < STEPS; step++) {
    if (out.isStopped(step)) continue;
    for (const { prices, beliefs } of market) {
      const price = prices[step] ?? 1;
      if (price > CRASH * (prices[Math.max(0, step - DAY)] ?? 1)) continue;
      const staked = beliefs.staked[step - 1] ?? 0;
      const other = usual.beliefs.staked[step - 1] ?? 0;
      if (staked === 0 || other === 0) continue;
      const stake = Math.min(BUDGET / market.length, MAX_ITEMS_PER_BET * staked);
      const won = wonByStake(stake, price / staked, (usual.prices[step] ?? 1) / other);
      if (won <= 0) continue;
      profit += won;
      out.count(step, stake);
      break;
    }
  }
  return profit;
}

/**
 * Opens a game with each item every day and leaves it open: cancels it when the item has risen since, and waits for a joiner when it has
 * fallen. Another player who sees no price elsewhere joins at a moment of the day, if the site lets them.
 */
export function leaveOpen(rules: RuleSet, seed: number): number {
  const market = marketOf[rules](seed);
  const random = randomOf(seed);
  const [usual] = market;
  if (usual === undefined) return 0;
  const out = makeWayOut(rules, 'items');
  let profit = 0;
  for (let opened = 1; opened + DAY < STEPS; opened += DAY) {
    for (const { prices, beliefs } of market) {
      const joined = opened + 1 + Math.floor(random.next() * (DAY - 1));
      const then = beliefs.staked[opened - 1] ?? 0;
      const now = beliefs.staked[joined - 1] ?? 0;
      const other = usual.beliefs.staked[joined - 1] ?? 0;
      const price = prices[joined] ?? 1;
      if (then === 0 || other === 0 || out.isStopped(joined) || price > (prices[opened] ?? 1)) continue;
      const isRefused = isRepriced(cents(Math.round(then)), now === 0 ? null : cents(Math.round(now)));
      if (rules === 'today' && isRefused) continue;
      const stake = Math.min(BUDGET / market.length, MAX_ITEMS_PER_BET * then);
      // It knows what its item is worth, and cancels when a stake would lose on average.
      const won = wonByStake(stake, price / then, (usual.prices[joined] ?? 1) / other);
      if (won <= 0) continue;
      profit += won;
      out.count(joined, stake);
    }
  }
  return profit;
}

/** Deposits a thousand items of some cents each, where rounding matters most. */
export function dust(rules: RuleSet, seed: number): number {
  const random = randomOf(seed);
  const [cheap] = SHAPES;
  if (cheap === undefined) return 0;
  let profit = 0;
  for (let n = 0; n < 1_000; n++) {
    const price = 51 + 49 * random.next();
    const says = { skinport: price, marketcsgo: price, steam: price * 1.3 };
    const belief = PRICE_RULES[rules].hearFrom(price)(quotesOf(cheap, says, START), START);
    profit += deal(makeIntake(rules, cheap.sold), belief, price, price + 1, 0)?.profit ?? 0;
  }
  return profit;
}
