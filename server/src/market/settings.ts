/** The market's settings that ADMIN can change while the server runs. */
import { z } from 'zod';
import { SettingBps, SettingCents, type SettingTable, type ValuesOf } from '../platform/runner/settings.ts';
import { MAX_STOCK, type PricingTerms } from './pricing.ts';

const SettingStock = z.number().int().min(0).max(MAX_STOCK);

/** The spread: how much the asked price exceeds the highest believed quote, in basis points of it. */
export const DEFAULT_SPREAD_BPS = 500;

export const MARKET_SETTINGS = {
  'market.spreadBps': [SettingBps, DEFAULT_SPREAD_BPS, 'Market spread over the highest believed price'],
  'price.haircutLiquidBps': [SettingBps, 500, 'Haircut below the lowest cash price: liquid items'],
  'price.haircutUsualBps': [SettingBps, 800, 'Haircut: items of usual liquidity'],
  'price.haircutSlowBps': [SettingBps, 1_500, 'Haircut: slow-selling items'],
  'price.haircutThinBps': [SettingBps, 2_500, 'Haircut: thinly traded items'],
  'price.riseHourBps': [SettingBps, 500, 'Maximum rise of a paid price per hour'],
  'price.riseDayBps': [SettingBps, 1_000, 'Maximum rise of a paid price per day'],
  'price.riseWeekBps': [SettingBps, 2_000, 'Maximum rise of a paid price per week'],
  'price.stockLiquid': [SettingStock, 200, 'Maximum stock per item type: liquid items'],
  'price.stockUsual': [SettingStock, 40, 'Maximum stock: items of usual liquidity'],
  'price.stockSlow': [SettingStock, 10, 'Maximum stock: slow-selling items'],
  'price.stockThin': [SettingStock, 3, 'Maximum stock: thinly traded items'],
  'price.thinMostCents': [SettingCents, 100_000, 'Maximum price of a thinly traded item for deposits'],
} as const satisfies SettingTable;

/** The settings in the form that the price rules take; `steamBps` is learned, not set. */
export function priceTermsOf(settings: ValuesOf<typeof MARKET_SETTINGS>, steamBps: number): PricingTerms {
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
