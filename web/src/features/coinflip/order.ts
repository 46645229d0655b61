/** The order of the live list: own games first. Pure; called by the list's hook and whoever has to know whose a game is. */
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';

/** Own games first, the others as they come. */
export function inOrder(games: readonly CoinflipGame[], me: string | null): readonly CoinflipGame[] {
  return [...games.filter((game) => isOwn(game, me)), ...games.filter((game) => !isOwn(game, me))];
}

/** True when this player is in the game, on either side. */
export function isOwn(game: Pick<CoinflipGame, 'firstUser' | 'secondUser'>, me: string | null): boolean {
  return me !== null && (game.firstUser.id === me || game.secondUser?.id === me);
}
