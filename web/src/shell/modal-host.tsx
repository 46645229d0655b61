/** Draws the open modal: title, close button, the view. Focus is kept inside and returns; Esc and a press outside ask to close. */
import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { Component, createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { messages } from '../messages.ts';
import { modalSpec, requestClose, useModal, type ModalName, type OpenModal } from '../platform/modal.ts';
import { IconButton } from '../ui/button.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';

type View = ComponentType<Record<string, unknown>>;

const views = new Map<ModalName, View>();

/** The lazy component of a view, made once, so that React keeps its state between renders. */
function viewOf(name: ModalName): View {
  const known = views.get(name);
  if (known) return known;
  const made: View = lazy(async () => ({ default: (await modalSpec(name).load()) as View }));
  views.set(name, made);
  return made;
}

/** Catches a view that could not be fetched or failed; the next opening tries anew. */
class ViewBoundary extends Component<{ name: ModalName; children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };
  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }
  override componentDidCatch(): void {
    views.delete(this.props.name);
  }
  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <ErrorState error={this.state.error} reassurance={messages.modal.failed} />;
  }
}

export function ModalHost() {
  const open = useModal((modal) => modal.open);
  const [shown, setShown] = useState(open);
  if (open && open !== shown) setShown(open); // while the window fades out it keeps showing what it showed
  const current = open ?? shown;
  return (
    <Dialog.Root open={open !== null} onOpenChange={(wanted) => !wanted && requestClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="modal-backdrop" />
        <Dialog.Viewport className="modal-stage">{current && <ModalWindow open={current} />}</Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function ModalWindow({ open }: { readonly open: OpenModal }) {
  const spec = modalSpec(open.view);
  const title = typeof spec.title === 'string' ? spec.title : spec.title(open.props);
  return (
    <Dialog.Popup className="modal" data-width={spec.size ?? 'md'} data-modal={open.view}>
      <header className="flex h-16 shrink-0 items-center justify-between gap-4 border-b border-line pr-3 pl-6 max-sm:h-14 max-sm:pl-4">
        <Dialog.Title className="truncate text-lg font-extrabold">{title}</Dialog.Title>
        <Dialog.Close render={<IconButton label={messages.modal.close} />}>
          <X aria-hidden size={20} />
        </Dialog.Close>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-6 max-sm:p-4">
        <ViewBoundary key={open.serial} name={open.view}>
          <Suspense fallback={<Skeleton className="h-40" />}>
            {createElement(viewOf(open.view), open.props as Record<string, unknown>)}
          </Suspense>
        </ViewBoundary>
      </div>
    </Dialog.Popup>
  );
}
