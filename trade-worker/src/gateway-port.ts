/**
 * The trade gateway: the worker's calls to Steam, and their answers. Steam's own words and numbers stop behind it. Failures are values. An
 * unknown outcome is reported as unknown, and never retried.
 */
import type { ItemDetails } from '@fairpot/contract/inventory/item.schemas';
import type { TradeReason } from '@fairpot/contract/trades/schemas';

export interface AssetRef {
  readonly appId: number;
  readonly contextId: string;
  readonly assetId: string;
}

export interface NewOffer {
  /** The order's code. Part of the message, so that the offer can be found again. */
  readonly key: string;
  /** 17 digits. */
  readonly partner: string;
  readonly token: string;
  /** The assets that we receive, and those that we give. */
  readonly take: readonly AssetRef[];
  readonly give: readonly AssetRef[];
}

/** NOT_SENT: certainly not sent; may be retried later. UNKNOWN: may have been sent. REFUSED: Steam said no, and would again. */
export type SendOutcome =
  | { readonly kind: 'SENT' | 'NEEDS_CONFIRMATION'; readonly offerId: string }
  | { readonly kind: 'REFUSED'; readonly reason: TradeReason }
  | { readonly kind: 'NOT_SENT' | 'UNKNOWN'; readonly why: string };

/** The state of an offer, in our words. */
export type SteamOfferState =
  | 'ACTIVE'
  | 'NEEDS_CONFIRMATION'
  | 'ACCEPTED'
  | 'HELD'
  | 'COUNTERED'
  | 'EXPIRED'
  | 'CANCELED'
  | 'DECLINED'
  | 'INVALID_ITEMS'
  | 'OTHER';

export interface OfferSnapshot {
  readonly offerId: string;
  readonly partner: string;
  readonly message: string;
  readonly state: SteamOfferState;
  readonly take: readonly AssetRef[];
  readonly give: readonly AssetRef[];
  readonly tradeId: string | null;
}

export interface OfferList {
  readonly offers: readonly OfferSnapshot[];
  /** False: Steam left some out, or some could not be parsed. */
  readonly complete: boolean;
}

/** One asset moved by a trade. */
export interface AssetMove {
  readonly assetId: string;
  readonly contextId: string;
  readonly newAssetId: string;
  readonly newContextId: string;
  /** Its id after the trade was reversed; null unless reversed. */
  readonly backAssetId: string | null;
}

/** COMPLETE; PENDING (not yet); HELD (Steam holds it, or the status is unknown to us); FAILED; REVERSED. */
export interface TradeSnapshot {
  readonly standing: 'COMPLETE' | 'PENDING' | 'HELD' | 'FAILED' | 'REVERSED';
  /** Steam's own number, for the record. */
  readonly status: number;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly received: readonly AssetMove[];
  readonly given: readonly AssetMove[];
  /** The trade that reversed this one. */
  readonly rolledBackBy: string | null;
}

export type GatewayAnswer<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'refused'; readonly reason: TradeReason }
  | { readonly kind: 'unavailable'; readonly why: string };

/** Why there is no answer, for the log. */
export function whyOf(failed: Exclude<GatewayAnswer<unknown>, { readonly kind: 'ok' }>): string {
  return failed.kind === 'refused' ? failed.reason : failed.why;
}

export interface StockItem {
  readonly assetId: string;
  readonly contextId: string;
  /** With the Doppler phase, as a type of its own. */
  readonly marketHashName: string;
  /** Null: Steam shows none. */
  readonly details: ItemDetails | null;
}

/** Our own account as Steam shows it. */
export interface OwnAccount {
  readonly steamId: string;
  readonly name: string;
  /** Null: Steam does not show it. */
  readonly level: number | null;
  /** Epoch ms; null: Steam does not show it. */
  readonly sinceAt: number | null;
  /** 40 hex digits; null: none. */
  readonly avatar: string | null;
}

export interface TradeGateway {
  /** The account that players see behind our offers. */
  self(): Promise<GatewayAnswer<OwnAccount>>;
  /** Days that Steam would hold a trade with this partner, on either side. */
  holdDays(partner: string, token: string): Promise<GatewayAnswer<{ readonly mine: number; readonly theirs: number }>>;
  send(offer: NewOffer): Promise<SendOutcome>;
  /** Confirms one of our own offers that gives something. */
  confirm(offerId: string): Promise<GatewayAnswer<true>>;
  /** TOO_LATE: it is no longer open. */
  cancel(offerId: string): Promise<GatewayAnswer<'CANCELED' | 'TOO_LATE'>>;
  /** Our offers that are open, or changed since then (epoch seconds). */
  offers(sinceSec: number): Promise<GatewayAnswer<OfferList>>;
  /** Ids of open offers that others sent to us; at least some of them, if there are any. */
  received(): Promise<GatewayAnswer<readonly string[]>>;
  decline(offerId: string): Promise<GatewayAnswer<true>>;
  trade(tradeId: string): Promise<GatewayAnswer<TradeSnapshot>>;
  /** What a partner could give of a game, as the trade page shows it to us: includes what Steam hides from others. */
  partnerInventory(partner: string, token: string, appId: number): Promise<GatewayAnswer<readonly StockItem[]>>;
  /** What our own account holds of a game and could give now. */
  stock(appId: number): Promise<GatewayAnswer<readonly StockItem[]>>;
}
