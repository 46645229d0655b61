/**
 * Moves items: an accepted offer becomes a trade, at once or after a hold; a protected trade can be reversed until it settles. Every item that
 * changes hands gets a new asset id, and other open offers that named the old one become invalid.
 */
import { DAY_MS, PROTECTED_CONTEXT } from '../accounts.ts';
import type { TradeBook } from './book.ts';
import { EResult, tradeError, type TradeError } from './errors.ts';
import { findItem } from './offer-rules.ts';
import { OfferState, TradeStatus, type Move, type Offer, type OfferedItem, type Trade } from './state.ts';

/** Items of this game are protected after a trade, and for how long. */
const PROTECTED = { appId: 730, days: 7 };

/** Accepts for the partner: the trade, complete or on hold, or the refusal. `holdDays` is added to the holds of the accounts. */
export function acceptOffer(book: TradeBook, offer: Offer, holdDays = 0): Trade | TradeError {
  const refused = whyNotAcceptable(book, offer);
  if (refused !== null) return refused;
  const from = book.accounts.find(offer.fromId);
  const to = book.accounts.find(offer.toId);
  const days = Math.max(holdDays, from?.holdDays ?? 0, to?.holdDays ?? 0);
  const moves = [
    ...offer.give.map((item) => leave(book, item, offer.fromId, offer.toId)),
    ...offer.take.map((item) => leave(book, item, offer.toId, offer.fromId)),
  ];
  const escrowEndsAtMs = days > 0 ? book.clock.now() + days * DAY_MS : null;
  const trade = book.addTrade(offer, [offer.fromId, offer.toId], moves, {
    status: days > 0 ? TradeStatus.inEscrow : TradeStatus.complete,
    escrowEndsAtMs,
    settlesAtMs: null,
  });
  const state = days > 0 ? OfferState.inEscrow : OfferState.accepted;
  book.change(offer, { state, tradeId: trade.tradeId, escrowEndsAtMs });
  if (days === 0) deliver(book, trade, book.clock.now());
  invalidate(book, moves);
  book.save();
  return trade;
}

/** Why an offer cannot be accepted now. This check makes an offer invalid whose items are gone. */
export function whyNotAcceptable(book: TradeBook, offer: Offer): TradeError | null {
  if (offer.state === OfferState.accepted || offer.state === OfferState.inEscrow) {
    return tradeError('accepting', EResult.alreadyDone);
  }
  if (offer.state !== OfferState.active) return tradeError('accepting', EResult.invalidState);
  const from = book.accounts.find(offer.fromId);
  const to = book.accounts.find(offer.toId);
  if (from === null || to === null) return tradeError('accepting', EResult.accessDenied);
  const now = book.clock.now();
  const missing =
    offer.give.some((item) => typeof findItem(from, item, now) === 'string') ||
    offer.take.some((item) => typeof findItem(to, item, now) === 'string');
  if (!missing) return null;
  book.change(offer, { state: OfferState.invalidItems });
  book.save();
  return tradeError('accepting', EResult.gone);
}

/** Ends expired offers and completes trades whose hold has ended. Called before every read and change. */
export function letTimePass(book: TradeBook): void {
  const now = book.clock.now();
  for (const offer of book.openOffers()) {
    if (offer.state === OfferState.inEscrow) finishHold(book, offer, now);
    else if (offer.expiresAtMs <= now) {
      book.change(offer, { state: OfferState.expired, updatedAtMs: offer.expiresAtMs });
    }
  }
  book.save();
}

/** Cancels a trade on hold: the items return, under new ids. False when it is not on hold. */
export function cancelHold(book: TradeBook, trade: Trade): boolean {
  if (trade.status !== TradeStatus.inEscrow) return false;
  const now = book.clock.now();
  const moves = trade.moves.map((move) => ({
    ...move,
    rollbackAssetId: give(book, move.fromId, move.item, now, null),
  }));
  book.changeTrade(trade, { status: TradeStatus.escrowRollback, moves });
  const offer = trade.offerId === null ? null : book.offer(trade.offerId);
  if (offer !== null) book.change(offer, { state: OfferState.canceled });
  book.save();
  return true;
}

/**
 * Reverses a protected trade: its protected items go back (those that are still where it brought them), and a trade of its own records that. Null
 * after settlement, and for a trade without protected items or one that was reversed before.
 */
export function reverseTrade(book: TradeBook, trade: Trade): Trade | null {
  const now = book.clock.now();
  if (trade.status !== TradeStatus.complete || trade.settlesAtMs === null || trade.settlesAtMs <= now) return null;
  const back: Move[] = [];
  const moves = trade.moves.map((move) => {
    const removed =
      move.newContextId === PROTECTED_CONTEXT && move.newAssetId !== null
        ? book.accounts.remove(move.toId, move.newAssetId)
        : null;
    if (removed === null) return move;
    const rollbackAssetId = give(book, move.fromId, move.item, now, null);
    const item = { ...move.item, contextId: PROTECTED_CONTEXT, assetId: removed.assetId };
    const { fromId, toId } = move;
    back.push({
      item,
      fromId: toId,
      toId: fromId,
      newAssetId: rollbackAssetId,
      newContextId: '2',
      rollbackAssetId: null,
    });
    return { ...move, rollbackAssetId };
  });
  const none = { status: TradeStatus.complete, escrowEndsAtMs: null, settlesAtMs: null };
  const compensation = book.addTrade(null, [trade.parties[1], trade.parties[0]], back, none);
  book.changeTrade(trade, { status: TradeStatus.protectionRollback, moves, rollbackTradeId: compensation.tradeId });
  invalidate(book, back);
  book.save();
  return compensation;
}

function finishHold(book: TradeBook, offer: Offer, nowMs: number): void {
  const trade = offer.tradeId === null ? null : book.trade(offer.tradeId);
  const endsAtMs = offer.escrowEndsAtMs ?? 0;
  if (trade === null || endsAtMs > nowMs) return;
  deliver(book, trade, endsAtMs);
  book.change(offer, { state: OfferState.accepted, updatedAtMs: endsAtMs });
}

function leave(book: TradeBook, item: OfferedItem, fromId: string, toId: string): Move {
  if (book.accounts.remove(fromId, item.assetId) === null) throw new Error(`${item.assetId} was checked and is gone`);
  return { item, fromId, toId, newAssetId: null, newContextId: item.contextId, rollbackAssetId: null };
}

/** Hands the items over, protected from then on where their game protects them. */
function deliver(book: TradeBook, trade: Trade, atMs: number): void {
  const untilMs = atMs + PROTECTED.days * DAY_MS;
  const moves = trade.moves.map((move) => {
    const guarded = move.item.appId === PROTECTED.appId;
    const newAssetId = give(book, move.toId, move.item, atMs, guarded ? untilMs : null);
    return { ...move, newAssetId, newContextId: guarded ? PROTECTED_CONTEXT : '2' };
  });
  const settlesAtMs = moves.some((move) => move.newContextId === PROTECTED_CONTEXT) ? untilMs : null;
  book.changeTrade(trade, { status: TradeStatus.complete, moves, settlesAtMs });
}

function give(book: TradeBook, toId: string, item: OfferedItem, receivedAtMs: number, protectedUntilMs: number | null) {
  return book.accounts.receive(toId, item, { receivedAtMs, protectedUntilMs }).assetId;
}

/** Other open offers that name a moved item. */
function invalidate(book: TradeBook, moves: readonly Move[]): void {
  const left = new Set(moves.map((move) => move.item.assetId));
  for (const offer of book.openOffers()) {
    if (offer.state === OfferState.inEscrow) continue;
    if ([...offer.give, ...offer.take].some((item) => left.has(item.assetId))) {
      book.change(offer, { state: OfferState.invalidItems });
    }
  }
}
