/** The windows to open for each source of a stake. */
import { openModal } from '../../../platform/page/modal.ts';
import type { StakeSources } from '../../../trade-kit/bets/make-deposit.tsx';

export const CREATE_SOURCES: StakeSources = {
  onSite: () => openModal('coinflip.create', {}),
  onSteam: () => openModal('coinflip.createSteam', {}),
};

export function joinSources(gameId: string): StakeSources {
  return {
    onSite: () => openModal('coinflip.join', { gameId }),
    onSteam: () => openModal('coinflip.joinSteam', { gameId }),
  };
}
