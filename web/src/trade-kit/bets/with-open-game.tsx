/** Renders its children once the settings say which game's items are accepted now. */
import type { ReactNode } from 'react';
import { useSettings } from '../../platform/page/settings.ts';
import { Skeleton } from '../../ui/states/states.tsx';
import type { SteamGame } from '../steam-items/steam-model.ts';

export function WithOpenGame({ children }: { readonly children: (appId: SteamGame) => ReactNode }) {
  const appId = useSettings()?.global.appid as SteamGame | undefined;
  return appId === undefined ? <Skeleton className="h-[560px]" /> : children(appId);
}
