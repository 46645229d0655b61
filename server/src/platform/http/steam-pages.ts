/**
 * Demo only: the simulated Steam's pages for browsers, below /sim/steam on the site's own port, so that a person on
 * another machine can sign in, answer a trade offer and find the own trade link. Only these pages and the pictures; its control interface is not reachable here.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';

const PREFIX = '/sim/steam';
const TIMEOUT_MS = 10_000;
/** What the simulator may say to the browser; everything else stays behind. */
const PASSED = ['content-type', 'content-security-policy', 'location', 'cache-control', 'x-content-type-options'];

interface Params {
  readonly file?: string;
  readonly offerId?: string;
  readonly steamid?: string;
}

/**
 * Pages by their route, with the path that is asked for. The router has matched the decoded path; what is sent on is built
 * anew, so nothing can climb out of it.
 */
const PAGES: readonly (readonly [string, (params: Params) => string])[] = [
  ['/openid/login', () => '/openid/login'],
  ['/icon.svg', () => '/icon.svg'],
  ['/avatars/:file', ({ file = '' }) => `/avatars/${encodeURIComponent(file)}`],
  ['/tradeoffer/:offerId(^\\d{1,20}$)/', ({ offerId = '' }) => `/tradeoffer/${offerId}/`],
  [
    '/profiles/:steamid(^\\d{17}$)/tradeoffers/privacy',
    ({ steamid = '' }) => `/profiles/${steamid}/tradeoffers/privacy`,
  ],
];

export function registerSteamPages(http: FastifyInstance, steamBase: string): void {
  for (const [page, path] of PAGES) {
    http.get(`${PREFIX}${page}`, { helmet: false }, async (request, reply) => {
      const query = request.url.indexOf('?');
      const rest = query < 0 ? '' : request.url.slice(query);
      return pass(`${steamBase}${path(request.params as Params)}${rest}`, reply);
    });
  }
}

async function pass(url: string, reply: FastifyReply): Promise<FastifyReply> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    for (const name of PASSED) {
      const value = answer.headers.get(name);
      if (value !== null) void reply.header(name, value);
    }
    return await reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
  } catch {
    // The simulator is away: that is an answer of this page, not a fault of the site.
    return reply.code(503).type('text/plain').send('The simulated Steam does not answer right now.\n');
  }
}
