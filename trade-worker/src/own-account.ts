/**
 * Our own account as players see it behind an offer: read from Steam now and then, and stored for the site to show. While Steam does not
 * answer, the last answer counts; before the first, offers are sent without it.
 */
import type { Clock, Log } from '@fairpot/server/platform/process/ports';
import type { Db } from '@fairpot/server/platform/database/sql';
import { whyOf, type TradeGateway } from './gateway-port.ts';
import { recordOwnAccount } from './store.ts';

const FRESH_MS = 60 * 60_000;
/** Wait before the next attempt after a failure. */
const AGAIN_MS = 60_000;

export interface OwnAccountReader {
  /** Steamid of the account; null until Steam first answers. */
  current(): Promise<string | null>;
}

export function makeOwnAccountReader(parts: {
  db: Db;
  gateway: Pick<TradeGateway, 'self'>;
  clock: Clock;
  log: Log;
}): OwnAccountReader {
  let [known, askAt]: [string | null, number] = [null, 0];
  return {
    async current() {
      const now = parts.clock.now();
      if (now < askAt) return known;
      const seen = await parts.gateway.self();
      if (seen.kind !== 'ok') {
        parts.log.warn({ why: whyOf(seen) }, 'own account unavailable');
        askAt = now + AGAIN_MS;
        return known;
      }
      await recordOwnAccount(parts.db, seen.value, now);
      [known, askAt] = [seen.value.steamId, now + FRESH_MS];
      return known;
    },
  };
}
