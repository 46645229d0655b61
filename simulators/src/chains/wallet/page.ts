/**
 * The page of the simulated wallet: the payment to confirm, and the payment made. Like the other pages for people it asks for nothing but what it
 * needs, and uses relative addresses only.
 */
import { frame, hidden, text } from '../../steam/html.ts';

export interface Bill {
  readonly coin: string;
  readonly address: string;
  /** As a person writes it: a decimal number of coins. */
  readonly amount: string;
}

export interface Receipt extends Bill {
  readonly txid: string;
}

const TITLE = 'Simulated wallet';
const LEDE =
  '<p class="lede">A wallet with made-up coins on made-up chains: ' +
  'enough of them for everybody, and nothing real is paid.</p>';

/** `pageId` names this rendering: it pays once. `error`: the refusal of the last try. */
export function payPage(bill: Bill, pageId: string, error: string | null): string {
  const { coin, address, amount } = bill;
  const failed = error === null ? '' : `<section class="state"><b>Not paid</b><p>${text(error)}</p></section>`;
  return frame(
    LEDE +
      failed +
      `<section><h2>Pay to</h2><p class="said"><small>${text(coin)} address</small>` +
      `<b class="whole">${text(address)}</b></p></section>` +
      `<section><h2>Amount</h2><form class="new" action="pay" method="get">${hidden('coin', coin)}` +
      `${hidden('address', address)}${hidden('sim.page', pageId)}<label>${text(coin)}<input name="amount" required ` +
      `inputmode="decimal" autocomplete="off" maxlength="40" value="${text(amount)}"></label>` +
      `<button class="go">Pay</button></form></section>`,
    './',
    TITLE,
  );
}

export function paidPage({ coin, address, amount, txid }: Receipt): string {
  return frame(
    LEDE +
      `<section class="state"><b>${text(amount)} ${text(coin)} sent</b>` +
      '<p>The chain takes a moment to confirm it. You can close this page.</p></section>' +
      `<section><p class="said"><small>To</small><b class="whole">${text(address)}</b></p>` +
      `<p class="said"><small>Transaction</small><b class="whole">${text(txid)}</b></p></section>`,
    '../',
    TITLE,
  );
}

/** The balance of an address, as a block explorer shows it. */
export function heldPage(network: string, address: string, held: readonly string[]): string {
  const lines = held.map((line) => `<b class="whole">${text(line)}</b>`).join('');
  return frame(
    LEDE +
      `<section><h2>What an address holds</h2><p class="said"><small>${text(network)}</small>` +
      `<b class="whole">${text(address)}</b></p><p class="said"><small>Now</small>${lines}</p></section>`,
    './',
    TITLE,
  );
}

export function nothingPage(why: string, up: string): string {
  return frame(`<section><h2>Nothing to pay</h2><p>${text(why)}</p></section>`, up, TITLE);
}
