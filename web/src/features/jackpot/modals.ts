/** The windows of the jackpot, made known to the modal host. Imported by the page; each is loaded when it opens first. */
import { registerModal } from '../../platform/page/modal.ts';

declare module '../../platform/page/modal.ts' {
  interface ModalViews {
    'jackpot.join': Record<string, never>;
    'jackpot.joinSteam': Record<string, never>;
    /** A round that is on the page. */
    'jackpot.fairplay': { readonly roundId: string };
  }
}

registerModal('jackpot.join', {
  title: 'Join the jackpot',
  size: 'xl',
  load: () => import('./join-modal.tsx').then((module) => module.JoinModal),
});
registerModal('jackpot.joinSteam', {
  title: 'Jackpot steam deposit',
  size: 'xl',
  load: () => import('./join-steam-modal.tsx').then((module) => module.JoinSteamModal),
});
registerModal('jackpot.fairplay', {
  title: 'Fairplay',
  load: () => import('./ring/fairplay-modal.tsx').then((module) => module.FairplayModal),
});
