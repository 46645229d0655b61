/**
 * Demo only: the simulated Steam's pages for browsers, below /sim/steam on the site's own port, so that a person on
 * another machine can sign in and answer a trade offer. Only these pages and the pictures; its control interface is not reachable here.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';

const PREFIX = '/sim/steam';
const TIMEOUT_MS = 10_000;
/** What the simulator may say to the browser; everything else stays behind. */
const PASSED = ['content-type', 'content-security-policy', 'location', 'cache-control', 'x-content-type-options'];

export function registerSteamPages(http: FastifyInstance, steamBase: string): void {
  for (const page of ['/openid/login', '/icon.svg', '/avatars/:file', '/tradeoffer/:offerId(^\\d{1,20}$)/']) {
    http.get(`${PREFIX}${page}`, { helmet: false }, async (request, reply) => {
      // The router has matched the decoded path; what is sent on is built anew, so nothing can climb out of it.
      const { file, offerId } = request.params as { file?: string; offerId?: string };
      const path =
        offerId === undefined
          ? file === undefined
            ? page
            : `/avatars/${encodeURIComponent(file)}`
          : `/tradeoffer/${offerId}/`;
      const query = request.url.indexOf('?');
      return pass(`${steamBase}${path}${query < 0 ? '' : request.url.slice(query)}`, reply);
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
