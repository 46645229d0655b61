/** What the demo's market begins with: stock of every item type, and thirty days of prices that never were. Pure. */
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import type { InputOf } from '@fairpot/contract/wire/call.schemas';
import { MARKET_CHART_DAYS } from '@fairpot/contract/market/calls';
import type { stockMarket } from '@fairpot/contract/market/schemas';
import { Draw, seededBytes } from './draw.ts';

/** Of so many in a hundred types there is a second one. */
const SECOND_PERCENT = 25;
/** A day's change at most, in tenths of a percent. */
const DAILY_TENTHS = 30;

/** The same each time, and put up once. */
export function demoStock(): InputOf<typeof stockMarket> {
  const draw = new Draw(seededBytes('demo market'));
  const items = ITEM_TYPES.map(({ slug }) => ({ slug, count: draw.chance(SECOND_PERCENT) ? 2 : 1 }));
  const history = ITEM_TYPES.map(({ slug, priceCents }) => ({ slug, cents: walkTo(priceCents, draw) }));
  return { origin: 'demo:market:opening', items, history };
}

/** Prices of the days before today, oldest first, each near the next one; today's is `cents`. */
function walkTo(cents: number, draw: Draw): number[] {
  const days: number[] = [];
  let at = cents;
  for (let day = 1; day < MARKET_CHART_DAYS; day += 1) {
    at = Math.max(1, Math.round((at * (1_000 + draw.between(-DAILY_TENTHS, DAILY_TENTHS))) / 1_000));
    days.unshift(at);
  }
  return days;
}
