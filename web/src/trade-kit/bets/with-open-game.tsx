/** Renders its children once the settings say which game's items are staked from Steam. */
import type { ReactNode } from 'react';
import { useSettings } from '../../platform/page/settings.ts';
import { Skeleton } from '../../ui/states/states.tsx';
import type { SteamGame } from '../steam-items/steam-model.ts';

export function WithOpenGame({ children }: { readonly children: (appId: SteamGame) => ReactNode }) {
  const settings = useSettings();
  if (settings === undefined) return <Skeleton className="h-[560px]" />;
  return children((settings.deposit.stakeApp ?? settings.global.appid) as SteamGame);
}
