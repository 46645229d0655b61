/**
 * The rules for new trade offers: which are refused, and with what. Called by the community routes (for a signed-in account) and by the control API
 * (for a player).
 */
import { isProtected, type Account } from '../accounts.ts';
import type { TradeBook } from './book.ts';
import { EResult, tooManyOffers, tradeError, type TradeError } from './errors.ts';
import { OfferState, type Offer, type OfferedItem } from './state.ts';

/** Open offers of one account to one partner, and of one account in total. */
const PER_PARTNER = 5;
const PER_SENDER = 30;
const MAX_ITEMS = 256;
const MAX_MESSAGE = 128;

export interface WantedItem {
  readonly appId: number;
  readonly contextId: string;
  readonly assetId: string;
}

export interface WantedOffer {
  readonly from: Account;
  readonly to: Account | null;
  /** From the partner's trade link; null when the partner is known otherwise (a counter offer answers an offer). */
  readonly token: string | null;
  readonly give: readonly WantedItem[];
  readonly take: readonly WantedItem[];
  readonly message: string;
  /** The offer that this one answers. */
  readonly counters: Offer | null;
  /** Whether the sender's authenticator must confirm given items. */
  readonly confirm: boolean;
}

/** The offer as stored in the book, or the refusal. */
export function sendOffer(book: TradeBook, wanted: WantedOffer): Offer | TradeError {
  const { from, to, give, take, message, counters } = wanted;
  const all = [...give, ...take];
  const distinct = new Set(all.map((item) => `${item.appId} ${item.assetId}`)).size === all.length;
  const shape = all.length >= 1 && all.length <= MAX_ITEMS && distinct && message.length <= MAX_MESSAGE;
  if (!shape || to === null || to === from) return tradeError('sending', EResult.invalidParam);
  if (counters === null && wanted.token !== to.tradeToken) return tradeError('sending', EResult.accessDenied);
  if (counters !== null && !answers(wanted, counters)) return tradeError('sending', EResult.invalidState);
  const open = book
    .openOffers()
    .filter((offer) => offer.fromId === from.steamId && offer.state !== OfferState.inEscrow);
  const toPartner = open.filter((offer) => offer.toId === to.steamId).length;
  if (toPartner >= PER_PARTNER) return tooManyOffers(to.name, EResult.tooManyToOne);
  if (open.length >= PER_SENDER) return tooManyOffers(to.name, EResult.limit);

  const now = book.clock.now();
  const given = give.map((item) => findItem(from, item, now));
  const taken = take.map((item) => findItem(to, item, now));
  const both = [...given, ...taken];
  if (both.includes('gone')) return tradeError('sending', EResult.gone);
  const locked = both.filter((item) => item === 'protected').length;
  // A mix of protected and free items is an invalid request; protected ones alone are not available.
  if (locked > 0) return tradeError('sending', locked < both.length ? EResult.invalidParam : EResult.accessDenied);

  const confirm = wanted.confirm && give.length > 0;
  if (counters !== null) book.change(counters, { state: OfferState.countered });
  const offer = book.addOffer({
    fromId: from.steamId,
    toId: to.steamId,
    give: given.filter((item) => typeof item === 'object'),
    take: taken.filter((item) => typeof item === 'object'),
    message,
    state: confirm ? OfferState.needsConfirmation : OfferState.active,
  });
  if (confirm) book.addConfirmation(from.steamId, offer);
  book.save();
  return offer;
}

function answers({ from, to }: WantedOffer, countered: Offer): boolean {
  return countered.toId === from.steamId && countered.fromId === to?.steamId && countered.state === OfferState.active;
}

/** The owner's item as an offer records it. An item in another context than the requested one counts as missing. */
export function findItem(owner: Account, wanted: WantedItem, nowMs: number): OfferedItem | 'gone' | 'protected' {
  const found = owner.items.find((item) => item.assetId === wanted.assetId && item.appId === wanted.appId);
  if (found === undefined) return 'gone';
  if (isProtected(found, nowMs)) return 'protected';
  if (found.contextId !== wanted.contextId) return 'gone';
  const { appId, contextId, assetId, marketHashName, finish } = found;
  return { appId, contextId, assetId, marketHashName, finish };
}
