/** Props of a dialog that cannot be dismissed, only answered by one of its buttons. */
import { useEffect, useRef, type DialogHTMLAttributes, type RefObject } from 'react';

const DIALOG: DialogHTMLAttributes<HTMLDialogElement> = {
  className: 'age-gate',
  onCancel: (event) => event.preventDefault(),
};

export function useMustAnswer(): typeof DIALOG & { readonly ref: RefObject<HTMLDialogElement | null> } {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const node = ref.current;
    if (!node) return undefined;
    node.showModal();
    // browsers close on a second Esc: reopen until it is answered
    const again = (): void => node.showModal();
    node.addEventListener('close', again);
    return () => {
      node.removeEventListener('close', again);
      node.close();
    };
  }, []);
  return { ...DIALOG, ref };
}
