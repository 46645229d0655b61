/** The market's settings that ADMIN can change while the server runs. */
import { SettingBps, type SettingTable } from '../platform/runner/settings.ts';

/** What the site asks beyond what it pays, in basis points of what it pays. */
export const DEFAULT_SPREAD_BPS = 500;

export const MARKET_SETTINGS = {
  'market.spreadBps': [SettingBps, DEFAULT_SPREAD_BPS, 'What the market asks beyond what the site pays'],
} as const satisfies SettingTable;
