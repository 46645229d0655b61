/** How client and server use the views and facts of dice duels. Pure. */
import type { DiceduelFact, DiceduelGame, DiceduelList } from './schemas.ts';

/**
 * The list after a fact, newest first. Pure. The higher version wins; a duel that ended without a result leaves the list. The duel of a
 * fact may be newer than the fact, so its phase counts, not the fact's type.
 */
export function applyDiceduelFact(list: DiceduelList, { roundId, version, game }: DiceduelFact): DiceduelList {
  const known = list.games.find((each) => each.id === roundId);
  if (known && version <= known.version) return list;
  const others = list.games.filter((each) => each.id !== roundId);
  const gone = game.phase === 'CANCELLED' || game.phase === 'VOIDED';
  return { ...list, games: gone ? others : [...others, game].sort(newestFirst) };
}

function newestFirst(a: DiceduelGame, b: DiceduelGame): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}
