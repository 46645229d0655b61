/** The windows of each source that a stake may come from. */
import { openModal } from '../../../platform/page/modal.ts';
import type { Sources } from '../../../trade-kit/bets/modals.ts';
import '../modals.ts';

export const CREATE_SOURCES: Sources = {
  onSite: () => openModal('coinflip.create', {}),
  onSteam: () => openModal('coinflip.createSteam', {}),
};

export function joinSources(gameId: string): Sources {
  return {
    onSite: () => openModal('coinflip.join', { gameId }),
    onSteam: () => openModal('coinflip.joinSteam', { gameId }),
  };
}
