/**
 * The trade worker: takes orders that are due, does the one next thing for each, and writes down what became of it before it goes
 * on. Any number may run: an order is claimed by one at a time, and what Steam said is true whoever heard it.
 *
 * Invariant: an order's offer is sent at most once after it was said to be SENDING. Whoever finds an order SENDING that is not
 * its own knows nothing about its offer, and looks for it.
 */
import { randomBytes } from 'node:crypto';
import type { Clock, Log } from '@fairpot/server/platform/process/ports';
import type { Db } from '@fairpot/server/platform/database/sql';
import type { TradeState } from '@fairpot/contract/trades';
import { look } from './look.ts';
import type { Moved, SendOutcome, TradeGateway } from './gateway-port.ts';
import { afterTrade, cameBack, chooseStock, LOOK_FOR_MS, wishOf, type Change, type Order } from './rules.ts';
import type { Self } from './self.ts';
import { assignAssets, claimDue, moveOrder, recordMoves, takenAssets } from './store.ts';

export interface WorkerParts {
  readonly db: Db;
  readonly gateway: TradeGateway;
  readonly clock: Clock;
  readonly log: Log;
  /** The account that sends our offers. */
  readonly self: Self;
}

/** A claim; longer than any one call to Steam takes, with what comes before it. */
export const LEASE_MS = 120_000;
/** Sending is begun only while this much of the claim is left. */
const SENDING_TAKES_MS = 60_000;
const AT_ONCE = 10;
const SOON_MS = 2_000;
const LATER_MS = 10_000;

/** Does the next thing for every order that is due; says for how many. */
export async function work(parts: WorkerParts, signal?: AbortSignal): Promise<number> {
  const { db, clock, log } = parts;
  const lease = randomBytes(9).toString('base64url');
  const now = clock.now();
  const orders = await claimDue(db, lease, now, now + LEASE_MS, AT_ONCE);
  for (const order of orders) {
    // The claims of the rest run out by themselves.
    if (signal?.aborted === true) break;
    log.debug({ order: order.id, state: order.state }, 'an order is due');
    await new Step(parts, order, lease, now + LEASE_MS).run();
  }
  return orders.length;
}

class Step {
  readonly #parts: WorkerParts;
  readonly #order: Order;
  readonly #lease: string;
  readonly #until: number;

  constructor(parts: WorkerParts, order: Order, lease: string, until: number) {
    this.#parts = parts;
    this.#order = order;
    this.#lease = lease;
    this.#until = until;
  }

  get #now(): number {
    return this.#parts.clock.now();
  }

  /** Its offer is not to stay open. */
  get #isOver(): boolean {
    return this.#now >= this.#order.expiresAt || this.#order.frozen;
  }

  run(): Promise<unknown> {
    switch (this.#order.state) {
      case 'CREATED':
        return this.#begin();
      case 'SENDING':
        return this.#move({ state: 'UNKNOWN', dueAt: this.#now + SOON_MS });
      case 'UNKNOWN':
        return this.#lookFor();
      case 'NEEDS_CONFIRMATION':
        return this.#isOver ? this.#giveUp() : this.#confirm();
      case 'SENT':
        return this.#isOver ? this.#giveUp() : this.#move({ dueAt: this.#order.expiresAt });
      case 'ACCEPTED':
      case 'HELD':
        return this.#follow();
      case 'SETTLED':
      case 'DECLINED':
      case 'EXPIRED':
      case 'CANCELED':
      case 'REFUSED':
      case 'REVERSED':
        return this.#move({ dueAt: null });
    }
  }

  /** While the claim holds; what is asked of nobody but this worker. */
  #move(change: Change): Promise<boolean> {
    const { db } = this.#parts;
    return moveOrder(db, this.#order.id, [this.#order.state], this.#lease, change, this.#now);
  }

  #later(why: string, ms = LATER_MS): Promise<boolean> {
    this.#parts.log.warn({ order: this.#order.id, state: this.#order.state, why }, 'an order has to wait');
    return this.#move({ dueAt: this.#now + ms });
  }

  /** Everything that can be asked before, then SENDING, then the offer. */
  async #begin(): Promise<void> {
    const { gateway } = this.#parts;
    const order = this.#order;
    if (this.#now >= order.expiresAt)
      return void (await this.#move({ state: 'EXPIRED', reason: 'STEAM_DOWN', dueAt: null }));
    if (order.frozen) return void (await this.#move({ state: 'REFUSED', reason: 'FROZEN', dueAt: null }));
    const hold = await gateway.holdDays(order.partner, order.token);
    if (hold.kind === 'unavailable') return void (await this.#later(hold.why));
    if (hold.kind === 'refused') return void (await this.#move({ state: 'REFUSED', reason: hold.reason, dueAt: null }));
    if (hold.value.mine + hold.value.theirs > 0) {
      return void (await this.#move({ state: 'REFUSED', reason: 'TRADE_HOLD', dueAt: null }));
    }
    const ready = await this.#withStock();
    if (ready === null) return;
    if (this.#until - this.#now < SENDING_TAKES_MS)
      return void (await this.#later('too little of the claim is left', 0));
    // From here on the order says that an offer may be out there.
    const bot = await this.#parts.self.current();
    if (!(await this.#move({ state: 'SENDING', ...(bot !== null && { bot }) }))) return;
    await this.#sent(
      await gateway.send({ key: order.code, partner: order.partner, token: order.token, ...wishOf(ready) }),
    );
  }

  /** The order with an asset of ours for each item; null when there is none, or the order has to wait. */
  async #withStock(): Promise<Order | null> {
    const order = this.#order;
    const { db, gateway } = this.#parts;
    if (order.items.every((item) => item.assetId !== null)) return order;
    const stock = await gateway.stock(order.appId);
    if (stock.kind !== 'ok') {
      await this.#later(stock.kind === 'refused' ? stock.reason : stock.why);
      return null;
    }
    const taken = await takenAssets(
      db,
      order.appId,
      stock.value.map((item) => item.assetId),
    );
    const picks = chooseStock(order, stock.value, taken);
    if (picks === null) {
      await this.#move({ state: 'REFUSED', reason: 'NO_STOCK', dueAt: null });
      return null;
    }
    if (!(await assignAssets(db, order.id, this.#lease, picks, this.#now))) {
      await this.#later('an asset was taken meanwhile', SOON_MS);
      return null;
    }
    const chosen = new Map(picks.map((pick) => [pick.no, pick]));
    return { ...order, items: order.items.map((item) => ({ ...item, ...chosen.get(item.no) })) };
  }

  /** What became of the sending: true whatever happened to the claim meanwhile. */
  async #sent(outcome: SendOutcome): Promise<void> {
    const { db, log } = this.#parts;
    const { id, expiresAt } = this.#order;
    log.info({ order: id, outcome }, 'an offer was sent, or not');
    const told = (change: Change, from: readonly TradeState[] = ['SENDING', 'UNKNOWN']) =>
      moveOrder(db, id, from, null, change, this.#now);
    switch (outcome.kind) {
      case 'SENT':
        return void (await told({ state: 'SENT', offerId: outcome.offerId, dueAt: expiresAt }));
      case 'NEEDS_CONFIRMATION':
        return void (await told({ state: 'NEEDS_CONFIRMATION', offerId: outcome.offerId, dueAt: this.#now }));
      case 'REFUSED':
        return void (await told({ state: 'REFUSED', reason: outcome.reason, dueAt: null }));
      case 'NOT_SENT':
        // Only while nobody else has taken it for lost.
        return void (await told({ state: 'CREATED', dueAt: this.#now + LATER_MS }, ['SENDING']));
      case 'UNKNOWN':
        return void (await told({ state: 'UNKNOWN', dueAt: this.#now + SOON_MS }, ['SENDING']));
    }
  }

  /** Looks for the offer of an order whose answer was lost. It is given up when Steam showed everything and it was not there. */
  async #lookFor(): Promise<void> {
    const seen = await look(this.#parts, this.#order.createdAt);
    if (seen.kind !== 'ok') return void (await this.#later(seen.why));
    if (seen.codes.has(this.#order.code)) return;
    const over = this.#now >= this.#order.expiresAt + LOOK_FOR_MS;
    if (over && seen.complete) return void (await this.#move({ state: 'EXPIRED', reason: 'NEVER_SENT', dueAt: null }));
    await this.#move({ dueAt: this.#now + LATER_MS });
  }

  /** Confirms our own offer, after it was seen to be what was ordered. */
  async #confirm(): Promise<void> {
    const seen = await look(this.#parts, this.#order.createdAt);
    if (seen.kind !== 'ok') return void (await this.#later(seen.why));
    if (!seen.waiting.has(this.#order.id)) return void (await this.#move({ dueAt: this.#now + SOON_MS }));
    const confirmed = await this.#parts.gateway.confirm(this.#order.offerId ?? '');
    if (confirmed.kind !== 'ok') {
      return void (await this.#later(confirmed.kind === 'refused' ? confirmed.reason : confirmed.why, SOON_MS));
    }
    await this.#move({ state: 'SENT', dueAt: this.#order.expiresAt });
  }

  /** Takes back an offer whose time is over. */
  async #giveUp(): Promise<void> {
    const canceled = await this.#parts.gateway.cancel(this.#order.offerId ?? '');
    if (canceled.kind === 'ok' && canceled.value === 'CANCELED') {
      return void (await this.#move(
        this.#order.frozen ? { state: 'CANCELED', reason: 'FROZEN', dueAt: null } : { state: 'EXPIRED', dueAt: null },
      ));
    }
    // It was accepted, declined or cancelled meanwhile, or Steam does not say: what it shows decides.
    await look(this.#parts, this.#order.createdAt);
    await this.#later(canceled.kind === 'ok' ? 'its offer is not open any more' : 'its offer could not be cancelled');
  }

  /** Follows a trade until nobody can take it back. */
  async #follow(): Promise<void> {
    const { db, gateway, log } = this.#parts;
    const order = this.#order;
    if (order.tradeId === null) {
      await look(this.#parts, order.createdAt);
      return void (await this.#move({ dueAt: this.#now + LATER_MS }));
    }
    const trade = await gateway.trade(order.tradeId);
    if (trade.kind !== 'ok') return void (await this.#later(trade.kind === 'refused' ? trade.reason : trade.why));
    const { standing, received, given, rolledBackBy } = trade.value;
    const moved = order.kind === 'DEPOSIT' ? received : given;
    if (standing === 'COMPLETE') {
      if (moved.some((asset) => asset.newAssetId === ''))
        return void (await this.#later('new asset ids are not told yet'));
      const direction = order.kind === 'DEPOSIT' ? 'IN' : 'OUT';
      await recordMoves(
        db,
        order.id,
        order.tradeId,
        moved.map((asset) => ({ ...asset, direction })),
        this.#now,
      );
      this.#tellOdd(moved);
    }
    if (order.kind === 'WITHDRAWAL' && cameBack(trade.value)) {
      const back = moved.filter((asset) => asset.backAssetId !== null);
      if (back.length < order.items.length)
        return void (await this.#later('the assets that come back are not told yet'));
      const moves = back.map((asset) => ({
        assetId: asset.assetId,
        contextId: asset.contextId,
        newAssetId: asset.backAssetId ?? '',
        newContextId: asset.contextId,
        direction: 'BACK' as const,
      }));
      await recordMoves(db, order.id, rolledBackBy ?? `${order.tradeId}0`, moves, this.#now);
    }
    if (standing !== 'COMPLETE' && standing !== 'PENDING')
      log.warn({ order: order.id, trade: trade.value }, 'a trade is not as usual');
    await this.#move(afterTrade(order, trade.value, this.#now));
  }

  /** What came in or went out without being ordered is no player's; a person looks at it. */
  #tellOdd(moved: readonly Moved[]): void {
    const ordered = new Set(this.#order.items.map((item) => item.assetId));
    const odd = moved.filter((asset) => !ordered.has(asset.assetId));
    if (odd.length > 0 || moved.length < ordered.size)
      this.#parts.log.error({ order: this.#order.id, moved }, 'a trade moved other assets than were ordered');
  }
}
