/** The order of the live list: own games first. Pure. */
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';

/** Own games first; the others keep their order. */
export function inOrder(games: readonly CoinflipGame[], me: string | null): readonly CoinflipGame[] {
  return [...games.filter((game) => isOwn(game, me)), ...games.filter((game) => !isOwn(game, me))];
}

/** True when this player is in the game, on either side. */
export function isOwn(game: Pick<CoinflipGame, 'firstUser' | 'secondUser'>, me: string | null): boolean {
  return me !== null && (game.firstUser.id === me || game.secondUser?.id === me);
}
