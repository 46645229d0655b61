/**
 * Opens the window to join the open round, or says why it takes no entries. With `again`, the items of an earlier stake, it is the window of
 * the site inventory with these selected.
 */
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { messages } from '../../messages.ts';
import { openModal } from '../../platform/page/modal.ts';
import { toastError } from '../../platform/page/toasts.ts';
import { useSources } from '../../trade-kit/bets/use-sources.ts';
import './modals.ts';

export function useJoin(game: JackpotRound | null | undefined, again?: readonly StakedItem[]): () => void {
  const join = useSources({
    onSite: () => openModal('jackpot.join', {}),
    onSteam: () => openModal('jackpot.joinSteam', {}),
  });
  return () => {
    if (!game || game.finishedAt !== null || game.phase === 'SETTLED') toastError(messages.say.jackpotFinishing);
    else if (again) openModal('jackpot.join', { again });
    else join();
  };
}
