/**
 * 'Get demo items': a demo gives an account that cannot play what it lacks, once an hour. The items count as deposited, so that they can be staked and
 * withdrawn like the first ones.
 */
import { DEMO_BALANCE_BELOW_CENTS, DEMO_ITEMS_BELOW_CENTS, DEMO_ITEMS_EVERY_MS } from '@fairpot/contract/demo/calls';
import type { getDemoItems } from '@fairpot/contract/demo/schemas';
import { MAX_ITEMS_PER_BET, MIN_ITEM_CENTS } from '@fairpot/contract/inventory/item';
import { cents, usd } from '@fairpot/contract/wire/money';
import { lockedCash } from '../ledger/ledger.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { CommandHandler } from '../platform/runner/feature.ts';
import { isPaused } from '../platform/runner/pauses.ts';
import { refuse } from '../platform/runner/refused.ts';
import { refuseBlocked } from '../protection/front.ts';
import { stakeableOf } from '../vault/items.ts';
import { grant, lastGrantAt } from './grants.ts';
import { givenInventory, WELCOME_CENTS } from './inventories.ts';

const ORIGIN = 'demo:items:';
const MINUTE_MS = 60_000;

export function giveItems(deps: Deps): CommandHandler<typeof getDemoItems> {
  return async ({ tx, actor, now, afterCommit }) => {
    if (actor.isBot) return refuse('FORBIDDEN');
    // A pause of deposits stops every new item of a player, this one too.
    if (await isPaused(tx, 'deposit.paused')) return refuse('GAME_PAUSED');
    await refuseBlocked(tx, actor.id);
    // The lock makes two presses one after the other: the second one sees the first one's gift.
    const balance = (await lockedCash(tx, [actor.id])).get(actor.id) ?? cents(0);
    const range = { minCents: MIN_ITEM_CENTS, maxCents: Number.MAX_SAFE_INTEGER, most: MAX_ITEMS_PER_BET };
    const stakeable = (await stakeableOf(tx, [actor.id], now, range)).get(actor.id) ?? [];
    const lacksItems = stakeable.reduce((sum, item) => sum + item.cents, 0) < DEMO_ITEMS_BELOW_CENTS;
    const lacksBalance = balance < DEMO_BALANCE_BELOW_CENTS;
    if (!lacksItems && !lacksBalance) return refuse('DEMO_CAN_PLAY');
    const last = await lastGrantAt(tx, actor.id, ORIGIN);
    const waitMs = last === null ? 0 : last + DEMO_ITEMS_EVERY_MS - now;
    if (waitMs > 0) return refuse('DEMO_TOO_SOON', { minutes: Math.ceil(waitMs / MINUTE_MS) });
    const amount = cents(lacksBalance ? WELCOME_CENTS : 0);
    const { items } = await grant(
      deps,
      { tx, now },
      {
        playerId: actor.id,
        origin: `${ORIGIN}${now}`,
        cents: amount,
        items: lacksItems ? givenInventory(`${actor.id}|${now}`) : [],
      },
    );
    afterCommit(() => deps.signals.userUpdated(actor.id));
    return { items, amountUsd: usd(amount) };
  };
}
