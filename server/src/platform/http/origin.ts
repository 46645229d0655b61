/**
 * Where a request comes from: the page that sent it (cross-site defence, for HTTP and the socket handshake) and the client's address, which is the
 * peer's unless a configured proxy reports another.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../process/config.ts';
import { isTrustedProxy } from './proxies.ts';

/**
 * Whether a browser reports that a page of another site sent this. Browsers send Origin with every POST and every socket handshake; a client that
 * sends neither header is not a browser and carries no other person's cookies.
 */
export function isCrossSite(headers: IncomingHttpHeaders, config: Pick<Config, 'publicOrigin' | 'mode'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return isForeignOrigin(headers, config);
}

/** The same by Origin alone: for sockets, browsers disagree on Sec-Fetch-Site, because the socket's scheme is ws and the page's http. */
export function isForeignOrigin(headers: IncomingHttpHeaders, config: Pick<Config, 'publicOrigin' | 'mode'>): boolean {
  const { origin } = headers;
  if (origin === undefined) return false;
  if (origin === config.publicOrigin) return false;
  // In live only the configured public origin counts; a demo accepts any name of its machine.
  if (config.mode === 'live') return true;
  return !URL.canParse(origin) || new URL(origin).host !== headers.host;
}

/** The address that rate limits count: the last one that a trusted proxy added, else the peer's. */
export function addressOf(peer: string | undefined, headers: IncomingHttpHeaders, trusted: readonly string[]): string {
  const direct = plainAddress(peer ?? 'unknown');
  if (!isTrustedProxy(direct, trusted)) return direct;
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const hops = forwarded.map((hop) => plainAddress(hop.trim())).filter((hop) => hop !== '');
  return hops.findLast((hop) => !isTrustedProxy(hop, trusted)) ?? direct;
}

/** Unwraps an IPv4-mapped IPv6 address. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
