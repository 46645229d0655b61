/** GetTradeOffers: the offers of an account, page by page, and the faults that garble the list. */
import type { FaultBoard } from '../../kit/faults.ts';
import type { Account } from '../accounts.ts';
import { describeItems } from '../describe.ts';
import type { TradeDeps } from './calls.ts';
import { OfferState } from './state.ts';
import { seconds, wireOffer } from './wire.ts';

const PAGE = 500;
const ACTIVE: readonly number[] = [OfferState.active, OfferState.needsConfirmation, OfferState.inEscrow];

/** The `response` object: offers sent and received, oldest first, and where the next page begins. */
export function listOffers({ book, catalogue, faults }: TradeDeps, me: Account, query: ReadonlyMap<string, string>) {
  const on = (name: string) => ['1', 'true'].includes(query.get(name) ?? '');
  const cutoff = Number(query.get('time_historical_cutoff') ?? '0');
  const wanted = book.offers().filter((offer) => {
    const mine = offer.fromId === me.steamId;
    if (!(mine ? on('get_sent_offers') : offer.toId === me.steamId && on('get_received_offers'))) return false;
    // An offer that its sender has not confirmed is hidden from its partner.
    if (!mine && offer.state === OfferState.needsConfirmation) return false;
    if (!mine && offer.state === OfferState.canceledBySecondFactor) return false;
    const active = ACTIVE.includes(offer.state);
    if (on('historical_only')) return !active;
    if (on('active_only')) return active || seconds(offer.updatedAtMs) >= cutoff;
    return true;
  });
  const start = Math.max(0, Number(query.get('cursor') ?? '0') || 0);
  const size = faults.take('steam', 'offers-small-pages')?.size ?? PAGE;
  const shown = wanted.slice(start, start + size);
  const garble = garbler(faults);
  const wire = (sent: boolean) =>
    shown.filter((offer) => (offer.fromId === me.steamId) === sent).map((offer) => garble(wireOffer(book, offer, me)));
  const [sent, received] = [wire(true), wire(false)];
  return {
    ...(sent.length > 0 && { trade_offers_sent: sent }),
    ...(received.length > 0 && { trade_offers_received: received }),
    ...(on('get_descriptions') && {
      descriptions: describeItems(
        catalogue,
        shown.flatMap((offer) => [...offer.give, ...offer.take]),
        true,
      ),
    }),
    next_cursor: start + size < wanted.length ? start + size : 0,
  };
}

function garbler(faults: FaultBoard): (offer: object) => object {
  const glitched = faults.take('steam', 'offers-glitched') !== null;
  const noPartner = faults.take('steam', 'offers-no-partner') !== null;
  const backdated = faults.take('steam', 'offers-backdated')?.seconds ?? 0;
  return (offer) => {
    const changed: Record<string, unknown> = { ...offer };
    if (typeof changed['time_updated'] === 'number') changed['time_updated'] -= backdated;
    if (glitched) for (const side of ['items_to_give', 'items_to_receive']) delete changed[side];
    if (noPartner) delete changed['accountid_other'];
    return changed;
  };
}
