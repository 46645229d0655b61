/**
 * Demo only: browser pages of the simulators, below /sim on the site's own port. A person on another machine can sign in, answer a trade offer, find
 * their trade link and pay a deposit by hand, and their browser can query the beacon. Only these pages and the pictures are served; the simulators'
 * control interface is not reachable here.
 */
import { SIMULATED_BEACON_PATH } from '@fairpot/contract/fair/beacon';
import type { FastifyInstance, FastifyReply } from 'fastify';

const TIMEOUT_MS = 10_000;
/** Headers that a simulator may send to the browser; all others are dropped. */
const PASSED = ['content-type', 'content-security-policy', 'location', 'cache-control', 'x-content-type-options'];

interface Params {
  readonly file?: string;
  readonly offerId?: string;
  readonly steamid?: string;
  readonly app?: string;
  readonly payment?: string;
  readonly round?: string;
}

/**
 * Pages by route, with their upstream path. The router matches the decoded path and the upstream path is rebuilt, so path traversal is impossible.
 */
type Pages = readonly (readonly [string, (params: Params) => string])[];

const STEAM_PAGES: Pages = [
  ['/openid/login', () => '/openid/login'],
  ['/icon.svg', () => '/icon.svg'],
  ['/avatars/:file', ({ file = '' }) => `/avatars/${encodeURIComponent(file)}`],
  ['/tradeoffer/:offerId(^\\d{1,20}$)/', ({ offerId = '' }) => `/tradeoffer/${offerId}/`],
  [
    '/profiles/:steamid(^\\d{17}$)/tradeoffers/privacy',
    ({ steamid = '' }) => `/profiles/${steamid}/tradeoffers/privacy`,
  ],
  [
    '/inventory/:steamid(^\\d{17}$)/:app(^\\d{1,7}$)/2',
    ({ steamid = '', app = '' }) => `/inventory/${steamid}/${app}/2`,
  ],
];

const WALLET_PAGES: Pages = [
  ['/pay', () => '/pay'],
  ['/held', () => '/held'],
  ['/paid/:payment(^[0-9A-Za-z_-]{16}$)', ({ payment = '' }) => `/paid/${payment}`],
  ['/icon.svg', () => '/icon.svg'],
];

/** What a browser requests from the beacon directly: the newest round, and a due round. */
const BEACON_PAGES: Pages = [
  [
    '/v2/beacons/quicknet/rounds/:round(^(?:latest|\\d{1,16})$)',
    ({ round = '' }) => `/v2/beacons/quicknet/rounds/${round}`,
  ],
];

export function registerBeaconPages(http: FastifyInstance, drandBase: string): void {
  register(http, SIMULATED_BEACON_PATH, drandBase, BEACON_PAGES, 'The simulated beacon does not answer right now.\n');
}

export function registerSteamPages(http: FastifyInstance, steamBase: string): void {
  register(http, '/sim/steam', steamBase, STEAM_PAGES, 'The simulated Steam does not answer right now.\n');
}

export function registerWalletPages(http: FastifyInstance, walletBase: string): void {
  register(http, '/sim/wallet', walletBase, WALLET_PAGES, 'The simulated wallet does not answer right now.\n');
}

function register(http: FastifyInstance, prefix: string, base: string, pages: Pages, away: string): void {
  for (const [page, path] of pages) {
    http.get(`${prefix}${page}`, { helmet: false }, async (request, reply) => {
      const query = request.url.indexOf('?');
      const rest = query < 0 ? '' : request.url.slice(query);
      return pass(`${base}${path(request.params as Params)}${rest}`, reply, away);
    });
  }
}

async function pass(url: string, reply: FastifyReply, away: string): Promise<FastifyReply> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    for (const name of PASSED) {
      const value = answer.headers.get(name);
      if (value !== null) void reply.header(name, value);
    }
    return await reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
  } catch {
    // The simulator is away: this page says so; it is not a fault of the site.
    return reply.code(503).type('text/plain').send(away);
  }
}
