/** Trades need a trade link. A player without one enters it where the trade is ordered: nothing is left, and the selection stays (spec 5). */
import { useState, type ReactNode } from 'react';
import { messages } from '../messages.ts';
import type { ApiRefusal } from '../platform/calls/api.ts';
import { refreshUser, useSession } from '../platform/page/session.ts';
import { toastError } from '../platform/page/toasts.ts';
import { texts } from './texts.ts';
import { TradeLinkForm } from './trade-link-form.tsx';

export interface TradeLinkGuard {
  /** True if a trade can be ordered. If false, the toast is shown and the field has the focus. */
  readonly check: () => boolean;
  /** For `onRefused` of a command: true if the refusal was about the trade link; it is then handled as in `check`. */
  readonly handleRefusal: (refusal: ApiRefusal) => boolean;
  /** The field, for the place above the button; null while the player has a trade link. */
  readonly field: ReactNode;
}

export function useTradeLinkGuard(): TradeLinkGuard {
  const { user, status } = useSession();
  const [asked, setAsked] = useState<{ readonly from: Element | null } | null>(null);
  const isMissing = status === 'in' && user.tradeToken === '';
  const askForLink = () => {
    toastError(messages.say.needTradelink);
    setAsked({ from: document.activeElement });
  };
  const onSaved = () => {
    setAsked(null);
    if (asked?.from instanceof HTMLElement) asked.from.focus();
  };
  return {
    check: () => {
      if (isMissing) askForLink();
      return !isMissing;
    },
    handleRefusal: ({ code }) => {
      if (code !== 'TRADE_LINK_MISSING') return false;
      // The page did not know: it was removed in another browser.
      void refreshUser();
      askForLink();
      return true;
    },
    field: (isMissing || asked !== null) && (
      <div className="grid gap-3 rounded-md border border-line-strong bg-ink-3 p-3">
        <p className="text-sm font-semibold text-warn">{texts.tradeLink.needed}</p>
        <TradeLinkForm user={user} focus={asked} onSaved={onSaved} />
      </div>
    ),
  };
}
