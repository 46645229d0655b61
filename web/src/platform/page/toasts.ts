/**
 * Toasts at the top right, with the spec's defaults, and the last 50 for the bell. The library is loaded with the first toast; until then
 * toasts wait here, so none is lost.
 */
import { create } from 'zustand';
import { messages } from '../../messages.ts';
import { isSilent, textOfError } from '../calls/api.ts';

/** `note`: information that is neither success nor error. */
export type ToastKind = 'success' | 'error' | 'note';

export interface ToastNote {
  readonly id: number;
  readonly kind: ToastKind;
  readonly title: string | null;
  readonly text: string;
  /** The browser's clock, epoch ms: shown as a time of day only. */
  readonly at: number;
  readonly durationMs: number;
}

/** Auto-close (spec 8 and 9). */
export const TOAST_MS = { default: 5_000, short: 2_000, long: 10_000 } as const;
export const TOASTS_KEPT = 50;

interface ToastState {
  /** Newest first, at most `TOASTS_KEPT`. */
  readonly history: readonly ToastNote[];
  /** Not yet shown by the toast host, oldest first. */
  readonly waiting: readonly ToastNote[];
  readonly unseen: number;
}

export const useToasts = create<ToastState>(() => ({ history: [], waiting: [], unseen: 0 }));

export interface ToastOptions {
  /** Default 5000. */
  readonly durationMs?: number;
  readonly title?: string;
  /** Stored elsewhere (notifications stay behind the bell), so not added to this history. */
  readonly noted?: boolean;
}

let lastId = 0;

function add(kind: ToastKind, text: string, options: ToastOptions): void {
  lastId += 1;
  const note: ToastNote = {
    id: lastId,
    kind,
    text,
    title: options.title ?? null,
    at: Date.now(),
    durationMs: options.durationMs ?? TOAST_MS.default,
  };
  useToasts.setState(({ history, waiting, unseen }) => ({
    history: options.noted ? history : [note, ...history].slice(0, TOASTS_KEPT),
    waiting: [...waiting, note],
    unseen: options.noted ? unseen : Math.min(unseen + 1, TOASTS_KEPT),
  }));
}

/** A green toast, announced politely. Default text 'Success!'. */
export function toastSuccess(text: string = messages.toast.successDefault, options: ToastOptions = {}): void {
  add('success', text, options);
}

/** A red toast with role=alert. Default text 'Failed!'. */
export function toastError(text: string = messages.toast.errorDefault, options: ToastOptions = {}): void {
  add('error', text, options);
}

/** A blue toast, announced politely: an event that is neither a success nor a failure of this page. */
export function toastNote(text: string, options: ToastOptions = {}): void {
  add('note', text, options);
}

/** A failed call: a toast titled Error, except for the two that spec 8 silences. */
export function toastRefusal(error: unknown): void {
  if (isSilent(error)) return;
  toastError(textOfError(error), { title: messages.toast.errorTitle });
}

/** Fetches a list of items again, and says how it went. */
export async function reloadItems(
  refetch: () => Promise<{ readonly isError: boolean; readonly error: unknown }>,
): Promise<void> {
  const result = await refetch();
  if (result.isError) toastRefusal(result.error);
  else toastSuccess(messages.done.itemsRefreshed);
}

/** Returns the waiting toasts and clears them; called by the toast host. */
export function takeWaitingToasts(): readonly ToastNote[] {
  const { waiting } = useToasts.getState();
  if (waiting.length > 0) useToasts.setState({ waiting: [] });
  return waiting;
}

export function markToastsSeen(): void {
  useToasts.setState({ unseen: 0 });
}
