/** For tests: a person at the simulated provider, who picks an account and returns with its answer. */
import { signInQuery } from '../../../src/gateways/steam/openid.ts';

/** The raw query of the provider's answer to this request, as the browser would bring it to `returnTo`. */
export async function answerOf(
  providerBase: string,
  request: { readonly realm: string; readonly returnTo: string },
  choice: { readonly steamid: string } | 'cancel',
): Promise<string> {
  return answerToQuery(providerBase, signInQuery(request), choice);
}

/** The same for a sign-in address made by this site (only its query). */
export async function answerToQuery(
  providerBase: string,
  signInQueryText: string,
  choice: { readonly steamid: string } | 'cancel',
): Promise<string> {
  const chosen = choice === 'cancel' ? 'sim.cancel=1' : `sim.account=${choice.steamid}`;
  const page = await fetch(`${providerBase}/openid/login?${signInQueryText}&${chosen}`, { redirect: 'manual' });
  const location = page.headers.get('location');
  if (page.status !== 302 || location === null) throw new Error(`the provider answered ${page.status}`);
  return new URL(location).search.slice(1);
}
