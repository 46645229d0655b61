/**
 * A panel over the page: a native modal dialog, so focus is kept inside, Esc closes, and focus returns, without a library.
 * For menus, profile, messages, and chat on narrow screens. Closes on a press outside.
 */
import { X } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { IconButton } from './button.tsx';

export interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly side?: 'left' | 'right';
  /** 320 px, 360 px, or the whole screen. */
  readonly size?: 'menu' | 'wide' | 'full';
  /** Next to the title. */
  readonly headExtra?: ReactNode;
  readonly children: ReactNode;
}

export function Drawer({ open, ...rest }: DrawerProps) {
  return open ? <OpenDrawer {...rest} /> : null;
}

function OpenDrawer(props: Omit<DrawerProps, 'open'>) {
  const { onClose, title, side = 'left', size = 'menu', headExtra, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  // a layout effect, because its cleanup runs while the dialog is in the document: only then does closing return the focus
  useLayoutEffect(() => {
    const node = dialog.current;
    node?.showModal();
    return () => node?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      data-side={side}
      data-size={size}
      className="drawer"
      onClose={(event) => event.currentTarget.isConnected && onClose()}
      onCancel={onClose}
      onClick={(event) => {
        // the target is the dialog itself only for presses on the backdrop
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="flex h-full flex-col">
        <header className="flex h-14 shrink-0 items-center gap-3 border-b border-line pr-2 pl-4">
          <h2 className="flex-1 text-base font-bold">{title}</h2>
          {headExtra}
          <IconButton label={messages.modal.close} onClick={onClose}>
            <X aria-hidden size={20} />
          </IconButton>
        </header>
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">{children}</div>
      </div>
    </dialog>
  );
}
