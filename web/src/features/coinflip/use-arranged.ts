/**
 * The rows of the live list in their order, with the hold that keeps them still under a pointer.
 * Called by the live list; the rules are in order.ts, this file remembers what stood there when the hold began.
 */
import { useEffect, useMemo, useState } from 'react';
import type { CoinflipGame } from '@fairpot/contract/coinflip';
import { serverNow } from '../../platform/clock.ts';
import { arrange } from './order.ts';
import { hasLeft } from './stage.ts';

const SWEEP_EVERY_MS = 5_000;

export interface ArrangedList {
  readonly rows: readonly CoinflipGame[];
  /** Games that wait until the list is let go. */
  readonly fresh: number;
  /** Lets the new ones in although the list is held. */
  readonly letIn: () => void;
  readonly hold: { readonly onPointerEnter: () => void; readonly onPointerLeave: () => void };
}

export function useArranged(games: readonly CoinflipGame[], me: string | null): ArrangedList {
  const [frozen, setFrozen] = useState<readonly CoinflipGame[] | null>(null);
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), SWEEP_EVERY_MS);
    return () => clearInterval(timer);
  }, []);

  const staying = useMemo(() => games.filter((game) => !hasLeft(game, now)), [games, now]);
  const { ids, fresh } = useMemo(
    () => arrange(frozen?.map((game) => game.id) ?? [], staying, me, frozen !== null),
    [frozen, staying, me],
  );
  const rows = useMemo(() => rowsOf(ids, games, frozen ?? []), [ids, games, frozen]);
  return {
    rows,
    fresh,
    letIn: () => setFrozen(null),
    hold: {
      onPointerEnter: () => setFrozen((before) => before ?? rows),
      onPointerLeave: () => setFrozen(null),
    },
  };
}

/** The games of these ids as they are now; one that is gone as it was when the hold began. */
function rowsOf(
  ids: readonly string[],
  games: readonly CoinflipGame[],
  frozen: readonly CoinflipGame[],
): readonly CoinflipGame[] {
  const byId = new Map(games.map((game) => [game.id, game]));
  const before = new Map(frozen.map((game) => [game.id, gone(game)]));
  return ids.flatMap((id) => byId.get(id) ?? before.get(id) ?? []);
}

/** A game that left the list while its row was held: only a waiting one does that, by being cancelled. */
function gone(game: CoinflipGame): CoinflipGame {
  return game.phase === 'WAITING' ? { ...game, phase: 'CANCELLED' } : game;
}
