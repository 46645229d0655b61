/** Opens what takes a stake: 'Make deposit' when its items may come from two places, else the window of the one there is. */
import type { Settings } from '@fairpot/contract/settings/schemas';
import { openModal } from '../../platform/page/modal.ts';
import { useSettings, useWithSettings } from '../../platform/page/settings.ts';
import './modals.ts';
import type { Sources } from './modals.ts';

/** Whether items of the game that is open for deposit can be staked straight from Steam now. */
export function useSteamBets(): boolean {
  return stakeable(useSettings());
}

const stakeable = (settings: Settings | undefined) => settings?.deposit.stakeable === true;

export function useSources(sources: Sources): () => void {
  const withSettings = useWithSettings();
  // Pressed before they are here, it waits for them: it would not offer Steam to those who are quick.
  return () => withSettings((settings) => (stakeable(settings) ? openModal('bet.source', sources) : sources.onSite()));
}
