/**
 * The order of the live list. Pure; called by the list's hook.
 *
 * Invariant: while the list is held (a pointer or the keyboard is in it) no row moves, appears or disappears: what is new
 * waits and is counted, what is over keeps its place until the list is let go. Own games stand first, then newest first. An
 * own game that is new is the one exception: whoever has just staked sees it at once, on top.
 */
import type { CoinflipGame } from '@fairpot/contract/coinflip';

export interface Arranged {
  readonly ids: readonly string[];
  /** Games that will come in when the list is let go. */
  readonly fresh: number;
}

/** The rows to show after `previous`, given the games there are. `games` come newest first. */
export function arrange(
  previous: readonly string[],
  games: readonly CoinflipGame[],
  me: string | null,
  held: boolean,
): Arranged {
  if (!held || previous.length === 0) {
    const own = games.filter((game) => isOwn(game, me));
    const others = games.filter((game) => !isOwn(game, me));
    return {
      ids: keptIfSame(
        previous,
        [...own, ...others].map((game) => game.id),
      ),
      fresh: 0,
    };
  }
  const shown = new Set(previous);
  const added = games.filter((game) => !shown.has(game.id));
  const own = added.filter((game) => isOwn(game, me)).map((game) => game.id);
  return { ids: own.length === 0 ? previous : [...own, ...previous], fresh: added.length - own.length };
}

/** True when this player is in the game, on either side. */
export function isOwn(game: Pick<CoinflipGame, 'firstUser' | 'secondUser'>, me: string | null): boolean {
  return me !== null && (game.firstUser.id === me || game.secondUser?.id === me);
}

function keptIfSame(before: readonly string[], after: readonly string[]): readonly string[] {
  return before.length === after.length && before.every((id, at) => id === after[at]) ? before : after;
}
