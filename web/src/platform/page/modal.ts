/**
 * The one modal window: which view is open, with what, and how it closes. Features register views; the host
 * (shell/modal-host.tsx, loaded with the first modal) draws them.
 *
 * A feature declares its views' props by merging into `ModalViews`:
 *   declare module '../../platform/page/modal.ts' { interface ModalViews { 'casebattle.join': { gameId: string } } }
 * and registers them in a file that the page imports; a window opens others by name and does not import that file:
 *   registerModal('casebattle.join', { title: 'Join', load: () => import(...).then((m) => m.JoinModal) })
 */
import type { ReactNode } from 'react';
import { create } from 'zustand';

/** Props of every modal view by name; features add theirs by declaration merging. */
export interface ModalViews {
  /** `link`: the related page of this site. */
  notification: { readonly header: string; readonly text: string; readonly link?: string | null };
  message: { readonly title: string; readonly text: string };
  shortcuts: Record<string, never>;
}

export type ModalName = keyof ModalViews;

export interface ModalSpec<P> {
  readonly title: string | ((props: P) => string);
  /** Loads the component; called at the first opening. */
  readonly load: () => Promise<(props: P) => ReactNode>;
  /** Maximum width: 420, 560, 800 or 1040 px. Default 'md' (560). */
  readonly size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Path of the page that shows the same: the address while the window is open, for reloads and links. */
  readonly address?: (props: P) => string;
}

export interface OpenOptions {
  /**
   * Custom close action: runs INSTEAD of closing when the person presses Esc, the close button or outside.
   * It decides by calling `closeModal()` itself. A route change closes without asking it.
   */
  readonly onClose?: () => void;
}

export interface OpenModal {
  /** Raised at each opening, so that the same view opened again is a new window. */
  readonly serial: number;
  readonly view: ModalName;
  readonly props: unknown;
  readonly onClose: (() => void) | null;
}

interface ModalState {
  readonly open: OpenModal | null;
}

export const useModal = create<ModalState>(() => ({ open: null }));

const registry = new Map<string, ModalSpec<never>>();
let serial = 0;

/** Makes a view known. Registering a name again replaces it (a hot reload does that). */
export function registerModal<N extends ModalName>(view: N, spec: ModalSpec<ModalViews[N]>): void {
  registry.set(view, spec);
}

/** The registered view of that name. Throws if no feature registered it, which is a bug. */
export function modalSpec(view: ModalName): ModalSpec<unknown> {
  const spec = registry.get(view);
  if (!spec) throw new Error(`no modal view named ${view}`);
  return spec as ModalSpec<unknown>;
}

/** Opens a view, replacing the open one in the same window. */
export function openModal<N extends ModalName>(view: N, props: ModalViews[N], options: OpenOptions = {}): void {
  serial += 1;
  // load the view in parallel with the host; the host shows a failure when it asks for the view
  registry
    .get(view)
    ?.load()
    .catch(() => undefined);
  useModal.setState({ open: { serial, view, props, onClose: options.onClose ?? null } });
}

/** Opens a window again that was open before, with fresh state. */
export function reopenModal({ view, props, onClose }: OpenModal): void {
  serial += 1;
  useModal.setState({ open: { serial, view, props, onClose } });
}

/** Closes the open window without asking its close action. */
export function closeModal(): void {
  useModal.setState({ open: null });
}

/** A close request of the user: runs the custom close action if there is one, else closes. */
export function requestClose(): void {
  const { open } = useModal.getState();
  if (!open) return;
  if (open.onClose) open.onClose();
  else closeModal();
}
