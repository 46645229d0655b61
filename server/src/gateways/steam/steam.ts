/** The Steam gateway as main.ts and makeWorld build it: one set of addresses for demo, one for live. */
import type { Clock } from '../../platform/ports.ts';
import { makeInventoryReader } from './inventories.ts';
import { signInQuery } from './openid.ts';
import type { SteamGateway } from './port.ts';
import { fetchProfiles, shownAvatar, type ProfileSource } from './profiles.ts';
import { verifySignIn } from './sign-in.ts';

export interface SteamAddresses {
  /** The provider's own origin: identities start with it, answers are checked there. No trailing slash. */
  readonly communityBase: string;
  /** Where browsers are sent to sign in: the provider itself, or in demo a path of this site that is proxied to it. */
  readonly loginPage: string;
  readonly apiBase: string;
  readonly apiKey: string;
  readonly avatarUrl: (hash: string) => string;
}

/** The real service. Pictures come straight from Steam, so its picture host must be in the page's img-src. */
export function liveSteam(apiKey: string): SteamAddresses {
  return {
    communityBase: 'https://steamcommunity.com',
    loginPage: 'https://steamcommunity.com/openid/login',
    apiBase: 'https://api.steampowered.com',
    apiKey,
    avatarUrl: (hash) => `https://avatars.steamstatic.com/${hash}_full.jpg`,
  };
}

/** The simulator at `base`; what the browser needs of it is proxied below /sim/steam on the site's own port. */
export function simulatedSteam(base: string): SteamAddresses {
  return {
    communityBase: base,
    loginPage: '/sim/steam/openid/login',
    apiBase: base,
    apiKey: 'simulated',
    avatarUrl: (hash) => `/sim/steam/avatars/${hash}.svg`,
  };
}

export function makeSteamGateway(addresses: SteamAddresses, clock: Clock): SteamGateway {
  const profiles: ProfileSource = addresses;
  const inventories = makeInventoryReader(addresses.communityBase, clock);
  return {
    signInUrl: (input) => `${addresses.loginPage}?${signInQuery(input)}`,
    verifySignIn: (query, expected) => verifySignIn({ base: addresses.communityBase }, query, expected),
    profiles: (steamids) => fetchProfiles(profiles, steamids),
    inventory: (steamid, appId, contextId) => inventories.read(steamid, appId, contextId),
    avatar: (hash) => shownAvatar(profiles, hash),
  };
}
