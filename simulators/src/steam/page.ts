/**
 * The pages a player sees at the simulated provider: the account picker and the refusal. Every link, form and picture is
 * relative, so the pages work on the provider's own port and behind the site's `/sim/steam/` alike. There is no password
 * field, because there is nothing to know: anyone may be anyone here, and the page says so.
 */
import { avatarHash, type Account } from './accounts.ts';
import type { LoginRequest } from './openid.ts';
import { PAGE_STYLE } from './page-style.ts';

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

const TITLE = 'Simulated identity provider';

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
  return document(lede + pick + create + cancel, '../');
}

export function refusalPage(reason: string): string {
  return document(`<section><h2>Sign-in refused</h2><p>${text(reason)}</p></section>`, '../');
}

/** A public profile: what the profile link of a summary leads to. */
export function profilePage(account: Account): string {
  return document(
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

function picture(account: Account, up: string, size: number): string {
  return `<img src="${up}avatars/${avatarHash(account.steamId)}.svg" width="${size}" height="${size}" alt="">`;
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${text(name)}" value="${text(value)}">`;
}

/** `up` leads from the page's address to the provider's root. */
function document(body: string, up: string): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `<title>${TITLE}</title><link rel="icon" href="${up}icon.svg"><style>${PAGE_STYLE}</style></head>` +
    `<body><main><header>${MARK}<h1>${TITLE}</h1></header>` +
    `${body}<footer>Part of the demo. Play money, play people.</footer></main></body></html>`
  );
}

/** A badge with a blank face: an identity, but nobody's. */
export const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 46 46" aria-hidden="true"><rect width="46" height="46" ' +
  'rx="13" fill="#c8f04a"/>' +
  '<path d="M18.5 9h9v4h-9z" fill="#141806"/><rect x="11" y="15" width="24" height="22" rx="4" fill="none" ' +
  'stroke="#141806" stroke-width="3"/><circle cx="23" cy="23" r="3.6" fill="#141806"/>' +
  '<path d="M16.5 33c1-4 3.5-5.5 6.5-5.5s5.5 1.5 6.5 5.5z" fill="#141806"/></svg>';

/** Text made safe for element content and quoted attributes. */
function text(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
