/** The open panel of the frame. One at a time; a route change closes it. */
import { create } from 'zustand';

export type ShellPanel = 'menu' | 'profile' | 'chat' | 'messages' | 'account';

export const useShell = create<{ readonly panel: ShellPanel | null }>(() => ({ panel: null }));

export function openPanel(panel: ShellPanel): void {
  useShell.setState({ panel });
}

export function togglePanel(panel: ShellPanel): void {
  useShell.setState((state) => ({ panel: state.panel === panel ? null : panel }));
}

export function closePanels(): void {
  useShell.setState({ panel: null });
}
