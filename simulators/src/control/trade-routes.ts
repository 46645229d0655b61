/**
 * The trade part of the control API: a player's action on an offer, the service's action on a trade, ending sessions, and credentials of accounts.
 * Refusals of the simulated service itself are `{error}` with 409.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { json, missing } from './requests.ts';
import type { Account } from '../steam/accounts.ts';
import type { Sessions } from '../steam/sessions.ts';
import type { TradeBook } from '../steam/trade/book.ts';
import { acceptOffer, cancelHold, letTimePass, reverseTrade } from '../steam/trade/exchange.ts';
import { sendOffer, type WantedItem } from '../steam/trade/offer-rules.ts';
import { OfferState, type Offer } from '../steam/trade/state.ts';
import { tradeLink } from '../steam/trade/trade-page.ts';

export interface TradeControlDeps {
  readonly book: TradeBook;
  readonly sessions: Sessions;
}

type ById = { Params: { id: string } };

const Hold = z.strictObject({ days: z.number().int().min(1).max(15).default(15) });
const AssetIds = z.array(z.string()).max(256);
const Counter = z.strictObject({
  give: AssetIds.optional(),
  take: AssetIds.optional(),
  message: z.string().max(128).default(''),
});
const NewOffer = z.strictObject({
  from: z.string(),
  to: z.string(),
  give: AssetIds.default([]),
  take: AssetIds.default([]),
  message: z.string().max(128).default(''),
});
const Ending = z.strictObject({ steamId: z.string().optional(), revoked: z.boolean().default(false) });

export function tradeControlRoutes(app: FastifyInstance, deps: TradeControlDeps): void {
  const { book } = deps;
  offerActions(app, book);
  tradeActions(app, book);
  accountRoutes(app, deps);
  app.get('/_sim/offers', async () => {
    letTimePass(book);
    return { offers: book.offers() };
  });
  app.get<ById>('/_sim/offers/:id', async (request, reply) => {
    letTimePass(book);
    return book.offer(request.params.id) ?? missing(reply, 'no such offer');
  });
  app.get('/_sim/trades', async () => {
    letTimePass(book);
    return { trades: book.trades() };
  });
}

/** The partner's action on an offer, or an event that ends it. */
function offerActions(app: FastifyInstance, book: TradeBook): void {
  const action = (name: string, act: (offer: Offer, body: unknown, reply: FastifyReply) => unknown) => {
    app.post<ById>(`/_sim/offers/:id/${name}`, async (request, reply) => {
      letTimePass(book);
      const offer = book.offer(request.params.id);
      return offer === null ? missing(reply, 'no such offer') : act(offer, json(request), reply);
    });
  };
  action('accept', (offer, _body, reply) => orConflict(reply, acceptOffer(book, offer)));
  action('hold', (offer, body, reply) => orConflict(reply, acceptOffer(book, offer, Hold.parse(body).days)));
  action('decline', (offer, _body, reply) => end(book, offer, OfferState.declined, reply));
  action('cancel', (offer, _body, reply) => end(book, offer, OfferState.canceled, reply));
  action('expire', (offer, _body, reply) => end(book, offer, OfferState.expired, reply));
  action('invalidate', (offer, _body, reply) => end(book, offer, OfferState.invalidItems, reply));
  action('counter', (offer, body, reply) => {
    const wanted = Counter.parse(body);
    const [from, to] = [book.accounts.find(offer.toId), book.accounts.find(offer.fromId)];
    if (from === null || to === null) return missing(reply, 'no such account');
    const give = wanted.give ?? offer.take.map((item) => item.assetId);
    const take = wanted.take ?? offer.give.map((item) => item.assetId);
    const sides = { give: itemsOf(from, give), take: itemsOf(to, take) };
    const rest = { message: wanted.message, counters: offer, token: null, confirm: false };
    return orConflict(reply, sendOffer(book, { from, to, ...sides, ...rest }));
  });
  /** An offer that a player sends of their own accord. */
  app.post('/_sim/offers', async (request, reply) => {
    letTimePass(book);
    const wanted = NewOffer.parse(json(request));
    const [from, to] = [book.accounts.find(wanted.from), book.accounts.find(wanted.to)];
    if (from === null || to === null) return missing(reply, 'no such account');
    const sides = { give: itemsOf(from, wanted.give), take: itemsOf(to, wanted.take) };
    const rest = { message: wanted.message, counters: null, token: to.tradeToken, confirm: false };
    return orConflict(reply, sendOffer(book, { from, to, ...sides, ...rest }));
  });
}

function tradeActions(app: FastifyInstance, book: TradeBook): void {
  app.post<ById>('/_sim/trades/:id/reverse', async (request, reply) => {
    letTimePass(book);
    const trade = book.trade(request.params.id);
    if (trade === null) return missing(reply, 'no such trade');
    return reverseTrade(book, trade) ?? conflict(reply, 'the trade is settled, on hold, unprotected or was taken back');
  });
  app.post<ById>('/_sim/trades/:id/cancel-hold', async (request, reply) => {
    letTimePass(book);
    const trade = book.trade(request.params.id);
    if (trade === null) return missing(reply, 'no such trade');
    return cancelHold(book, trade) ? trade : conflict(reply, 'the trade is not on hold');
  });
}

function accountRoutes(app: FastifyInstance, { book, sessions }: TradeControlDeps): void {
  app.get<ById>('/_sim/users/:id/credentials', async (request, reply) => {
    const account = book.accounts.find(request.params.id);
    if (account === null) return missing(reply, 'no such user');
    return { ...sessions.credentials(account.steamId), tradeLink: tradeLink(account) };
  });
  app.post('/_sim/sessions/expire', async (request) => {
    const { steamId, revoked } = Ending.parse(json(request));
    const ended = book.accounts.list().filter((account) => steamId === undefined || account.steamId === steamId);
    for (const account of ended) sessions.expire(account.steamId, revoked);
    return { ended: ended.length };
  });
}

function end(book: TradeBook, offer: Offer, state: Offer['state'], reply: FastifyReply) {
  if (offer.state !== OfferState.active && offer.state !== OfferState.needsConfirmation) {
    return conflict(reply, `the offer is in state ${offer.state}`);
  }
  book.change(offer, { state });
  book.save();
  return offer;
}

/** The account's items of these ids; unknown ids stay, so that the service refuses them. */
function itemsOf(account: Account, assetIds: readonly string[]): WantedItem[] {
  return assetIds.map(
    (assetId) => account.items.find((item) => item.assetId === assetId) ?? { appId: 0, contextId: '2', assetId },
  );
}

function orConflict(reply: FastifyReply, result: object) {
  return 'strError' in result ? conflict(reply, String(result.strError)) : result;
}

function conflict(reply: FastifyReply, error: string) {
  reply.code(409);
  return { error };
}
