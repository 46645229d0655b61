/** The windows of the dice duel, registered with the modal host. Imported by the page; each loads when it first opens. */
import { registerModal } from '../../platform/page/modal.ts';

declare module '../../platform/page/modal.ts' {
  interface ModalViews {
    'diceduel.view': { readonly gameId: string };
    'diceduel.create': Record<string, never>;
    'diceduel.join': { readonly gameId: string };
  }
}

registerModal('diceduel.view', {
  title: 'Dice duel',
  size: 'xl',
  load: () => import('./view-modal.tsx').then((module) => module.ViewModal),
});
registerModal('diceduel.create', {
  title: 'Open a dice duel',
  size: 'xl',
  load: () => import('./stake-modals.tsx').then((module) => module.CreateModal),
});
registerModal('diceduel.join', {
  title: 'Join a dice duel',
  size: 'xl',
  load: () => import('./stake-modals.tsx').then((module) => module.JoinModal),
});
