/** The waiting games that this player's inventory can join. Used by the live list when its filter is on. */
import { useMemo } from 'react';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { siteInventory } from '@fairpot/contract/inventory/calls';
import { useSettings } from '../../../platform/page/settings.ts';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { fitWindow } from '../../../games-kit/inventory/fitting.ts';
import { capOf, indexSiteItems } from '../../../games-kit/inventory/picker-model.ts';
import { windowOf } from '../money-text.ts';
import { isOwn } from '../order.ts';

/** Maximum search steps per game: a list of fifty stays within a frame or two. */
const BUDGET_PER_GAME = 2_000;

/** The games that fit and own games; null while the inventory is loading. All games when `on` is false. */
export function useFittingGames(
  games: readonly CoinflipGame[],
  me: string | null,
  on: boolean,
): readonly CoinflipGame[] | null {
  const { data } = useAsk(siteInventory, {}, { enabled: on });
  const cap = capOf(useSettings()?.deposit.maxCount);
  return useMemo(() => {
    if (!on) return games;
    if (!data) return null;
    const free = indexSiteItems(data.items).items.flatMap(({ id, cents, blocked }) =>
      blocked === null && cents !== null ? [{ id, cents }] : [],
    );
    return games.filter(
      (game) =>
        isOwn(game, me) || (game.phase === 'WAITING' && fitWindow(free, windowOf(game), cap, BUDGET_PER_GAME) !== null),
    );
  }, [games, me, on, data, cap]);
}
