/** The worker's decisions, without I/O: what an offer or a trade means for its order. */
import { endedWithoutTrade, canMoveTo, phaseOf } from '@fairpot/contract/trades/states';
import { PROTECTED_APPS } from '@fairpot/contract/trades/calls';
import type { TradeReason, TradeState } from '@fairpot/contract/trades/schemas';
import type { AssetRef, OfferSnapshot, SendOutcome, TradeSnapshot } from './gateway-port.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Trade protection is 7 days; plus one, as other sites wait. */
export const PROTECTED_MS = 8 * DAY;
/** How long after its expiry the worker searches for an offer whose answer was lost. */
export const SEARCH_MS = 5 * MINUTE;
/** Steam reports changes with times that are up to this much too early. */
export const BACKDATED_MS = 30 * MINUTE;
const UNSETTLED_EVERY_MS = 15 * MINUTE;
/** Until the next check: of something quick, and of something that takes Steam longer. */
export const POLL_MS = 2_000;
export const SLOW_POLL_MS = 10_000;

/** An order as the worker sees it. */
export interface WorkerOrder {
  readonly id: string;
  readonly kind: 'DEPOSIT' | 'WITHDRAWAL';
  readonly partner: string;
  readonly token: string;
  readonly appId: number;
  readonly code: string;
  readonly state: TradeState;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly offerId: string | null;
  readonly tradeId: string | null;
  readonly booked: boolean;
  /** The player reversed a deposit: nothing is sent to them, and no offer to them stays open. */
  readonly frozen: boolean;
  readonly items: readonly {
    readonly no: number;
    readonly contextId: string;
    /** Null: one of ours is still to be chosen. */
    readonly assetId: string | null;
    readonly marketHashName: string;
  }[];
}

/** Change of an order: see trade_move. `dueAt` null: never again. */
export interface OrderChange {
  readonly state?: TradeState;
  /** Steamid of the account that sends the offer. */
  readonly bot?: string;
  readonly offerId?: string;
  readonly tradeId?: string;
  readonly tradeStatus?: number;
  readonly settlesAt?: number;
  readonly reason?: TradeReason | null;
  readonly dueAt?: number | null;
}

/** What to do about an observation: move the order, cancel an unwanted offer, or nothing. */
export type OfferVerdict =
  | { readonly kind: 'move'; readonly change: OrderChange }
  | { readonly kind: 'cancel'; readonly offerId: string }
  | { readonly kind: 'nothing' }
  /** The offer carries our code and is not what was ordered. */
  | { readonly kind: 'foreign' };

const NOTHING: OfferVerdict = { kind: 'nothing' };

/** The order ends without a trade, and is not checked again. */
export function refused(reason: TradeReason): OrderChange {
  return { state: 'REFUSED', reason, dueAt: null };
}

/** The assets of an order, by the side of the offer that they are on. Skips assets that are still to be chosen. */
export function assetsOf(order: WorkerOrder): { take: AssetRef[]; give: AssetRef[] } {
  const refs = order.items.flatMap(({ assetId, contextId }) =>
    assetId === null ? [] : [{ appId: order.appId, contextId, assetId }],
  );
  return order.kind === 'DEPOSIT' ? { take: refs, give: [] } : { take: [], give: refs };
}

/** The code in an offer's message ('#D-7Q3K2M'); null without one. */
export function codeIn(message: string): string | null {
  return /#([DW]-[0-9A-HJKMNP-TV-Z]{6})(?![0-9A-Za-z])/.exec(message)?.[1] ?? null;
}

export function messageOf(code: string): string {
  return `Fairpot #${code}`;
}

/** Whether the offer matches the order: partner, code and exactly these assets on each side. */
export function isOrdered(order: WorkerOrder, offer: OfferSnapshot): boolean {
  const { take, give } = assetsOf(order);
  const same = order.partner === offer.partner && codeIn(offer.message) === order.code;
  return same && setOf(take) === setOf(offer.take) && setOf(give) === setOf(offer.give);
}

const setOf = (assets: readonly AssetRef[]) =>
  assets
    .map(({ appId, contextId, assetId }) => `${appId}/${contextId}/${assetId}`)
    .sort()
    .join(' ');

/** An offer may exist that no worker has seen. */
const MAY_BE_SENT: readonly TradeState[] = ['SENDING', 'UNKNOWN'];

/** The result of a sending, and the states in which it still applies. */
export function afterSending(
  { expiresAt }: Pick<WorkerOrder, 'expiresAt'>,
  outcome: SendOutcome,
  now: number,
): { readonly from: readonly TradeState[]; readonly change: OrderChange } {
  switch (outcome.kind) {
    case 'SENT':
      return { from: MAY_BE_SENT, change: { state: 'SENT', offerId: outcome.offerId, dueAt: expiresAt } };
    case 'NEEDS_CONFIRMATION':
      return { from: MAY_BE_SENT, change: { state: 'NEEDS_CONFIRMATION', offerId: outcome.offerId, dueAt: now } };
    case 'REFUSED':
      return { from: MAY_BE_SENT, change: refused(outcome.reason) };
    case 'NOT_SENT':
      // Only while no other worker has taken it for lost.
      return { from: ['SENDING'], change: { state: 'CREATED', dueAt: now + SLOW_POLL_MS } };
    case 'UNKNOWN':
      return { from: ['SENDING'], change: { state: 'UNKNOWN', dueAt: now + POLL_MS } };
  }
}

/** What an offer with the order's code means for the order. */
export function afterOffer(order: WorkerOrder, offer: OfferSnapshot, now: number): OfferVerdict {
  if (!isOrdered(order, offer)) return { kind: 'foreign' };
  const { offerId } = offer;
  const isOpen = phaseOf(order.state) === 'OPEN' && order.state !== 'CREATED';
  const isGivenUp = endedWithoutTrade(order.state);
  const move = (change: OrderChange): OfferVerdict => ({ kind: 'move', change: { offerId, ...change } });
  switch (offer.state) {
    case 'ACTIVE':
      if (isGivenUp) return { kind: 'cancel', offerId };
      return isOpen && order.state !== 'SENT'
        ? move({ state: 'SENT', dueAt: order.frozen ? now : order.expiresAt })
        : NOTHING;
    case 'NEEDS_CONFIRMATION':
      if (isGivenUp) return { kind: 'cancel', offerId };
      return MAY_BE_SENT.includes(order.state) ? move({ state: 'NEEDS_CONFIRMATION', dueAt: now }) : NOTHING;
    case 'ACCEPTED':
      if (offer.tradeId === null || !(isOpen || mayBeLate(order))) return NOTHING;
      return move({ state: 'ACCEPTED', tradeId: offer.tradeId, dueAt: now });
    case 'HELD':
      if (!(isOpen || mayBeLate(order))) return NOTHING;
      return move({
        state: 'HELD',
        ...(offer.tradeId !== null && { tradeId: offer.tradeId }),
        dueAt: now + SLOW_POLL_MS,
      });
    case 'COUNTERED':
      return isOpen ? move({ state: 'DECLINED', reason: 'COUNTERED', dueAt: null }) : NOTHING;
    case 'DECLINED':
      return isOpen ? move({ state: 'DECLINED', dueAt: null }) : NOTHING;
    case 'EXPIRED':
      return isOpen ? move({ state: 'EXPIRED', dueAt: null }) : NOTHING;
    case 'CANCELED':
      // It was accepted and on hold, and no worker saw that: its trade decides about the items.
      if (isOpen && offer.tradeId !== null) return move({ state: 'HELD', tradeId: offer.tradeId, dueAt: now });
      return isOpen ? move({ state: now >= order.expiresAt ? 'EXPIRED' : 'CANCELED', dueAt: null }) : NOTHING;
    case 'INVALID_ITEMS':
      return isOpen ? move(refused('ITEM_GONE')) : NOTHING;
    case 'OTHER':
      return NOTHING;
  }
}

/** A deposit that was given up can still have been accepted: the player gets what arrived. */
function mayBeLate(order: WorkerOrder): boolean {
  return endedWithoutTrade(order.state) && canMoveTo(order, 'ACCEPTED');
}

/** Steam's status of a trade that was on hold and was cancelled. */
const HOLD_CANCELLED = 11;

/** Whether the giver has the moved or held assets again, under new ids. */
export function wasReturned(trade: TradeSnapshot): boolean {
  return trade.standing === 'REVERSED' || trade.status === HOLD_CANCELLED;
}

/** What a trade means for its order, which is ACCEPTED or HELD. */
export function afterTrade(order: WorkerOrder, trade: TradeSnapshot, now: number): OrderChange {
  const seen = { tradeStatus: trade.status };
  switch (trade.standing) {
    case 'REVERSED':
      return { ...seen, state: 'REVERSED', dueAt: null };
    case 'FAILED':
      // A credited order waits for a person: it is not reversed on a status that we do not understand.
      return order.booked
        ? { ...seen, state: 'HELD', dueAt: now + UNSETTLED_EVERY_MS }
        : { ...seen, ...refused('TRADE_FAILED') };
    case 'HELD':
      return { ...seen, state: 'HELD', dueAt: now + UNSETTLED_EVERY_MS };
    case 'PENDING':
      return { ...seen, dueAt: now + SLOW_POLL_MS };
    case 'COMPLETE': {
      const settlesAt = isProtected(order, trade) ? trade.startedAt + PROTECTED_MS : trade.startedAt;
      if (order.state === 'HELD') return { ...seen, state: 'ACCEPTED', settlesAt, dueAt: now };
      if (now >= settlesAt) return { ...seen, state: 'SETTLED', settlesAt, dueAt: null };
      return { ...seen, settlesAt, dueAt: Math.min(settlesAt, now + UNSETTLED_EVERY_MS) };
    }
  }
}

function isProtected(order: WorkerOrder, trade: TradeSnapshot): boolean {
  const moved = [...trade.received, ...trade.given];
  return PROTECTED_APPS[order.appId] ?? moved.some((asset) => asset.newContextId !== asset.contextId);
}

/** Our assets for the items that have none, by name; null when one of them has no match. */
export function chooseStock(
  order: WorkerOrder,
  stock: readonly { readonly assetId: string; readonly contextId: string; readonly marketHashName: string }[],
  taken: ReadonlySet<string>,
): { no: number; assetId: string; contextId: string }[] | null {
  const used = new Set(taken);
  const picks: { no: number; assetId: string; contextId: string }[] = [];
  for (const item of order.items) {
    if (item.assetId !== null) continue;
    const found = stock.find((each) => each.marketHashName === item.marketHashName && !used.has(each.assetId));
    if (found === undefined) return null;
    used.add(found.assetId);
    picks.push({ no: item.no, assetId: found.assetId, contextId: found.contextId });
  }
  return picks;
}
