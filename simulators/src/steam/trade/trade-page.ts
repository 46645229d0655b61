/**
 * The trade page that scripts read: the two parties, what each may trade, and for how many days a trade would be held. Also resolves trade links. The
 * page for people is offer-page.ts.
 */
import { accountNumber, steamIdOf, type Account, type Accounts } from '../accounts.ts';

/** The account of a trade link's parameters; null when the number or the token is wrong. */
export function partnerOf(accounts: Accounts, link: URLSearchParams): Account | null {
  const number = link.get('partner') ?? '';
  if (!/^\d{1,10}$/.test(number)) return null;
  const partner = accounts.find(steamIdOf(number));
  return partner !== null && partner.tradeToken === link.get('token') ? partner : null;
}

/** The link that lets others send offers to the account. */
export function tradeLink(account: Account): string {
  const partner = accountNumber(account.steamId);
  return `https://steamcommunity.com/tradeoffer/new/?partner=${partner}&token=${account.tradeToken}`;
}

/** `holdDays` is added to the holds of the accounts. */
export function tradePage(me: Account, them: Account, holdDays: number): string {
  const contexts = (account: Account) => {
    const apps = [...new Set(account.items.map((item) => item.appId))];
    return Object.fromEntries(
      apps.map((app) => [app, { appid: app, rgContexts: { 2: { id: '2', name: 'Backpack' } } }]),
    );
  };
  const values = {
    g_rgAppContextData: contexts(me),
    g_rgPartnerAppContextData: contexts(them),
    g_strYourPersonaName: me.name,
    g_strTradePartnerPersonaName: them.name,
    g_bTradePartnerProbation: them.economyBan === 'probation',
    g_daysMyEscrow: Math.max(me.holdDays, holdDays),
    g_daysTheirEscrow: Math.max(them.holdDays, holdDays),
  };
  const lines = Object.entries(values).map(([name, value]) => `var ${name} = ${inScript(value)};`);
  return (
    '<!doctype html><html><head><title>Trade offer</title></head><body>\n' +
    `<script type="text/javascript">\n${lines.join('\n')}\n</script>\n</body></html>`
  );
}

/** The page of a trade link that leads nowhere. */
export function errorPage(reason: string): string {
  return (
    '<!doctype html><html><head><title>Trade offer</title></head><body>' +
    `<div id="error_msg">${reason}</div></body></html>`
  );
}

/** Where a page redirects callers that are not signed in. */
export const SIGN_IN_PAGE =
  '<!doctype html><html><head><title>Sign In</title></head><body><script>g_steamID = false;</script></body></html>';

function inScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
