/** Opens the window to join the open round, or says why it takes no entries. */
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { messages } from '../../messages.ts';
import { openModal } from '../../platform/page/modal.ts';
import { toastError } from '../../platform/page/toasts.ts';
import { useSources } from '../../trade-kit/bets/use-sources.ts';
import './modals.ts';

export function useJoin(game: JackpotRound | null | undefined): () => void {
  const join = useSources({
    onSite: () => openModal('jackpot.join', {}),
    onSteam: () => openModal('jackpot.joinSteam', {}),
  });
  return () => {
    if (!game || game.finishedAt !== null || game.phase === 'SETTLED') toastError(messages.say.jackpotFinishing);
    else join();
  };
}
