/** Opens the window that takes a stake: 'Make deposit' if there are two sources of items, else the window of the only one. */
import type { Settings } from '@fairpot/contract/settings/schemas';
import { openModal, registerModal } from '../../platform/page/modal.ts';
import { useSettings, useWithSettings } from '../../platform/page/settings.ts';
import type { StakeSources } from './make-deposit.tsx';
import { messages } from '../../messages.ts';

declare module '../../platform/page/modal.ts' {
  interface ModalViews {
    'bet.source': StakeSources;
  }
}

/** The window 'Make deposit': where the items of a stake come from. */
registerModal('bet.source', {
  title: messages.modal.makeDeposit,
  load: () => import('./make-deposit.tsx').then((module) => module.MakeDeposit),
});

/** Whether items of some game can be staked straight from Steam now. */
export function useSteamBets(): boolean {
  return stakeable(useSettings());
}

const stakeable = (settings: Settings | undefined) => typeof settings?.deposit.stakeApp === 'number';

export function useSources(sources: StakeSources): () => void {
  const withSettings = useWithSettings();
  // Waits for the settings: otherwise a player who is quick would not be offered Steam.
  return () => withSettings((settings) => (stakeable(settings) ? openModal('bet.source', sources) : sources.onSite()));
}
