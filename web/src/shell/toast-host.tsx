/** Draws the toasts with the spec's defaults. Loaded with the first toast. */
import { CircleCheck, CircleX, Info, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cssTransition, toast, ToastContainer, type CloseButtonProps } from 'react-toastify/unstyled';
import { messages } from '../messages.ts';
import { takeWaitingToasts, useToasts, type ToastNote } from '../platform/page/toasts.ts';
import { useClearPlace } from './toast-place.ts';

/** As in spec 8. */
export const TOAST_DEFAULTS = {
  position: 'top-right',
  theme: 'dark',
  autoClose: 5_000,
  hideProgressBar: true,
  closeOnClick: false,
  pauseOnHover: false,
  draggable: false,
  pauseOnFocusLoss: false,
  limit: 4,
} as const;

const move = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapseDuration: 120 });

function show(note: ToastNote): void {
  const toastId = String(note.id);
  const content = (
    // focus inside means reading or closing it: pause the timer
    <div onFocus={() => toast.pause({ id: toastId })} onBlur={() => toast.play({ id: toastId })} className="min-w-0">
      {note.title !== null && <strong className="block font-bold">{note.title}</strong>}
      {note.text}
    </div>
  );
  const common = { toastId, autoClose: note.durationMs };
  if (note.kind === 'error')
    toast.error(content, { ...common, role: 'alert', icon: <CircleX aria-hidden size={20} /> });
  else if (note.kind === 'note')
    toast.info(content, { ...common, role: 'status', icon: <Info aria-hidden size={20} /> });
  else toast.success(content, { ...common, role: 'status', icon: <CircleCheck aria-hidden size={20} /> });
}

function CloseToast({ closeToast }: CloseButtonProps) {
  return (
    <button type="button" aria-label={messages.toast.close} className="toast-close" onClick={() => closeToast(true)}>
      <X aria-hidden size={16} />
    </button>
  );
}

export function ToastHost() {
  const waiting = useToasts((toasts) => toasts.waiting);
  const place = useRef<HTMLDivElement>(null);
  useClearPlace(place);
  useEffect(() => {
    takeWaitingToasts().forEach(show);
  }, [waiting]);
  return (
    <div ref={place}>
      <ToastContainer
        {...TOAST_DEFAULTS}
        transition={move}
        closeButton={CloseToast}
        aria-label={messages.toast.history}
      />
    </div>
  );
}
