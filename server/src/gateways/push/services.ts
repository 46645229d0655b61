/**
 * The push services that a message may go to. A browser names its endpoint, so without this list anyone could make the site call any address. Hosts
 * are names of the services' own domains: no address of a network, no other port.
 */

interface PushService {
  readonly name: string;
  readonly isHost: (host: string) => boolean;
}

const KNOWN: readonly PushService[] = [
  // Chrome, Edge on Android, Opera, Brave, Samsung
  { name: 'google', isHost: (host) => host === 'fcm.googleapis.com' },
  { name: 'mozilla', isHost: (host) => host === 'updates.push.services.mozilla.com' },
  { name: 'apple', isHost: (host) => host === 'web.push.apple.com' },
  // Edge on Windows: a host for each region
  { name: 'microsoft', isHost: (host) => /^[a-z0-9-]+[.]notify[.]windows[.]com$/.test(host) },
];

export interface PushPlace {
  readonly service: string;
  readonly endpoint: string;
}

export interface PushServices {
  readonly names: readonly string[];
  readonly placeOf: (endpoint: string) => PushPlace | null;
}

/** `extraOrigins`: services on this machine, for tests and simulators; each is a service of its own. */
export function pushServices(extraOrigins: readonly string[]): PushServices {
  return {
    names: [...KNOWN.map(({ name }) => name), ...extraOrigins],
    placeOf: (endpoint) => {
      if (!URL.canParse(endpoint)) return null;
      const { origin, protocol, hostname, port, username, password, href } = new URL(endpoint);
      if (username !== '' || password !== '') return null;
      if (extraOrigins.includes(origin)) return { service: origin, endpoint: href };
      if (protocol !== 'https:' || port !== '') return null;
      const found = KNOWN.find(({ isHost }) => isHost(hostname));
      return found === undefined ? null : { service: found.name, endpoint: href };
    },
  };
}
