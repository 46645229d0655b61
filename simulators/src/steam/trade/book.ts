/**
 * The book of offers and trades: finds them, stores them in the journal, and applies the passing of time (offers expire, holds end). After a change
 * the caller runs `save`, which writes all changes since the last one as a single line of the journal.
 *
 * Invariants: ids rise; an offer that is over never changes again; each open confirmation belongs to an offer that waits for it.
 */
import { randomInt } from 'node:crypto';
import type { BaseClock } from '../../kit/clock.ts';
import type { Journal } from '../../kit/journal.ts';
import type { Accounts } from '../accounts.ts';
import { Confirmation, Offer, OfferState, Trade, type Move } from './state.ts';

const FIRST_OFFER = 7_000_000_001;
const FIRST_TRADE = 4_700_000_000_000_000_001n;
const OFFER_LIFE_MS = 14 * 86_400_000;
const OPEN: readonly number[] = [OfferState.active, OfferState.needsConfirmation, OfferState.inEscrow];

export class TradeBook {
  readonly accounts: Accounts;
  readonly clock: BaseClock;
  readonly #journal: Journal;
  readonly #offers = new Map<string, Offer>();
  readonly #open = new Map<string, Offer>();
  readonly #trades = new Map<string, Trade>();
  readonly #confirmations = new Map<string, Confirmation>();

  constructor(accounts: Accounts, clock: BaseClock, journal: Journal) {
    this.accounts = accounts;
    this.clock = clock;
    this.#journal = journal;
    for (const { value } of journal.load('offer:', Offer)) this.#index(value);
    for (const { id, value } of journal.load('trade:', Trade)) this.#trades.set(id, value);
    for (const { id, value } of journal.load('confirmation:', Confirmation)) this.#confirmations.set(id, value);
  }

  offer(offerId: string): Offer | null {
    return this.#offers.get(offerId) ?? null;
  }

  /** In order of creation. */
  offers(): Offer[] {
    return [...this.#offers.values()];
  }

  /** Those that are active, wait for a confirmation or are on hold. */
  openOffers(): Offer[] {
    return [...this.#open.values()];
  }

  trade(tradeId: string): Trade | null {
    return this.#trades.get(tradeId) ?? null;
  }

  trades(): Trade[] {
    return [...this.#trades.values()];
  }

  addOffer(wanted: Pick<Offer, 'fromId' | 'toId' | 'give' | 'take' | 'message' | 'state'>): Offer {
    const now = this.clock.now();
    const offer: Offer = {
      ...wanted,
      offerId: String(FIRST_OFFER + this.#offers.size),
      createdAtMs: now,
      updatedAtMs: now,
      expiresAtMs: now + OFFER_LIFE_MS,
      tradeId: null,
      escrowEndsAtMs: null,
    };
    this.#index(offer);
    this.#journal.put(`offer:${offer.offerId}`, offer);
    return offer;
  }

  /** Changes an offer as of now, and removes its confirmation once it can no longer be confirmed. */
  change(offer: Offer, change: Partial<Offer>): void {
    Object.assign(offer, { updatedAtMs: this.clock.now() }, change);
    this.#index(offer);
    this.#journal.put(`offer:${offer.offerId}`, offer);
    if (offer.state !== OfferState.needsConfirmation) {
      for (const one of this.#confirmations.values()) if (one.offerId === offer.offerId) this.removeConfirmation(one);
    }
  }

  addTrade(
    offer: Offer | null,
    parties: readonly [string, string],
    moves: Move[],
    rest: Pick<Trade, 'status' | 'escrowEndsAtMs' | 'settlesAtMs'>,
  ): Trade {
    const trade: Trade = {
      ...rest,
      tradeId: String(FIRST_TRADE + BigInt(this.#trades.size)),
      offerId: offer?.offerId ?? null,
      parties: [...parties],
      startedAtMs: this.clock.now(),
      moves,
      rollbackTradeId: null,
    };
    this.#trades.set(trade.tradeId, trade);
    this.#journal.put(`trade:${trade.tradeId}`, trade);
    return trade;
  }

  changeTrade(trade: Trade, change: Partial<Trade>): void {
    Object.assign(trade, change);
    this.#journal.put(`trade:${trade.tradeId}`, trade);
  }

  addConfirmation(accountId: string, offer: Offer): Confirmation {
    const digits = () => String(randomInt(1_000_000_000, 200_000_000_000));
    const confirmation = {
      confirmationId: digits(),
      nonce: `${digits()}${digits()}`,
      accountId,
      offerId: offer.offerId,
      createdAtMs: this.clock.now(),
    };
    this.#confirmations.set(confirmation.confirmationId, confirmation);
    this.#journal.put(`confirmation:${confirmation.confirmationId}`, confirmation);
    return confirmation;
  }

  /** Newest first, as the phone shows them. */
  confirmationsOf(accountId: string): Confirmation[] {
    return [...this.#confirmations.values()].filter((one) => one.accountId === accountId).toReversed();
  }

  removeConfirmation({ confirmationId }: Confirmation): void {
    this.#confirmations.delete(confirmationId);
    this.#journal.drop(`confirmation:${confirmationId}`);
  }

  save(): void {
    this.#journal.commit();
  }

  #index(offer: Offer): void {
    this.#offers.set(offer.offerId, offer);
    if (OPEN.includes(offer.state)) this.#open.set(offer.offerId, offer);
    else this.#open.delete(offer.offerId);
  }
}
