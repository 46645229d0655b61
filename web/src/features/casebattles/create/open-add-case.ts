import { closeModal, openModal } from '../../../platform/page/modal.ts';
import { startPicking, stopPicking } from './draft.ts';

/** Opens the window 'Add case'; closing it without confirming discards the copy. */
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
