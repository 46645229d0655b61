/** The windows of case battles, made known to the modal host. Imported by the page; each loaded when it opens first. */
import type { Case } from '@fairpot/contract/casebattle/cases/schemas';
import { closeModal, openModal, registerModal } from '../../platform/page/modal.ts';
import { startPicking, stopPicking } from './create/draft.ts';

declare module '../../platform/page/modal.ts' {
  interface ModalViews {
    'casebattle.add': Record<string, never>;
    'casebattle.case': { readonly of: Case };
    /** `teamId` and `seat` are chosen already when the person pressed that spot. */
    'casebattle.join': { readonly gameId: string; readonly teamId?: string; readonly seat?: number };
    'casebattle.fairness': { readonly gameId: string };
  }
}

registerModal('casebattle.add', {
  title: 'Add case',
  size: 'xl',
  load: () => import('./create/add-case-modal.tsx').then((module) => module.AddCaseModal),
});
registerModal('casebattle.case', {
  title: ({ of }) => of.name,
  size: 'lg',
  load: () => import('./create/case-modal.tsx').then((module) => module.CaseModal),
});
registerModal('casebattle.join', {
  title: 'Join battle',
  size: 'sm',
  load: () => import('./join-modal.tsx').then((module) => module.JoinModal),
});
registerModal('casebattle.fairness', {
  title: 'Battle fairness',
  load: () => import('./arena/fairness-modal.tsx').then((module) => module.FairnessModal),
});

/** Opens the window; closing it without confirming forgets the copy. */
export function openAddCase(): void {
  startPicking();
  openModal(
    'casebattle.add',
    {},
    {
      onClose: () => {
        stopPicking();
        closeModal();
      },
    },
  );
}
