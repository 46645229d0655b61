/** Pure functions over the views and facts of coinflips, for server and client. */
import type { Side, CoinflipList, CoinflipFact, CoinflipGame } from './schemas.ts';

/** The side of the other player. */
export function otherSide(side: Side): Side {
  return side === 1 ? 2 : 1;
}

/**
 * The list after a fact. Pure. A fact carries the whole public game, so the higher version wins and an old fact changes
 * nothing (the same object is returned). Games stay newest first; a cancelled or voided game leaves the list.
 */
export function applyCoinflipFact(list: CoinflipList, fact: CoinflipFact): CoinflipList {
  const known = list.games.find((g) => g.id === fact.roundId);
  if (known && fact.version <= known.version) return list;
  const others = list.games.filter((g) => g.id !== fact.roundId);
  const gone = fact.game.phase === 'CANCELLED' || fact.game.phase === 'VOIDED';
  const games = gone ? others : [...others, fact.game].sort(newestFirst);
  return { ...list, games };
}

function newestFirst(a: CoinflipGame, b: CoinflipGame): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}
