/** How client and server use the views and facts of wheels. Pure. */
import type { WheelFact, WheelGame, WheelList } from './schemas.ts';

/**
 * The list after a fact, newest first. Pure. The higher version wins; a wheel that ended without a result leaves the list. The wheel of a
 * fact may be newer than the fact, so its phase counts, not the fact's type.
 */
export function applyWheelFact(list: WheelList, { roundId, version, game }: WheelFact): WheelList {
  const known = list.games.find((each) => each.id === roundId);
  if (known && version <= known.version) return list;
  const others = list.games.filter((each) => each.id !== roundId);
  const gone = game.phase === 'CANCELLED' || game.phase === 'VOIDED';
  return { ...list, games: gone ? others : [...others, game].sort(newestFirst) };
}

function newestFirst(a: WheelGame, b: WheelGame): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}
