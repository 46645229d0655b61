/** Registers the windows of the jackpot with the modal host. Imported by the page, never by a window; each is loaded when first opened. */
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import { registerModal } from '../../platform/page/modal.ts';
import { texts } from './texts.ts';

declare module '../../platform/page/modal.ts' {
  interface ModalViews {
    /** `again`: the items of an earlier stake, which is repeated. */
    'jackpot.join': { readonly again?: readonly StakedItem[] };
    'jackpot.joinSteam': Record<string, never>;
    /** A round that is on the page. */
    'jackpot.fairplay': { readonly roundId: string };
  }
}

registerModal('jackpot.join', {
  title: texts.windows.join,
  size: 'xl',
  load: () => import('./join-modal.tsx').then((module) => module.JoinModal),
});
registerModal('jackpot.joinSteam', {
  title: texts.windows.joinSteam,
  size: 'xl',
  load: () => import('./join-steam-modal.tsx').then((module) => module.JoinSteamModal),
});
registerModal('jackpot.fairplay', {
  title: texts.windows.fairplay,
  load: () => import('./ring/fairplay-modal.tsx').then((module) => module.FairplayModal),
});
