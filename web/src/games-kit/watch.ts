/** Passes the rounds that a page shows to the watcher. Called by each game's cache with every answer. */
import { useEffect, useMemo } from 'react';
import { chainOf } from '../fairness/pins.ts';
import { checkBeacon, watchRound, watchVoid } from '../fairness/watcher.ts';
import { useSettings } from '../platform/page/settings.ts';
import type { RoundObserver, RoundView } from './observe.ts';

/** Reports every state of these rounds to the watcher, once the beacon's key is known. Pass the same list while none changes. */
export function useWatchRounds<V extends RoundView>(game: RoundObserver<V>, views: readonly V[] | undefined): void {
  const offered = useSettings()?.beacon.drand;
  useEffect(() => {
    const chain = offered && chainOf(offered);
    if (!views || !chain) return;
    checkBeacon(chain);
    for (const view of views) {
      const watched = game.watchedOf(view, chain);
      if (watched) watchRound(watched);
      else if (game.phaseOf(view) === 'voided') watchVoid({ game: game.game, roundId: view.id });
    }
  }, [game, views, offered]);
}

/** The same for one round. */
export function useWatchRound<V extends RoundView>(game: RoundObserver<V>, view: V | undefined): void {
  useWatchRounds(
    game,
    useMemo(() => view && [view], [view]),
  );
}
