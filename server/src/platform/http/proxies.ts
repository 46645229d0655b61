/** The reverse proxies whose X-Forwarded-For counts: addresses and networks in CIDR notation (TRUSTED_PROXIES). */
import { BlockList, isIP } from 'node:net';

const BITS = { 4: 32, 6: 128 } as const;

/** Why this is neither an address nor a network; null if it is one. */
export function proxyProblem(text: string): string | null {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return `${text} is not an IP address or a network such as 10.0.0.0/8`;
  if (prefix === undefined) return null;
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  if (bits < 0 || bits > BITS[family as 4 | 6]) return `${text} has no valid prefix length`;
  return bits === 0 ? `${text} would trust every client` : null;
}

const lists = new WeakMap<readonly string[], BlockList>();

/** Whether this peer is one of the proxies. The list is built once. */
export function isTrustedProxy(address: string, proxies: readonly string[]): boolean {
  const family = isIP(address);
  if (family === 0 || proxies.length === 0) return false;
  let list = lists.get(proxies);
  if (list === undefined) {
    list = listOf(proxies);
    lists.set(proxies, list);
  }
  return list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const LOCAL = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1', 'fc00::/7', 'fe80::/10'];

/**
 * Whether this looks like a proxy that the configuration does not name: a peer of the own network that forwards for another client. Then all of its
 * clients share one rate limit. A client on the internet may send the header too, and proves nothing.
 */
export function isUnknownProxy(peer: string, forwardedFor: string | undefined, proxies: readonly string[]): boolean {
  return forwardedFor !== undefined && isTrustedProxy(peer, LOCAL) && !isTrustedProxy(peer, proxies);
}
