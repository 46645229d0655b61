/**
 * The page of an offer for its recipient, and below /profiles the page that shows a player their trade link. The page of an offer works by GET alone, so that a proxy needs to forward nothing else; an
 * answer counts only once and only from a page that was shown, so a crafted link does nothing.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { BoundedMap } from '../../kit/bounded.ts';
import type { Account } from '../accounts.ts';
import { sendPage } from '../html.ts';
import { queryOf, type TradeDeps } from './calls.ts';
import { acceptOffer, letTimePass } from './exchange.ts';
import { linkPage, noLinkPage } from './link-page.ts';
import { noOfferPage, offerPage } from './offer-page.ts';
import { findItem } from './offer-rules.ts';
import { OfferState, type Offer } from './state.ts';

/** Shown, unanswered pages with their offers. */
type ShownPages = BoundedMap<string, string>;
const SHOWN_CAPACITY = 1_000;

export function tradePageRoutes(app: FastifyInstance, deps: TradeDeps): void {
  const shown: ShownPages = new BoundedMap(SHOWN_CAPACITY);
  app.get<{ Params: { offerId: string } }>('/tradeoffer/:offerId', async (request, reply) => {
    letTimePass(deps.book);
    const { offerId } = request.params;
    const offer = deps.book.offer(offerId);
    const [path = '', query] = request.url.split('?');
    // The links of the page are relative to an address that ends with a slash.
    if (!path.endsWith('/')) return reply.redirect(`${offerId}/${query === undefined ? '' : `?${query}`}`, 302);
    return offer === null ? noOffer(reply) : forPlayer(deps, shown, offer, queryOf(request), reply);
  });
  app.get<{ Params: { id: string } }>('/profiles/:id/tradeoffers/privacy', async (request, reply) => {
    const account = deps.book.accounts.find(request.params.id);
    if (account === null || account.group === 'bot') return sendPage(reply.code(404), noLinkPage(), "'none'");
    return sendPage(reply, linkPage(account), "'none'");
  });
}

function forPlayer(
  deps: TradeDeps,
  shown: ShownPages,
  offer: Offer,
  query: ReadonlyMap<string, string>,
  reply: FastifyReply,
): FastifyReply {
  const { book, catalogue } = deps;
  const [from, to] = [book.accounts.find(offer.fromId), book.accounts.find(offer.toId)];
  // A bot answers through its own session, so anyone who opens a page is a player.
  if (from === null || to === null || to.group === 'bot') return noOffer(reply);
  if (offer.state === OfferState.needsConfirmation) return noOffer(reply);
  const answered = query.get('sim.page') ?? '';
  const valid = shown.get(answered) === offer.offerId;
  shown.delete(answered);
  const error = valid ? answer(deps, offer, query.get('sim.do')) : null;
  if (valid && error === null) return reply.header('cache-control', 'no-store').redirect('./', 303);
  const pageId = randomBytes(12).toString('base64url');
  shown.set(pageId, offer.offerId);
  const holdDays = Math.max(from.holdDays, to.holdDays);
  const html = offerPage({ offer, from, to, catalogue, there: thereIn(deps, from, to), holdDays, pageId, error });
  return sendPage(reply, html, "'self'");
}

/** Does what was chosen. Returns the reason when it cannot. */
function answer(deps: TradeDeps, offer: Offer, choice: string | undefined): string | null {
  const { book } = deps;
  if (choice === 'accept') {
    const result = acceptOffer(book, offer, extraHold(deps));
    return 'strError' in result ? result.strError : null;
  }
  if (choice !== 'decline' || offer.state !== OfferState.active) return null;
  book.change(offer, { state: OfferState.declined });
  book.save();
  return null;
}

function thereIn({ book }: TradeDeps, from: Account, to: Account) {
  const now = book.clock.now();
  return (item: Offer['give'][number]) => [from, to].some((owner) => typeof findItem(owner, item, now) === 'object');
}

function extraHold({ faults }: TradeDeps): number {
  return faults.take('steam', 'hold-all')?.days ?? 0;
}

function noOffer(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), noOfferPage(), "'none'");
}
