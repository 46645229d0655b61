/** Attackers of prices of items. Each plays thirty days with a budget, and gives its profit in cents. */
import {
  apartOf,
  course,
  DAY_STEPS,
  quotesOf,
  SHAPES,
  sourcesAt,
  START,
  STEP_MS,
  STEPS,
  type ItemShape,
  type Sources,
} from './items.ts';
import type { Random } from './random.ts';
import type { MakeSiteItem, SiteItem } from './site.ts';

export const BUDGET = 1_000_000;
/** What a player deposits in a day at most (setting `deposit.dayCents`). */
const DAY_MOST = 1_000_000;
/** Taking coins out costs the spread of withdrawals. */
const OUT = 0.99;
/** Who looks long finds an offer this much under the lowest price. */
const BARGAIN = 0.97;
/** What a seller leaves at a cash market. */
const SELLER_FEE = 0.12;
const DAY = DAY_STEPS;
const WEEK = 7 * DAY;

/** All figures are taken every ten minutes, and those that moved whenever the sources are read. */
const WHOLE = 5;
const MOVED = 0.02;

interface Traded {
  readonly shape: ItemShape;
  readonly prices: readonly number[];
  readonly apart: Sources;
  readonly site: SiteItem;
  heard: number;
}

/** A market that the site has heard of. */
function openMarket(make: MakeSiteItem, random: Random, shapes: readonly ItemShape[] = SHAPES): Traded[] {
  return shapes.map((shape) => {
    const prices = course(shape, random);
    const item = { shape, prices, apart: apartOf(random), site: make(prices[0] ?? 1, shape.sold), heard: 0 };
    hear(item, 0);
    return item;
  });
}

type Lift = (says: Sources) => Sources;

function hear(item: Traded, step: number, lift: Lift = (says) => says): void {
  const { shape, prices, apart, site } = item;
  if (step % site.everySteps !== 0) return;
  const says = lift(sourcesAt(prices, step, apart));
  if (step % WHOLE !== 0 && Math.abs(says.marketcsgo - item.heard) < MOVED * item.heard) return;
  item.heard = says.marketcsgo;
  site.hear(quotesOf(shape, says, timeOf(step)), timeOf(step));
}

const timeOf = (step: number) => START + step * STEP_MS;

interface Deal {
  readonly profit: number;
  readonly count: number;
  readonly site: SiteItem;
}

/** What is won when items that cost `cost` each are deposited and their worth is taken out; null when that does not pay. */
function deal(site: SiteItem, cost: number, money: number, step: number): Deal | null {
  const paid = site.paid();
  if (paid === null || paid * OUT <= cost) return null;
  const count = Math.min(site.wanted(timeOf(step)), Math.floor(Math.min(money, DAY_MOST) / cost));
  return count > 0 ? { profit: count * (paid * OUT - cost), count, site } : null;
}

/** Makes the best of these deals, and gives its profit. */
function makeBest(deals: readonly (Deal | null)[], step: number): number {
  const best = deals.reduce((most, each) => ((each?.profit ?? 0) > (most?.profit ?? 0) ? each : most), null);
  best?.site.take(best.count, timeOf(step));
  return best?.profit ?? 0;
}

/** Buys bargains at a cash market and deposits what is paid best, each week anew: bought items are protected for seven days. */
export function cash(make: MakeSiteItem, random: Random): number {
  const market = openMarket(make, random);
  let profit = 0;
  for (let step = 1; step < STEPS; step++) {
    for (const item of market) hear(item, step);
    if (step % WEEK !== WEEK - 1) continue;
    const deals = market.map(({ site, prices }) => deal(site, (prices[step] ?? 0) * BARGAIN, BUDGET + profit, step));
    profit += makeBest(deals, step);
  }
  return profit;
}

/**
 * Watches the cash markets all the time, and deposits at once what has fallen there and not here yet: as much as is taken, again and
 * again, of a game whose items are not protected. What it deposited today is not taken out today.
 */
export function lag(make: MakeSiteItem, random: Random): number {
  const market = openMarket(make, random);
  let [profit, spent] = [0, 0];
  for (let step = 1; step < STEPS; step++) {
    if (step % DAY === 0) spent = 0;
    // The price of this step is known to who watches; the site hears of it afterwards.
    const money = BUDGET + profit - spent;
    const best = market
      .map(({ site, prices }) => ({ cost: prices[step] ?? 1, found: deal(site, prices[step] ?? 1, money, step) }))
      .reduce((most, each) => ((each.found?.profit ?? 0) > (most.found?.profit ?? 0) ? each : most));
    if (best.found !== null) {
      profit += makeBest([best.found], step);
      spent += best.cost * best.found.count;
    }
    for (const item of market) hear(item, step);
  }
  return profit;
}

/** At how many markets what is offered is bought up, and how dear the item looks then. */
interface Effort {
  readonly markets: number;
  readonly factor: number;
}

/**
 * Lifts what sources say of an item by buying up what is offered, and deposits it when that pays best. Tries the items that
 * few trade, each by itself; gives the best.
 */
function lifted(make: MakeSiteItem, random: Random, lift: (step: number) => Lift, effort: Effort): number {
  const tried = openMarket(make, random, SHAPES.slice(-3)).map((item) => liftedOne(item, lift, effort));
  return Math.max(...tried);
}

function liftedOne(item: Traded, lift: (step: number) => Lift, { markets, factor }: Effort): number {
  const { shape, prices, site } = item;
  // What is bought up is sold again for less; new offers come in each day, the more the dearer it looks, and have to be bought too.
  const upkeep = (price: number) => (markets * factor * shape.offers * price * SELLER_FEE) / 5 / DAY;
  let [cost, won, best, spent] = [markets * shape.offers * (prices[0] ?? 0) * SELLER_FEE, 0, 0, 0];
  for (let step = 1; step < STEPS; step++) {
    if (step % DAY === 0) spent = 0;
    hear(item, step, lift(step));
    const price = prices[step] ?? 0;
    cost += upkeep(price);
    const found = deal(site, price, BUDGET - spent, step);
    won += makeBest([found], step);
    spent += price * (found?.count ?? 0);
    best = Math.max(best, won - cost);
  }
  // Who sees that it does not pay does not begin, and who has won most stops.
  return best;
}

/** One source says half more, all the time. */
export const pump = (make: MakeSiteItem, random: Random): number =>
  lifted(make, random, () => (says) => ({ ...says, skinport: says.skinport * 1.5 }), {
    markets: 1,
    factor: 1.5,
  });

/** All sources are walked up together, a fifth every ten minutes, to three times the price. */
export const walk = (make: MakeSiteItem, random: Random): number =>
  lifted(
    make,
    random,
    (step) => (says) => {
      const factor = Math.min(3, 1.2 ** Math.floor(step / WHOLE));
      return { skinport: says.skinport * factor, marketcsgo: says.marketcsgo * factor, steam: says.steam * factor };
    },
    { markets: 3, factor: 3 },
  );

const FEE = 0.05;
const CRASH = 0.85;

/** Holds as much of each item; when one crashes, stakes it all against a usual item, as long as the site lets it; a round a step. */
export function dump(make: MakeSiteItem, random: Random): number {
  const market = openMarket(make, random);
  let profit = 0;
  const [usual] = market;
  for (let step = 1; step < STEPS; step++) {
    for (const { prices, site } of market) {
      const [price = 1, dayAgo = 1] = [prices[step], prices[Math.max(0, step - DAY)]];
      const [staked, other] = [site.staked(), usual?.site.staked() ?? null];
      if (price > CRASH * dayAgo || staked === null || other === null || usual === undefined) continue;
      // Worth in cash of a dollar of stake: mine, and the other's.
      const [mine, theirs] = [price / staked, (usual.prices[step] ?? 1) / other];
      const won = (BUDGET / market.length) * (0.5 * theirs - 0.5 * mine - 0.5 * FEE * (mine + theirs));
      if (won <= 0) continue;
      profit += won;
      break;
    }
    for (const item of market) hear(item, step);
  }
  return profit;
}

/** Deposits a thousand items of some cents, which rounding favours if anything does. */
export function dust(make: MakeSiteItem, random: Random): number {
  const [cheap] = SHAPES;
  if (cheap === undefined) return 0;
  let profit = 0;
  for (let n = 0; n < 1_000; n++) {
    const price = 51 + 49 * random.next();
    const site = make(price, cheap.sold);
    site.hear(quotesOf(cheap, { skinport: price, marketcsgo: price, steam: price * 1.3 }, START), START);
    profit += deal(site, price, price + 1, 0)?.profit ?? 0;
  }
  return profit;
}
