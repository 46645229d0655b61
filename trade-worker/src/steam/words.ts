/** Translates Steam's words and numbers: why an offer was not sent, what its state and a trade's status mean. */
import type { TradeReason } from '@fairpot/contract/trades/schemas';
import type { SteamOfferState, SendOutcome, TradeSnapshot } from '../gateway-port.ts';

/** EResult at the end of an error's text, by its meaning for an order; a missing one is unknown. */
const BY_RESULT: Readonly<Record<number, TradeReason>> = {
  2: 'STEAM_DOWN',
  8: 'NOT_TRADABLE',
  15: 'BAD_LINK',
  20: 'STEAM_DOWN',
  25: 'TOO_MANY_OFFERS',
  26: 'ITEM_GONE',
  50: 'TOO_MANY_OFFERS',
};
/** What the library recognises in the text. */
const BY_CAUSE: Readonly<Record<string, TradeReason>> = {
  TradeBan: 'TRADE_BAN',
  TargetCannotTrade: 'TRADE_BAN',
  NewDevice: 'STEAM_DOWN',
  OfferLimitExceeded: 'TOO_MANY_OFFERS',
  ItemServerUnavailable: 'STEAM_DOWN',
};

/** What a failed sending means. UNKNOWN unless it is certain that nothing was sent. */
export function failedSend(error: Error): SendOutcome {
  const { eresult, cause } = error as { eresult?: unknown; cause?: unknown };
  const reason =
    (typeof cause === 'string' ? BY_CAUSE[cause] : undefined) ??
    (typeof eresult === 'number' ? BY_RESULT[eresult] : undefined);
  if (reason !== undefined) return { kind: 'REFUSED', reason };
  // The library checks who we are before it sends: 4xx, and 401 in words of its own.
  if (error.message === 'Not Logged In' || /^HTTP error 4\d\d$/.test(error.message)) {
    return { kind: 'NOT_SENT', why: error.message };
  }
  return { kind: 'UNKNOWN', why: error.message };
}

const OFFER_STATES: Readonly<Record<number, SteamOfferState>> = {
  2: 'ACTIVE',
  3: 'ACCEPTED',
  4: 'COUNTERED',
  5: 'EXPIRED',
  6: 'CANCELED',
  7: 'DECLINED',
  8: 'INVALID_ITEMS',
  9: 'NEEDS_CONFIRMATION',
  10: 'CANCELED',
  11: 'HELD',
};

export function offerStateOf(state: number): SteamOfferState {
  return OFFER_STATES[state] ?? 'OTHER';
}

const STANDINGS: Readonly<Record<number, TradeSnapshot['standing']>> = {
  0: 'PENDING',
  1: 'PENDING',
  2: 'PENDING',
  3: 'COMPLETE',
  4: 'FAILED',
  10: 'HELD',
  11: 'FAILED',
  12: 'REVERSED',
};

/** A status that we do not know is held: it causes no credit and no return. */
export function standingOf(status: number, rolledBackBy: string | null): TradeSnapshot['standing'] {
  return rolledBackBy !== null ? 'REVERSED' : (STANDINGS[status] ?? 'HELD');
}
