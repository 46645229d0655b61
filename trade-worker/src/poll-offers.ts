/** Reads our offers from Steam, and moves each order to its offer's state. Called again and again. */
import { whyOf, type OfferSnapshot } from './gateway-port.ts';
import { afterOffer, BACKDATED_MS, codeIn, type WorkerOrder } from './rules.ts';
import { moveOrder, oldestOpenOrderAt, ordersByCodes } from './store.ts';
import type { WorkerParts } from './parts.ts';

/** Between two questions for the oldest open order. */
const ASK_MS = 60_000;

export type OfferPoll =
  | {
      readonly kind: 'ok';
      /** Codes of our orders whose own offers were listed. */
      readonly codes: ReadonlySet<string>;
      /** Ids of the orders whose own offers wait for our confirmation. */
      readonly waiting: ReadonlySet<string>;
      /** Whether Steam listed everything. */
      readonly complete: boolean;
    }
  | { readonly kind: 'unavailable'; readonly why: string };

/** `since`: epoch ms of the oldest order of interest; Steam's own times may be earlier. */
export async function pollOffers(parts: WorkerParts, since: number): Promise<OfferPoll> {
  const { db, gateway } = parts;
  const list = await gateway.offers(Math.floor((since - BACKDATED_MS) / 1_000));
  if (list.kind !== 'ok') return { kind: 'unavailable', why: whyOf(list) };
  const coded = list.value.offers.flatMap((offer) => {
    const code = codeIn(offer.message);
    return code === null ? [] : [{ code, offer }];
  });
  const orders = new Map(
    (
      await ordersByCodes(
        db,
        coded.map(({ code }) => code),
      )
    ).map((order) => [order.code, order]),
  );
  const codes = new Set<string>();
  const waiting = new Set<string>();
  for (const { code, offer } of coded) {
    const order = orders.get(code);
    if (order === undefined) continue;
    if (!(await applyOffer(parts, order, offer))) continue;
    codes.add(code);
    if (offer.state === 'NEEDS_CONFIRMATION') waiting.add(order.id);
  }
  return { kind: 'ok', codes, waiting, complete: list.value.complete };
}

/** The same for all orders that may have an open offer, or had one recently. */
export class OwnOffers {
  readonly #parts: WorkerParts;
  /** When the oldest open order was created, or when none was open. */
  #since = 0;
  #askedAt = -Infinity;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  /** Returns how many offers it recognised. */
  async poll(): Promise<number> {
    const { db, clock, log } = this.#parts;
    const now = clock.now();
    // Orders that open later are newer, so an older answer only lists more.
    if (Math.abs(now - this.#askedAt) >= ASK_MS) {
      this.#since = (await oldestOpenOrderAt(db)) ?? now;
      this.#askedAt = now;
    }
    const seen = await pollOffers(this.#parts, this.#since);
    if (seen.kind === 'ok') return seen.codes.size;
    log.warn({ why: seen.why }, 'own offers unavailable');
    return 0;
  }
}

/** False: the offer does not match the order, whatever its message says. */
async function applyOffer(
  { db, gateway, clock, log }: WorkerParts,
  order: WorkerOrder,
  offer: OfferSnapshot,
): Promise<boolean> {
  const verdict = afterOffer(order, offer, clock.now());
  switch (verdict.kind) {
    case 'foreign':
      log.error({ order: order.id, offer: offer.offerId }, 'offer with our code does not match its order');
      return false;
    case 'move':
      await moveOrder(db, order.id, [order.state], null, verdict.change, clock.now());
      return true;
    case 'cancel': {
      const canceled = await gateway.cancel(verdict.offerId);
      log.warn({ order: order.id, offer: verdict.offerId, canceled }, 'abandoned offer was still open');
      return true;
    }
    case 'nothing':
      return true;
  }
}
