/**
 * The page of a trade offer for its recipient: what they would give, what they would receive, the message, and the outcome. Like the sign-in page it
 * asks for no password and uses relative addresses only.
 */
import type { Account } from '../accounts.ts';
import type { Catalogue } from '../catalogue.ts';
import { frame, hidden, picture, text } from '../html.ts';
import { OfferState, type Offer, type OfferedItem } from './state.ts';

export interface OfferPage {
  readonly offer: Offer;
  readonly from: Account;
  /** The player who views it. */
  readonly to: Account;
  readonly catalogue: Catalogue;
  /** Whether an item is still where the offer says. */
  readonly there: (item: OfferedItem) => boolean;
  readonly holdDays: number;
  /** Names this rendering: an answer counts only when it comes from it. */
  readonly pageId: string;
  /** The refusal of the last try. */
  readonly error: string | null;
}

const UP = '../../';
const GAMES = new Map([
  [730, 'CS2'],
  [252490, 'Rust'],
  [570, 'Dota 2'],
]);

export function offerPage(page: OfferPage): string {
  const { offer, from, to } = page;
  const open = offer.state === OfferState.active;
  const [give, receive] =
    offer.state === OfferState.accepted ? ['You gave', 'You received'] : ['You give', 'You receive'];
  const lede =
    `<p class="lede">A trade offer for <b>${text(to.name)}</b>, whom you play here. Made-up people and play items: ` +
    'nothing real changes hands.</p>';
  const heading = (title: string, items: readonly OfferedItem[]) =>
    `<h2>${title}<span>${items.length === 1 ? '1 item' : `${items.length} items`}</span></h2>`;
  const side = (title: string, items: readonly OfferedItem[]) =>
    `<section class="deal">${heading(title, items)}${list(page, items)}</section>`;
  const error =
    page.error === null ? '' : `<section class="state"><b>That did not work</b><p>${text(page.error)}</p></section>`;
  return frame(
    lede +
      error +
      sender(offer, from) +
      (open ? '' : outcome(offer)) +
      side(give, offer.take) +
      side(receive, offer.give) +
      (open ? choice(page) : ''),
    UP,
  );
}

/** Shown when there is no such offer, or not for this player. */
export function noOfferPage(): string {
  return frame('<section><h2>Trade offer</h2><p>There is no such offer.</p></section>', UP);
}

function sender(offer: Offer, from: Account): string {
  const said = offer.message === '' ? '' : `<p class="said"><small>Message</small><b>${text(offer.message)}</b></p>`;
  return (
    `<section><div class="parties">${picture(from, UP, 56)}<span class="who"><b>${text(from.name)}</b>` +
    `<small>${text(from.note)} · here since ${day(from.createdAtMs)}</small></span></div>${said}</section>`
  );
}

function list(page: OfferPage, items: readonly OfferedItem[]): string {
  if (items.length === 0) return '<p class="none">Nothing</p>';
  return `<ul>${items.map((item) => row(page, item)).join('')}</ul>`;
}

function row({ catalogue, there, offer }: OfferPage, item: OfferedItem): string {
  const known = catalogue.find(item.appId, item.marketHashName);
  const color = known === null ? 'b0c3d9' : known.rarityColor.replace('#', '');
  const gone = offer.state === OfferState.active && !there(item);
  const kind = [GAMES.get(item.appId), known?.rarity].filter((part) => part !== undefined).join(' · ');
  return (
    `<li><svg viewBox="0 0 38 38" aria-hidden="true"><rect width="38" height="38" rx="9" fill="#0d0f12"/>` +
    `<path d="M19 7 31 19 19 31 7 19Z" fill="#${text(color)}"/></svg><span class="who">` +
    `<b${gone ? ' class="gone"' : ''}>${text(item.marketHashName)}</b>` +
    `<small>${text(kind)}${gone ? ' · no longer there' : ''}</small></span></li>`
  );
}

function choice({ offer, holdDays, pageId }: OfferPage): string {
  const hold =
    holdDays === 0
      ? ''
      : `<section class="state"><b>On hold for ${holdDays === 1 ? '1 day' : `${holdDays} days`}</b>` +
        '<p>One of the two has no authenticator: the items arrive when the hold ends.</p></section>';
  return (
    `${hold}<form class="choice" action="./" method="get">${hidden('sim.page', pageId)}` +
    '<button class="go" name="sim.do" value="accept">Accept the trade</button>' +
    '<button class="cancel" name="sim.do" value="decline">Decline</button></form>' +
    `<p class="until">Open until ${day(offer.expiresAtMs)}</p>`
  );
}

function outcome(offer: Offer): string {
  const [title, detail] = OUTCOMES[offer.state];
  const until = offer.escrowEndsAtMs === null ? '' : ` Until ${day(offer.escrowEndsAtMs)}.`;
  const hold = offer.state === OfferState.inEscrow ? until : '';
  return `<section class="state"><b>${title}</b><p>${detail}${hold} You can close this page.</p></section>`;
}

const OUTCOMES: Readonly<Record<Offer['state'], readonly [string, string]>> = {
  [OfferState.active]: ['Open', ''],
  [OfferState.accepted]: ['Accepted', 'The items have changed hands.'],
  [OfferState.countered]: ['Countered', 'Replaced by another offer.'],
  [OfferState.expired]: ['Expired', 'The partner did not respond in time. Nothing has moved.'],
  [OfferState.canceled]: ['Cancelled', 'The sender cancelled it. Nothing has moved.'],
  [OfferState.declined]: ['Declined', 'Nothing has moved.'],
  [OfferState.invalidItems]: ['No longer possible', 'Some of the items are gone. Nothing has moved.'],
  [OfferState.needsConfirmation]: ['Not sent yet', 'The sender has not confirmed it.'],
  [OfferState.canceledBySecondFactor]: ['Cancelled', 'The sender did not confirm it; nothing has moved.'],
  [OfferState.inEscrow]: ['On hold', 'The trade is accepted and the items wait.'],
};

/** A date as `3 March 2026`, by UTC. */
function day(ms: number): string {
  return new Date(ms).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}
