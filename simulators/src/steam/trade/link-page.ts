/** The page on which a player finds their own trade link. Relative addresses only, and no buttons. */
import type { Account } from '../accounts.ts';
import { frame, picture, text } from '../html.ts';
import { tradeLink } from './trade-page.ts';

const UP = '../../../';

export function linkPage(account: Account): string {
  return frame(
    `<p class="lede">What others need to send an offer to <b>${text(account.name)}</b>, whom you play here.</p>` +
      `<section><div class="parties">${picture(account, UP, 56)}<span class="who"><b>${text(account.name)}</b>` +
      `<small>${account.steamId}</small></span></div>` +
      `<p class="said"><small>Trade link</small><b class="whole">${text(tradeLink(account))}</b></p></section>`,
    UP,
  );
}

/** Shown for an unknown player. */
export function noLinkPage(): string {
  return frame('<section><h2>Trade link</h2><p>There is no such account.</p></section>', UP);
}
