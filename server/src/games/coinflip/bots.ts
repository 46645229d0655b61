/**
 * Finds a bot that can match a round (demo only): its free items add up to a total inside the join window, as close to
 * the creator's total as a small search gets.
 */
import type { JoinWindow } from '@fairpot/contract/coinflip/calls';
import { MAX_ITEMS_PER_BET, MIN_ITEM_CENTS } from '@fairpot/contract/inventory/item';
import type { Cents } from '@fairpot/contract/wire/money';
import { bots } from '../../accounts/front.ts';
import type { Db } from '../../platform/database/sql.ts';
import { stakeableOf } from '../../vault/items.ts';
import { nearestStake } from './nearest-stake.ts';

/** Items per bot that the search considers. */
const LOOKED_AT = 200;

export interface BotStake {
  readonly botId: string;
  readonly itemIds: readonly string[];
}

/** The bot and items closest to `totalCents` within the window, or null when no bot can match it. */
export async function botStake(db: Db, totalCents: Cents, window: JoinWindow, now: number): Promise<BotStake | null> {
  const all = await bots(db);
  const items = await stakeableOf(
    db,
    all.map((bot) => bot.id),
    now,
    { minCents: MIN_ITEM_CENTS, maxCents: window.maxCents, most: LOOKED_AT },
  );
  let best: (BotStake & { readonly off: number }) | null = null;
  for (const [botId, own] of items) {
    const found = nearestStake(own, { ...window, targetCents: totalCents, maxItems: MAX_ITEMS_PER_BET });
    if (!found) continue;
    const off = Math.abs(found.cents - totalCents);
    if (!best || off < best.off) best = { botId, itemIds: found.ids, off };
  }
  return best;
}
