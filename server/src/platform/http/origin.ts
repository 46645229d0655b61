/**
 * Where a request comes from: the page that sent it (cross-site defence, for HTTP and the socket handshake alike) and
 * the address of the person, which is the peer's unless a configured proxy says otherwise.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../process/config.ts';

/**
 * Whether a browser says that a page of another site sent this. Browsers send Origin with every POST and every socket
 * handshake; a client that sends neither header is no browser and carries nobody's cookies.
 */
export function isCrossSite(headers: IncomingHttpHeaders, config: Pick<Config, 'publicOrigin' | 'mode'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return isForeignOrigin(headers, config);
}

/** The same by Origin alone: browsers differ in what they call a socket's site, as its scheme is ws and the page's http. */
export function isForeignOrigin(headers: IncomingHttpHeaders, config: Pick<Config, 'publicOrigin' | 'mode'>): boolean {
  const { origin } = headers;
  if (origin === undefined) return false;
  if (origin === config.publicOrigin) return false;
  // In live the public origin is known and the only one; a demo is reached by whatever name its machine has.
  if (config.mode === 'live') return true;
  return !URL.canParse(origin) || new URL(origin).host !== headers.host;
}

/** The address that rate limits count: the last one that a trusted proxy added, else the peer's. */
export function addressOf(peer: string | undefined, headers: IncomingHttpHeaders, trusted: readonly string[]): string {
  const direct = plainAddress(peer ?? 'unknown');
  if (!trusted.includes(direct)) return direct;
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const hops = forwarded.map((hop) => plainAddress(hop.trim())).filter((hop) => hop !== '');
  return hops.findLast((hop) => !trusted.includes(hop)) ?? direct;
}

/** IPv4 in its IPv6 clothes is IPv4. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
