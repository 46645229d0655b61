/** The trade worker of a fast site. Used by soak/trades.test.ts. */
import { roleUrls } from '../../../server/src/platform/database/roles.ts';
import type { FastSite } from './fast-site.ts';
import { MovedProcess } from './moved-process.ts';

export class TradeProcess extends MovedProcess {
  constructor(site: FastSite) {
    const { steam, botFile } = site.steam;
    super(site, 'e2e/soak/trade-host.ts', {
      TRADE_DATABASE_URL: roleUrls(site.databaseUrl).trader,
      TRADE_STEAM_BASE: steam,
      TRADE_BOT_FILE: botFile,
      TRADE_IMPATIENT: 'yes',
    });
  }
}
