/** Offers, trades and items in the field names of the real service, as one of the two parties sees them. */
import { accountNumber, type Account } from '../accounts.ts';
import { wireAsset } from '../describe.ts';
import type { TradeBook } from './book.ts';
import { findItem } from './offer-rules.ts';
import { OfferState, type Move, type Offer, type OfferedItem, type Trade } from './state.ts';

export const seconds = (ms: number): number => Math.floor(ms / 1_000);

export function wireOffer(book: TradeBook, offer: Offer, me: Account) {
  const ours = offer.fromId === me.steamId;
  const otherId = ours ? offer.toId : offer.fromId;
  const other = book.accounts.find(otherId);
  const [mine, theirs] = ours ? [offer.give, offer.take] : [offer.take, offer.give];
  return {
    tradeofferid: offer.offerId,
    accountid_other: Number(accountNumber(otherId)),
    message: offer.message,
    expiration_time: seconds(offer.expiresAtMs),
    trade_offer_state: offer.state,
    ...(mine.length > 0 && { items_to_give: mine.map((item) => wireItem(book, offer, item, me)) }),
    ...(theirs.length > 0 && { items_to_receive: theirs.map((item) => wireItem(book, offer, item, other)) }),
    is_our_offer: ours,
    time_created: seconds(offer.createdAtMs),
    time_updated: seconds(offer.updatedAtMs),
    ...(offer.tradeId !== null && { tradeid: offer.tradeId }),
    from_real_time_trade: false,
    escrow_end_date: offer.escrowEndsAtMs === null ? 0 : seconds(offer.escrowEndsAtMs),
    confirmation_method: offer.state === OfferState.needsConfirmation ? 2 : 0,
    eresult: 1,
  };
}

function wireItem(book: TradeBook, offer: Offer, item: OfferedItem, owner: Account | null) {
  const there = owner !== null && typeof findItem(owner, item, book.clock.now()) === 'object';
  return { ...wireAsset(item), missing: !there && offer.state !== OfferState.accepted, est_usd: '0' };
}

export function wireTrade(trade: Trade, me: Account) {
  const received = trade.moves.filter((move) => move.toId === me.steamId);
  const given = trade.moves.filter((move) => move.fromId === me.steamId);
  return {
    tradeid: trade.tradeId,
    steamid_other: trade.parties[0] === me.steamId ? trade.parties[1] : trade.parties[0],
    time_init: seconds(trade.startedAtMs),
    ...(trade.escrowEndsAtMs !== null && { time_escrow_end: seconds(trade.escrowEndsAtMs) }),
    ...(trade.settlesAtMs !== null && { time_settlement: seconds(trade.settlesAtMs) }),
    status: trade.status,
    ...(received.length > 0 && { assets_received: received.map(wireMove) }),
    ...(given.length > 0 && { assets_given: given.map(wireMove) }),
    ...(trade.rollbackTradeId !== null && { rollback_trade: trade.rollbackTradeId }),
  };
}

function wireMove(move: Move) {
  return {
    ...wireAsset(move.item),
    ...(move.newAssetId !== null && { new_assetid: move.newAssetId, new_contextid: move.newContextId }),
    ...(move.rollbackAssetId !== null && { rollback_new_assetid: move.rollbackAssetId, rollback_new_contextid: '2' }),
  };
}
