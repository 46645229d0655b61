/** The windows of the wheel, registered with the modal host. Imported by the page; each loads when it first opens. */
import { registerModal } from '../../platform/page/modal.ts';

declare module '../../platform/page/modal.ts' {
  interface ModalViews {
    'wheel.create': Record<string, never>;
    'wheel.join': { readonly gameId: string };
  }
}

registerModal('wheel.create', {
  title: 'Open a wheel',
  size: 'xl',
  load: () => import('./stake-modals.tsx').then((module) => module.CreateModal),
});
registerModal('wheel.join', {
  title: 'Take a seat',
  size: 'xl',
  load: () => import('./stake-modals.tsx').then((module) => module.JoinModal),
});
