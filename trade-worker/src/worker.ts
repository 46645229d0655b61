/**
 * The trade worker: claims due orders, runs the next step of each, and stores the result before it goes on. Any number may run: one worker
 * at a time claims an order, and Steam's answer is authoritative, whichever worker received it.
 *
 * Invariant: an order's offer is sent at most once after the order became SENDING. A worker that finds another worker's order in SENDING
 * knows nothing about its offer, and searches for it.
 */
import { randomBytes } from 'node:crypto';
import { isEnd } from '@fairpot/contract/trades/states';
import { pollOffers } from './poll-offers.ts';
import { whyOf, type AssetMove, type SendOutcome } from './gateway-port.ts';
import {
  afterSending,
  afterTrade,
  wasReturned,
  chooseStock,
  SLOW_POLL_MS,
  SEARCH_MS,
  refused,
  POLL_MS,
  assetsOf,
  type OrderChange,
  type WorkerOrder,
} from './rules.ts';
import type { WorkerParts } from './parts.ts';
import { assignAssets, claimDue, moveOrder, recordMoves, takenAssets } from './store.ts';

/** Duration of a claim: longer than any single call to Steam, including what comes before it. */
export const LEASE_MS = 120_000;
/** Sending only starts while this much of the claim is left. */
const SENDING_TAKES_MS = 60_000;
const AT_ONCE = 10;

/** Runs the next step for every due order. Returns how many. */
export async function work(parts: WorkerParts, signal?: AbortSignal): Promise<number> {
  const { db, clock, log } = parts;
  const lease = randomBytes(9).toString('base64url');
  const now = clock.now();
  const orders = await claimDue(db, lease, now, now + LEASE_MS, AT_ONCE);
  for (const order of orders) {
    // The claims of the rest expire by themselves.
    if (signal?.aborted === true) break;
    log.debug({ order: order.id, state: order.state }, 'order due');
    await new OrderStep(parts, order, lease, now + LEASE_MS).run();
  }
  return orders.length;
}

class OrderStep {
  readonly #parts: WorkerParts;
  readonly #order: WorkerOrder;
  readonly #lease: string;
  readonly #until: number;

  constructor(parts: WorkerParts, order: WorkerOrder, lease: string, until: number) {
    this.#parts = parts;
    this.#order = order;
    this.#lease = lease;
    this.#until = until;
  }

  get #now(): number {
    return this.#parts.clock.now();
  }

  /** Its offer must not stay open. */
  get #isOver(): boolean {
    return this.#now >= this.#order.expiresAt || this.#order.frozen;
  }

  /** Runs the order's next step, and stores the result. */
  async run(): Promise<void> {
    const change = await this.#next();
    if (change !== null) await this.#move(change);
  }

  /** Null: the result is already stored. */
  async #next(): Promise<OrderChange | null> {
    const { state, expiresAt } = this.#order;
    if (isEnd(state)) return { dueAt: null };
    switch (state) {
      case 'CREATED':
        return this.#sendOffer();
      case 'SENDING':
        return { state: 'UNKNOWN', dueAt: this.#now + POLL_MS };
      case 'UNKNOWN':
        return this.#searchOffer();
      case 'NEEDS_CONFIRMATION':
        return this.#isOver ? this.#giveUp() : this.#confirm();
      case 'SENT':
        return this.#isOver ? this.#giveUp() : { dueAt: expiresAt };
      case 'ACCEPTED':
      case 'HELD':
        return this.#follow();
    }
  }

  /** Only while the claim holds: for steps that only this worker can decide. */
  #move(change: OrderChange): Promise<boolean> {
    const { db } = this.#parts;
    return moveOrder(db, this.#order.id, [this.#order.state], this.#lease, change, this.#now);
  }

  #postpone(why: string, ms = SLOW_POLL_MS): OrderChange {
    this.#parts.log.warn({ order: this.#order.id, state: this.#order.state, why }, 'order postponed');
    return { dueAt: this.#now + ms };
  }

  /** Checks everything first, then SENDING, then the offer. */
  async #sendOffer(): Promise<OrderChange | null> {
    const { gateway } = this.#parts;
    const order = this.#order;
    if (this.#now >= order.expiresAt) return { state: 'EXPIRED', reason: 'STEAM_DOWN', dueAt: null };
    if (order.frozen) return refused('FROZEN');
    const hold = await gateway.holdDays(order.partner, order.token);
    if (hold.kind === 'unavailable') return this.#postpone(hold.why);
    if (hold.kind === 'refused') return refused(hold.reason);
    if (hold.value.mine + hold.value.theirs > 0) return refused('TRADE_HOLD');
    const stocked = await this.#withStock();
    if (!('ready' in stocked)) return stocked;
    if (this.#until - this.#now < SENDING_TAKES_MS) return this.#postpone('claim expires too soon', 0);
    // From here on the order says that an offer may exist.
    const bot = await this.#parts.self.current();
    if (!(await this.#move({ state: 'SENDING', ...(bot !== null && { bot }) }))) return null;
    const { code: key, partner, token } = order;
    await this.#recordSending(await gateway.send({ key, partner, token, ...assetsOf(stocked.ready) }));
    return null;
  }

  /** The order with one of our assets for each item; a change when there is none, or the order is postponed. */
  async #withStock(): Promise<{ readonly ready: WorkerOrder } | OrderChange> {
    const order = this.#order;
    const { db, gateway } = this.#parts;
    if (order.items.every((item) => item.assetId !== null)) return { ready: order };
    const stock = await gateway.stock(order.appId);
    if (stock.kind !== 'ok') return this.#postpone(whyOf(stock));
    const taken = await takenAssets(
      db,
      order.appId,
      stock.value.map((item) => item.assetId),
    );
    const picks = chooseStock(order, stock.value, taken);
    if (picks === null) return refused('NO_STOCK');
    if (!(await assignAssets(db, order.id, this.#lease, picks, this.#now)))
      return this.#postpone('an asset was assigned elsewhere', POLL_MS);
    const chosen = new Map(picks.map((pick) => [pick.no, pick]));
    return { ready: { ...order, items: order.items.map((item) => ({ ...item, ...chosen.get(item.no) })) } };
  }

  /** Stores the result of the sending: it applies whatever happened to the claim meanwhile. */
  async #recordSending(outcome: SendOutcome): Promise<void> {
    const { db, log } = this.#parts;
    const { id } = this.#order;
    log.info({ order: id, outcome }, 'offer sending finished');
    const { from, change } = afterSending(this.#order, outcome, this.#now);
    await moveOrder(db, id, from, null, change, this.#now);
  }

  /** Searches for the offer of an order whose answer was lost. Gives up when Steam listed everything and it was not there. */
  async #searchOffer(): Promise<OrderChange | null> {
    const seen = await pollOffers(this.#parts, this.#order.createdAt);
    if (seen.kind !== 'ok') return this.#postpone(seen.why);
    if (seen.codes.has(this.#order.code)) return null;
    const over = this.#now >= this.#order.expiresAt + SEARCH_MS;
    if (over && seen.complete) return { state: 'EXPIRED', reason: 'NEVER_SENT', dueAt: null };
    return { dueAt: this.#now + SLOW_POLL_MS };
  }

  /** Confirms our own offer, after checking that it matches the order. */
  async #confirm(): Promise<OrderChange> {
    const seen = await pollOffers(this.#parts, this.#order.createdAt);
    if (seen.kind !== 'ok') return this.#postpone(seen.why);
    if (!seen.waiting.has(this.#order.id)) return { dueAt: this.#now + POLL_MS };
    const confirmed = await this.#parts.gateway.confirm(this.#order.offerId ?? '');
    if (confirmed.kind !== 'ok') return this.#postpone(whyOf(confirmed), POLL_MS);
    return { state: 'SENT', dueAt: this.#order.expiresAt };
  }

  /** Cancels an offer whose time is over. */
  async #giveUp(): Promise<OrderChange> {
    const canceled = await this.#parts.gateway.cancel(this.#order.offerId ?? '');
    if (canceled.kind === 'ok' && canceled.value === 'CANCELED') {
      return this.#order.frozen
        ? { state: 'CANCELED', reason: 'FROZEN', dueAt: null }
        : { state: 'EXPIRED', dueAt: null };
    }
    // It was accepted, declined or cancelled meanwhile, or Steam does not answer: its list decides.
    await pollOffers(this.#parts, this.#order.createdAt);
    return this.#postpone(canceled.kind === 'ok' ? 'its offer is no longer open' : 'its offer could not be cancelled');
  }

  /** Follows a trade until it can no longer be reversed. */
  async #follow(): Promise<OrderChange> {
    const { db, gateway, log } = this.#parts;
    const order = this.#order;
    if (order.tradeId === null) {
      await pollOffers(this.#parts, order.createdAt);
      return { dueAt: this.#now + SLOW_POLL_MS };
    }
    const trade = await gateway.trade(order.tradeId);
    if (trade.kind !== 'ok') return this.#postpone(whyOf(trade));
    const { standing, received, given, rolledBackBy } = trade.value;
    const moved = order.kind === 'DEPOSIT' ? received : given;
    if (standing === 'COMPLETE') {
      if (moved.some((asset) => asset.newAssetId === '')) return this.#postpone('no new asset ids from Steam yet');
      const direction = order.kind === 'DEPOSIT' ? 'IN' : 'OUT';
      await recordMoves(
        db,
        order.id,
        order.tradeId,
        moved.map((asset) => ({ ...asset, direction })),
        this.#now,
      );
      this.#reportOddAssets(moved);
    }
    if (order.kind === 'WITHDRAWAL' && wasReturned(trade.value)) {
      const back = moved.filter((asset) => asset.backAssetId !== null);
      if (back.length < order.items.length) return this.#postpone('no ids of returned assets from Steam yet');
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
      log.warn({ order: order.id, trade: trade.value }, 'unexpected trade status');
    return afterTrade(order, trade.value, this.#now);
  }

  /** Assets that moved without being ordered belong to no player; a person looks into it. */
  #reportOddAssets(moved: readonly AssetMove[]): void {
    const ordered = new Set(this.#order.items.map((item) => item.assetId));
    const odd = moved.filter((asset) => !ordered.has(asset.assetId));
    if (odd.length > 0 || moved.length < ordered.size)
      this.#parts.log.error({ order: this.#order.id, moved }, 'trade moved other assets than ordered');
  }
}
