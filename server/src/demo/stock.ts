/** What the house personas own and how they act: shared by all games. */
import { MIN_ITEM_CENTS } from '@fairpot/contract/inventory/item';
import { demoGrant } from '@fairpot/contract/system/schemas';
import { bots } from '../accounts/front.ts';
import { SYSTEM, type Runner } from '../platform/runner/command.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { Refused } from '../platform/runner/refused.ts';
import { stakeableOf, type StakeCandidate } from '../vault/items.ts';
import type { RandomChoice } from './draw.ts';
import { restockInventory } from './inventories.ts';
import { chooseStake, type TotalRange } from './stakes.ts';

/** Bots stake about this much at most at a time, and no more expensive items. */
export const MAX_STAKE_CENTS = 12_000;
/** A persona with less than this to stake is restocked. */
const LOW_STOCK_CENTS = 30_000;
const ITEMS_LOOKED_AT = 200;

export type Stock = ReadonlyMap<string, readonly StakeCandidate[]>;

/** The stakeable items of every persona. Those that ran out are restocked first. */
export async function stockOf(deps: Deps, execute: Runner['execute'], draw: RandomChoice): Promise<Stock> {
  const ids = (await bots(deps.db)).map((bot) => bot.id);
  const range = { minCents: MIN_ITEM_CENTS, maxCents: MAX_STAKE_CENTS, most: ITEMS_LOOKED_AT };
  const stock = await stakeableOf(deps.db, ids, deps.clock.now(), range);
  const low = ids.filter((id) => worth(stock.get(id) ?? []) < LOW_STOCK_CENTS);
  for (const playerId of low) {
    await execute(demoGrant, SYSTEM, {
      playerId,
      origin: `demo:restock:${deps.clock.now()}`,
      cents: 0,
      items: restockInventory(draw),
    });
  }
  return low.length === 0 ? stock : stakeableOf(deps.db, ids, deps.clock.now(), range);
}

/** The first of these personas that can make a total inside the range, with its stake. */
export function stakeOf(
  botIds: readonly string[],
  stock: Stock,
  range: TotalRange,
  draw: RandomChoice,
): { botId: string; ids: string[] } | null {
  for (const botId of botIds) {
    const ids = chooseStake(stock.get(botId) ?? [], range, draw);
    if (ids !== null) return { botId, ids };
  }
  return null;
}

/** Refusals are normal at the tables: another player was faster, the creator cancelled the game, a pause began. */
export async function tried(deps: Deps, command: () => Promise<unknown>): Promise<number> {
  try {
    await command();
    return 1;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    deps.log.debug({ code: error.code }, 'bot call refused');
    return 0;
  }
}

export function actorOf(botId: string): Actor {
  return { kind: 'player', id: botId, status: 'USER', isBot: true, ageConfirmed: true };
}

function worth(items: readonly StakeCandidate[]): number {
  return items.reduce((sum, item) => sum + item.cents, 0);
}
