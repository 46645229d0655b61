/** Registers the windows of case battles with the modal host. Imported by the pages, never by a window; each is loaded when first opened. */
import type { Case } from '@fairpot/contract/casebattle/cases/schemas';
import { registerModal } from '../../platform/page/modal.ts';
import { texts } from './texts.ts';

declare module '../../platform/page/modal.ts' {
  interface ModalViews {
    'casebattle.add': Record<string, never>;
    'casebattle.case': { readonly of: Case };
    /** `teamId` and `seat` preselect the spot that the player pressed. */
    'casebattle.join': { readonly gameId: string; readonly teamId?: string; readonly seat?: number };
    'casebattle.fairness': { readonly gameId: string };
  }
}

registerModal('casebattle.add', {
  title: texts.windows.add,
  size: 'xl',
  load: () => import('./create/add-case-modal.tsx').then((module) => module.AddCaseModal),
});
registerModal('casebattle.case', {
  title: ({ of }) => of.name,
  size: 'lg',
  load: () => import('./create/case-modal.tsx').then((module) => module.CaseModal),
});
registerModal('casebattle.join', {
  title: texts.windows.join,
  size: 'sm',
  load: () => import('./join-modal.tsx').then((module) => module.JoinModal),
});
registerModal('casebattle.fairness', {
  title: texts.windows.fairness,
  load: () => import('./arena/fairness-modal.tsx').then((module) => module.FairnessModal),
});
