/** The demo market's initial data: stock of every item type, and thirty days of invented prices. Pure. */
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import type { CallInput } from '@fairpot/contract/wire/call.schemas';
import { MARKET_CHART_DAYS } from '@fairpot/contract/market/calls';
import type { seedMarket } from '@fairpot/contract/market/schemas';
import { RandomChoice, seededBytes } from './draw.ts';

/** Percentage of types with a second item in stock. */
const SECOND_PERCENT = 25;
/** Maximum daily change, in tenths of a percent. */
const DAILY_TENTHS = 30;

/** Always the same, put on sale once. */
export function demoStock(): CallInput<typeof seedMarket> {
  const draw = new RandomChoice(seededBytes('demo market'));
  const items = ITEM_TYPES.map(({ slug }) => ({ slug, count: draw.chance(SECOND_PERCENT) ? 2 : 1 }));
  const history = ITEM_TYPES.map(({ slug, priceCents }) => ({ slug, cents: walkTo(priceCents, draw) }));
  return { origin: 'demo:market:opening', items, history };
}

/** Prices of the days before today, oldest first, each close to the next; today's is `cents`. */
function walkTo(cents: number, draw: RandomChoice): number[] {
  const days: number[] = [];
  let at = cents;
  for (let day = 1; day < MARKET_CHART_DAYS; day += 1) {
    at = Math.max(1, Math.round((at * (1_000 + draw.between(-DAILY_TENTHS, DAILY_TENTHS))) / 1_000));
    days.unshift(at);
  }
  return days;
}
