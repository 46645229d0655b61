/** The window of one movement, made known to the modal host. */
import type { Movement } from '@fairpot/contract/profile/schemas';
import { registerModal } from '../../../platform/page/modal.ts';

declare module '../../../platform/page/modal.ts' {
  interface ModalViews {
    /** A movement that leads to no page: its transaction. */
    'profile.movement': { readonly movement: Movement };
  }
}

registerModal('profile.movement', {
  title: 'Transaction',
  load: () => import('./movement-modal.tsx').then((module) => module.MovementModal),
});
