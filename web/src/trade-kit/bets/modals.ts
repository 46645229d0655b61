/** The window 'Make deposit': where the items of a stake come from. Imported by the pages that open it (`use-sources.ts`). */
import { messages } from '../../messages.ts';
import { registerModal } from '../../platform/page/modal.ts';

/** What the two answers lead to. */
export interface Sources {
  readonly onSite: () => void;
  readonly onSteam: () => void;
}

declare module '../../platform/page/modal.ts' {
  interface ModalViews {
    'bet.source': Sources;
  }
}

registerModal('bet.source', {
  title: messages.modal.makeDeposit,
  load: () => import('./make-deposit.tsx').then((module) => module.MakeDeposit),
});
