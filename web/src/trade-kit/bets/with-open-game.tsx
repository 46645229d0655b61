/** What needs to know which game's items are taken now, once the settings say it. */
import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/states/states.tsx';
import type { SteamGame } from '../steam-items/steam-model.ts';
import { useOpenGame } from './use-steam-bet.ts';

export function WithOpenGame({ children }: { readonly children: (appId: SteamGame) => ReactNode }) {
  const appId = useOpenGame();
  return appId === undefined ? <Skeleton className="h-[560px]" /> : children(appId);
}
