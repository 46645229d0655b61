/** Registers the window 'Make deposit': where the items of a stake come from. Opened by `use-sources.ts`. */
import { messages } from '../../messages.ts';
import { registerModal } from '../../platform/page/modal.ts';
import type { StakeSources } from './make-deposit.tsx';

declare module '../../platform/page/modal.ts' {
  interface ModalViews {
    'bet.source': StakeSources;
  }
}

registerModal('bet.source', {
  title: messages.modal.makeDeposit,
  load: () => import('./make-deposit.tsx').then((module) => module.MakeDeposit),
});
