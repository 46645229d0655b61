/** Registers the windows of the coinflip with the modal host. Imported by the page, never by a window; each is loaded when first opened. */
import { registerModal } from '../../platform/page/modal.ts';
import { gamePath } from './show-game.ts';
import type { StakeAgain } from './stake/stake-again.ts';
import { texts } from './texts.ts';

declare module '../../platform/page/modal.ts' {
  interface ModalViews {
    'coinflip.view': { readonly gameId: string };
    'coinflip.create': { readonly again?: StakeAgain };
    'coinflip.join': { readonly gameId: string };
    'coinflip.createSteam': Record<string, never>;
    'coinflip.joinSteam': { readonly gameId: string };
  }
}

registerModal('coinflip.view', {
  title: texts.windows.view,
  size: 'xl',
  address: ({ gameId }) => gamePath(gameId),
  load: () => import('./view/view-modal.tsx').then((module) => module.ViewModal),
});
registerModal('coinflip.create', {
  title: texts.windows.create,
  size: 'xl',
  load: () => import('./stake/create-modal.tsx').then((module) => module.CreateModal),
});
registerModal('coinflip.join', {
  title: texts.windows.join,
  size: 'xl',
  load: () => import('./stake/join-modal.tsx').then((module) => module.JoinModal),
});
registerModal('coinflip.createSteam', {
  title: texts.windows.createSteam,
  size: 'xl',
  load: () => import('./stake/create-steam-modal.tsx').then((module) => module.CreateSteamModal),
});
registerModal('coinflip.joinSteam', {
  title: texts.windows.joinSteam,
  size: 'xl',
  load: () => import('./stake/join-steam-modal.tsx').then((module) => module.JoinSteamModal),
});
