/** Draws the open modal: title, close button, view. Focus is trapped and returned; Esc and a press outside request to close. */
import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { createElement, useEffect, useState, type ReactNode } from 'react';
import { messages } from '../messages.ts';
import { modalSpec, requestClose, useModal, type ModalName, type OpenModal } from '../platform/page/modal.ts';
import { onReturn, useAway } from '../platform/live/live.ts';
import { IconButton } from '../ui/controls/button.tsx';
import { Boundary, type ShowFailure } from '../ui/states/boundary.tsx';
import { ErrorState, Skeleton } from '../ui/states/states.tsx';
import { useWindowHistory } from './window-history.ts';

type ModalComponent = (props: unknown) => ReactNode;

/** Loaded views. One that failed to load is loaded again on request, when the connection is back, and at its next opening. */
const fetched = new Map<ModalName, ModalComponent>();

interface ViewState {
  readonly view: ModalComponent | null;
  readonly error: unknown;
  readonly retry: () => void;
}

/**
 * The component of a view. Not React.lazy: its fallback would leave the window empty for 300 ms after the code is loaded, and it would cache a
 * failure.
 */
function useView(name: ModalName): ViewState {
  const [arrived, setArrived] = useState<{ readonly name: ModalName; readonly error: unknown } | null>(null);
  const [tries, setTries] = useState(0);
  const retry = () => {
    setArrived(null);
    setTries((made) => made + 1);
  };
  useEffect(() => onReturn(retry), []);
  useEffect(() => {
    if (fetched.has(name)) return;
    modalSpec(name)
      .load()
      .then((view) => {
        fetched.set(name, view);
        setArrived({ name, error: null });
      })
      .catch((error: unknown) => setArrived({ name, error }));
  }, [name, tries]);
  return { view: fetched.get(name) ?? null, error: arrived?.name === name ? arrived.error : null, retry };
}

/** The window stays and can be closed. */
const showFailure: ShowFailure = (error, retry) => (
  <ErrorState error={error} reassurance={messages.modal.failed} onRetry={retry} />
);

export function ModalHost() {
  useWindowHistory();
  const open = useModal((modal) => modal.open);
  const [shown, setShown] = useState(open);
  if (open && open !== shown) setShown(open); // while fading out it keeps its content
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
      <header
        className={
          'flex h-16 shrink-0 items-center justify-between gap-4 border-b border-line pr-3 pl-6 max-sm:h-14 ' +
          'max-sm:pl-4'
        }
      >
        <Dialog.Title className="truncate text-lg font-extrabold">{title}</Dialog.Title>
        <Dialog.Close data-close render={<IconButton label={messages.modal.close} />}>
          <X aria-hidden size={20} />
        </Dialog.Close>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-6 max-sm:p-4 low:py-4">
        <Boundary key={open.serial} failed={showFailure}>
          <ModalView open={open} />
        </Boundary>
      </div>
    </Dialog.Popup>
  );
}

/** The Loader view (spec 2): shown until the view is loaded. */
function Loader() {
  return (
    <div role="status" data-loader>
      <span className="visually-hidden">{messages.modal.loading}</span>
      <Skeleton className="h-40" />
    </div>
  );
}

/** The view itself. Keyed by the opening above, so that the same view opened again has fresh state. */
function ModalView({ open }: { readonly open: OpenModal }) {
  const { view, error, retry } = useView(open.view);
  const away = useAway();
  // a network without answers fails nothing either
  if (view === null && (error !== null || away)) return showFailure(error, retry);
  if (view === null) return <Loader />;
  return createElement(view as (props: object) => ReactNode, open.props as object);
}
