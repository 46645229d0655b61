/** Trades need a trade link: who has none is told so and led to where it is put (spec 5). */
import { useNavigate } from 'react-router';
import { messages } from '../messages.ts';
import type { ApiRefusal } from '../platform/calls/api.ts';
import { closeModal } from '../platform/page/modal.ts';
import { useSession } from '../platform/page/session.ts';
import { toastError } from '../platform/page/toasts.ts';

export interface TradeLinkGuard {
  /** True when a trade can be asked for. False: the person was told, and is on the way to /profile. */
  readonly check: () => boolean;
  /** For `onRefused` of a command: true when the refusal was about the trade link, and has been handled as `check` does. */
  readonly refused: (refusal: ApiRefusal) => boolean;
}

export function useTradeLinkGuard(): TradeLinkGuard {
  const navigate = useNavigate();
  const { user, status } = useSession();
  const lead = () => {
    toastError(messages.say.needTradelink);
    closeModal();
    void navigate('/profile');
  };
  return {
    check: () => {
      if (status !== 'in' || user.tradeToken !== '') return true;
      lead();
      return false;
    },
    refused: ({ code }) => {
      if (code !== 'TRADE_LINK_MISSING') return false;
      lead();
      return true;
    },
  };
}
