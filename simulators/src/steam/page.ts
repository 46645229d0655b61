/**
 * The pages a player sees at the simulated provider: the account picker and the refusal. Every link, form and picture is relative, so the pages work
 * on the provider's own port and behind the site's `/sim/steam/` alike. There is no password field: anyone may be anyone here, and the page says so.
 */
import type { Account } from './accounts.ts';
import { frame, hidden, picture, text } from './html.ts';
import type { LoginRequest } from './openid.ts';

export interface PickerPage {
  readonly request: LoginRequest;
  /** The openid.* parameters, carried along unchanged by both forms. */
  readonly carried: ReadonlyMap<string, string>;
  readonly accounts: readonly Account[];
  /** The account to put first, or null. */
  readonly hinted: Account | null;
  /** Names this rendering, so that "create" sent twice makes one account. */
  readonly pageId: string;
}

export function pickerPage(page: PickerPage): string {
  const others = page.accounts.filter((account) => account !== page.hinted);
  const carried = [...page.carried].map(([name, value]) => hidden(name, value)).join('');
  const lede =
    `<p class="lede"><b>${text(page.request.realm.host)}</b> asks who you are. Choose one of these made-up accounts: ` +
    'there are no passwords here, and no real account anywhere is involved.</p>';
  const groups = [group('Players', others, 'player'), group('Staff', others, 'staff')].join('');
  const pick = `<form id="pick" action="login" method="get">${carried}${hintPanel(page.hinted)}${groups}</form>`;
  const create =
    `<section><h2>Create a new account</h2><form class="new" action="login" method="get">${carried}` +
    `${hidden('sim.page', page.pageId)}<label>Name<input name="sim.name" required maxlength="32" autocomplete="off" ` +
    'placeholder="How others see you"></label><button class="go">Create and sign in</button></form></section>';
  const cancel = '<button class="cancel" form="pick" name="sim.cancel" value="1">Cancel</button>';
  return frame(lede + pick + create + cancel, '../');
}

export function refusalPage(reason: string): string {
  return frame(`<section><h2>Sign-in refused</h2><p>${text(reason)}</p></section>`, '../');
}

/** A public profile: the target of a summary's profile link. */
export function profilePage(account: Account): string {
  return frame(
    `<div class="hint">${picture(account, '../', 72)}<span class="who"><b>${text(account.name)}</b>` +
      `<small>${describe(account)}</small><small>${account.steamId}</small></span></div>`,
    '../',
  );
}

function hintPanel(account: Account | null): string {
  if (account === null) return '';
  return (
    `<div class="hint">${picture(account, '../', 72)}<span class="who"><b>${text(account.name)}</b>` +
    `<small>${describe(account)}</small></span>` +
    `<button class="go" name="sim.account" value="${account.steamId}" autofocus>Sign in as ` +
    `${text(account.name)}</button></div>`
  );
}

function group(title: string, accounts: readonly Account[], wanted: Account['group']): string {
  const rows = accounts.filter((account) => account.group === wanted).map(row);
  return rows.length === 0 ? '' : `<section><h2>${title}</h2><ul>${rows.join('')}</ul></section>`;
}

function row(account: Account): string {
  return (
    `<li><button class="row" name="sim.account" value="${account.steamId}">${picture(account, '../', 44)}` +
    `<span class="who"><b><span class="sr">Sign in as </span>${text(account.name)}</b>` +
    `<small>${describe(account)}</small></span></button></li>`
  );
}

function describe(account: Account): string {
  const count = account.items.length;
  const holds = count === 0 ? 'no items' : count === 1 ? '1 item' : `${count} items`;
  const shown = account.inventory === 'public' ? '' : `, inventory ${account.inventory}`;
  return text(`${account.note} · ${holds}${shown}`);
}
