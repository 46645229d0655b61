/** The market's settings that ADMIN can change while the server runs. */
import { z } from 'zod';
import { SettingBps, SettingCents, type SettingTable, type ValuesOf } from '../platform/runner/settings.ts';
import { MOST_STOCK, type PriceTerms } from './pricing.ts';

const SettingStock = z.number().int().min(0).max(MOST_STOCK);

/** The spread: how much the asked price exceeds the highest believed quote, in basis points of it. */
export const DEFAULT_SPREAD_BPS = 500;

export const MARKET_SETTINGS = {
  'market.spreadBps': [
    SettingBps,
    DEFAULT_SPREAD_BPS,
    'What the market asks beyond the highest price that is believed',
  ],
  'price.haircutLiquidBps': [SettingBps, 500, 'What the site pays less than the lowest cash price: liquid items'],
  'price.haircutUsualBps': [SettingBps, 800, 'The same of items of usual liquidity'],
  'price.haircutSlowBps': [SettingBps, 1_500, 'The same of items that sell slowly'],
  'price.haircutThinBps': [SettingBps, 2_500, 'The same of thinly traded items'],
  'price.riseHourBps': [SettingBps, 500, 'Most that what the site pays for an item rises in an hour'],
  'price.riseDayBps': [SettingBps, 1_000, 'The same in a day'],
  'price.riseWeekBps': [SettingBps, 2_000, 'The same in a week'],
  'price.stockLiquid': [
    SettingStock,
    200,
    'Most items of a type that the site has on sale before it takes no more: liquid',
  ],
  'price.stockUsual': [SettingStock, 40, 'The same of items of usual liquidity'],
  'price.stockSlow': [SettingStock, 10, 'The same of items that sell slowly'],
  'price.stockThin': [SettingStock, 3, 'The same of thinly traded items'],
  'price.thinMostCents': [SettingCents, 100_000, 'A thinly traded item above this is not taken as a deposit'],
} as const satisfies SettingTable;

/** The settings in the form that the price rules take; `steamBps` is learned, not set. */
export function priceTermsOf(settings: ValuesOf<typeof MARKET_SETTINGS>, steamBps: number): PriceTerms {
  return {
    haircutBps: [
      settings['price.haircutLiquidBps'],
      settings['price.haircutUsualBps'],
      settings['price.haircutSlowBps'],
      settings['price.haircutThinBps'],
    ],
    riseBps: {
      hour: settings['price.riseHourBps'],
      day: settings['price.riseDayBps'],
      week: settings['price.riseWeekBps'],
    },
    steamBps,
    stock: [
      settings['price.stockLiquid'],
      settings['price.stockUsual'],
      settings['price.stockSlow'],
      settings['price.stockThin'],
    ],
    thinMostCents: settings['price.thinMostCents'],
  };
}
