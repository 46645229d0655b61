/** The rows of the live list: own games first, then newest first, kept still under a pointer. Used by the live list. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { serverNow } from '../../../platform/live/clock.ts';
import { useStillList, type StillList } from '../../../ui/layout/still-list.ts';
import { inOrder, isOwn } from '../order.ts';
import { hasLeftList } from '../stage.ts';

const SWEEP_EVERY_MS = 5_000;

export function useGameOrder(games: readonly CoinflipGame[], me: string | null): StillList<CoinflipGame> {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), SWEEP_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const staying = useMemo(
    () =>
      inOrder(
        games.filter((game) => !hasLeftList(game, now)),
        me,
      ),
    [games, now, me],
  );
  const mine = useCallback((game: CoinflipGame) => isOwn(game, me), [me]);
  return useStillList(staying, games, { isOwn: mine, gone: asCancelled });
}

/** A game that left the list while its row was held. Only a waiting game can leave, by being cancelled. */
function asCancelled(game: CoinflipGame): CoinflipGame {
  return game.phase === 'WAITING' ? { ...game, phase: 'CANCELLED' } : game;
}
