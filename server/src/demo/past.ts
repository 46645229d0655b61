/**
 * The past of a demo person: after the first start they play a few coinflips with bots, by the same commands as everyone, so that their level, history and
 * proofs are real. It ends with the last of these games, or when a person signs in and confirms their age: then the account is theirs.
 */
import { callBot, createCoinflip, listCoinflips } from '@fairpot/contract/coinflip/schemas';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { MIN_ITEM_CENTS } from '@fairpot/contract/inventory/item';
import { getUser } from '@fairpot/contract/user/schemas';
import { actorOf } from '../accounts/front.ts';
import { playerIdOf } from '../accounts/people.ts';
import type { Runner } from '../platform/runner/command.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { Actor, Sweep } from '../platform/runner/feature.ts';
import { stakeableOf } from '../vault/items.ts';
import { RandomChoice } from './draw.ts';
import { DEMO_PEOPLE, type DemoPast } from './people.ts';
import { chooseStake } from './stakes.ts';
import { tried } from './stock.ts';

const EVERY_MS = 3_000;
const ITEMS_LOOKED_AT = 200;

export function pastSweep(deps: Deps, execute: Runner['execute']): Sweep {
  const draw = new RandomChoice(deps.random);
  /** People whose past is over. */
  const over = new Set<string>();
  return {
    name: 'demo.past',
    everyMs: EVERY_MS,
    run: async () => {
      for (const { steamid, past } of DEMO_PEOPLE) {
        if (past === undefined || over.has(steamid)) continue;
        const id = await playerIdOf(deps.db, steamid);
        const actor = id === null ? null : await actorOf(deps.db, id);
        if (actor === null || actor.ageConfirmed || (await hasPlayed(execute, actor, past))) over.add(steamid);
        else if ((await playOn(deps, execute, draw, { ...actor, ageConfirmed: true }, past)) > 0) return 1;
      }
      return 0;
    },
  };
}

async function hasPlayed(execute: Runner['execute'], actor: Actor, past: DemoPast): Promise<boolean> {
  const { statistics } = await execute(getUser, actor, {});
  return (statistics.games['coinflip']?.played ?? 0) >= past.games;
}

/** Opens the person's next game, or calls a bot to the one that waits; one game at a time. */
async function playOn(
  deps: Deps,
  execute: Runner['execute'],
  draw: RandomChoice,
  actor: Actor,
  { minCents, maxCents }: DemoPast,
): Promise<number> {
  const { games, paused } = await execute(listCoinflips, actor, {});
  if (paused) return 0;
  // A settled game stays in the list for a minute; its result is in the statistics when it has left.
  const own = games.filter((game) => isOf(game, actor.id));
  const waiting = own.find(({ phase }) => phase === 'WAITING');
  if (waiting !== undefined) return tried(deps, () => execute(callBot, actor, { gameId: waiting.id }));
  if (own.length > 0) return 0;
  const now = deps.clock.now();
  const range = { minCents: MIN_ITEM_CENTS, maxCents, most: ITEMS_LOOKED_AT };
  const items = (await stakeableOf(deps.db, [actor.id], now, range)).get(actor.id) ?? [];
  const inventoryIds = chooseStake(items, { minCents, maxCents }, draw);
  if (inventoryIds === null) return 0;
  return tried(deps, () => execute(createCoinflip, actor, { inventoryIds, side: draw.chance(50) ? 1 : 2 }));
}

function isOf({ firstUser, secondUser }: CoinflipGame, id: string): boolean {
  return firstUser.id === id || secondUser?.id === id;
}
