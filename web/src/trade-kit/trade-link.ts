/**
 * Trades need a trade link. A player without one gets a toast and is sent to the profile, where it is entered (spec 5). Saving it returns to the page or
 * window that needed it, with the selection kept.
 */
import { useNavigate } from 'react-router';
import { messages } from '../messages.ts';
import type { ApiRefusal } from '../platform/calls/api.ts';
import { useSession } from '../platform/page/session.ts';
import { toastError } from '../platform/page/toasts.ts';

export interface TradeLinkGuard {
  /** True if a trade can be ordered. If false, the toast is shown and the page changes to /profile. */
  readonly check: () => boolean;
  /** For `onRefused` of a command: true if the refusal was about the trade link; it is then handled as in `check`. */
  readonly handleRefusal: (refusal: ApiRefusal) => boolean;
}

/** State of the profile's history entry when a trade led there: one step back is where it was left. */
export const RETURNS_TO_TRADE = { tradeLink: 'returns' } as const;

export function isReturning(state: unknown): boolean {
  return (state as Partial<typeof RETURNS_TO_TRADE> | null)?.tradeLink === RETURNS_TO_TRADE.tradeLink;
}

/** `keep` keeps the player's selection. */
export function useTradeLinkGuard(keep: () => void): TradeLinkGuard {
  const navigate = useNavigate();
  const { user, status } = useSession();
  const goToProfile = () => {
    toastError(messages.say.needTradelink);
    keep();
    void navigate('/profile', { state: RETURNS_TO_TRADE });
  };
  return {
    check: () => {
      if (status !== 'in' || user.tradeToken !== '') return true;
      goToProfile();
      return false;
    },
    handleRefusal: ({ code }) => {
      if (code !== 'TRADE_LINK_MISSING') return false;
      goToProfile();
      return true;
    },
  };
}
