/** Registers the window of one movement with the modal host. */
import type { Movement } from '@fairpot/contract/profile/schemas';
import { registerModal } from '../../../platform/page/modal.ts';
import { texts } from './texts.ts';

declare module '../../../platform/page/modal.ts' {
  interface ModalViews {
    /** The transaction of a movement without a page. */
    'profile.movement': { readonly movement: Movement };
  }
}

registerModal('profile.movement', {
  title: texts.window.title,
  load: () => import('./movement-modal.tsx').then((module) => module.MovementModal),
});
