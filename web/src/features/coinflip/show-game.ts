/** The address of a game, and the game after a stake: in its window, unless the page is the game's own. */
import { closeModal, openModal } from '../../platform/page/modal.ts';

export function gamePath(gameId: string): string {
  return `/coinflip/${gameId}`;
}

export function showGame(gameId: string): void {
  if (location.pathname === gamePath(gameId)) closeModal();
  else openModal('coinflip.view', { gameId });
}
