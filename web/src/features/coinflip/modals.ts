/** The windows of the coinflip, made known to the modal host. Imported by the page; each is loaded when it opens first. */
import { registerModal } from '../../platform/page/modal.ts';

declare module '../../platform/page/modal.ts' {
  interface ModalViews {
    'coinflip.view': { readonly gameId: string };
    'coinflip.create': Record<string, never>;
    'coinflip.join': { readonly gameId: string };
    'coinflip.createSteam': Record<string, never>;
    'coinflip.joinSteam': { readonly gameId: string };
  }
}

registerModal('coinflip.view', {
  title: 'Coinflip',
  size: 'xl',
  load: () => import('./view/view-modal.tsx').then((module) => module.ViewModal),
});
registerModal('coinflip.create', {
  title: 'Create coinflip',
  size: 'xl',
  load: () => import('./stake/create-modal.tsx').then((module) => module.CreateModal),
});
registerModal('coinflip.join', {
  title: 'Join coinflip',
  size: 'xl',
  load: () => import('./stake/join-modal.tsx').then((module) => module.JoinModal),
});
registerModal('coinflip.createSteam', {
  title: 'Create steam coinflip',
  size: 'xl',
  load: () => import('./stake/create-steam-modal.tsx').then((module) => module.CreateSteamModal),
});
registerModal('coinflip.joinSteam', {
  title: 'Join steam coinflip',
  size: 'xl',
  load: () => import('./stake/join-steam-modal.tsx').then((module) => module.JoinSteamModal),
});
