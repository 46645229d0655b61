/** Trade links. */
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
