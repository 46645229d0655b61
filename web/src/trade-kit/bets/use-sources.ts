/** Opens what takes a stake: 'Make deposit' when its items may come from two places, else the window of the one there is. */
import { openModal } from '../../platform/page/modal.ts';
import { useSettings } from '../../platform/page/settings.ts';
import './modals.ts';
import type { Sources } from './modals.ts';

/** Whether items of the game that is open for deposit can be staked straight from Steam now. */
export function useSteamBets(): boolean {
  return useSettings()?.deposit.stakeable === true;
}

export function useSources(sources: Sources): () => void {
  const steamBets = useSteamBets();
  return () => (steamBets ? openModal('bet.source', sources) : sources.onSite());
}
