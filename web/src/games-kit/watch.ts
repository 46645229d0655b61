/** Hands what a page shows of a game's rounds to the watcher. Called by each game's cache with every answer. */
import { useEffect } from 'react';
import { chainOf } from '../fairness/pins.ts';
import { meetBeacon, watchRound, watchVoid } from '../fairness/watcher.ts';
import { useSettings } from '../platform/page/settings.ts';
import type { Observed, RoundView } from './observe.ts';

/** Tells the watcher every state of these rounds, once the beacon's key is known. Give the same list while none changes. */
export function useWatched<V extends RoundView>(game: Observed<V>, views: readonly V[] | undefined): void {
  const offered = useSettings()?.beacon.drand;
  useEffect(() => {
    const chain = offered && chainOf(offered);
    if (!views || !chain) return;
    meetBeacon(chain);
    for (const view of views) {
      const watched = game.watchedOf(view, chain);
      if (watched) watchRound(watched);
      else if (game.phaseOf(view) === 'voided') watchVoid({ game: game.game, roundId: view.id });
    }
  }, [game, views, offered]);
}
