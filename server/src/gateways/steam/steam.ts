/** The Steam gateway that main.ts and makeWorld build: one set of addresses for demo, one for live. */
import type { Clock } from '../../platform/process/ports.ts';
import { makeInventoryReader } from './inventories.ts';
import { signInQuery } from './openid.ts';
import type { SteamGateway } from '../../platform/process/steam-port.ts';
import { fetchProfiles, shownAvatar, type ProfileSource } from './profiles.ts';
import { verifySignIn } from './sign-in.ts';

export interface SteamAddresses {
  /** The provider's own origin: identities start with it, and answers are checked there. No trailing slash. */
  readonly communityBase: string;
  /** Where browsers sign in: the provider itself, or in a demo a path of this site that is proxied to it. */
  readonly loginPage: string;
  readonly apiBase: string;
  readonly apiKey: string;
  readonly avatarUrl: (hash: string) => string;
}

/** The part of the configuration that says where Steam is. */
interface SteamConfig {
  readonly mode: 'demo' | 'live';
  readonly steam: { readonly base: string; readonly apiBase: string; readonly apiKey: string | null };
}

/**
 * Live: the real service; pictures come straight from Steam, so its picture host must be in the page's img-src. Demo: the simulator;
 * what a browser needs of it is proxied below /sim/steam on the site's own port.
 */
export function steamAddresses({ mode, steam }: SteamConfig): SteamAddresses {
  const live = mode === 'live';
  return {
    communityBase: steam.base,
    loginPage: live ? `${steam.base}/openid/login` : '/sim/steam/openid/login',
    apiBase: steam.apiBase,
    apiKey: steam.apiKey ?? 'simulated',
    avatarUrl: live
      ? (hash) => `https://avatars.steamstatic.com/${hash}_full.jpg`
      : (hash) => `/sim/steam/avatars/${hash}.svg`,
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
