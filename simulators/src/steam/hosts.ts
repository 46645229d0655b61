/**
 * One port stands for several hosts of the real service. A request that names one of them (the libraries do; only their connections are redirected
 * here) gets the paths of that host and 404 for the others', so that a call to the wrong host fails here as it would there. A request without such a
 * host (the site's, to its configured base URL) gets them all.
 */
import type { FastifyInstance } from 'fastify';

const PATHS = new Map<string, RegExp>([
  ['steamcommunity.com', /^\/(inventory|tradeoffer|mobileconf|trade|market|login|openid|profiles)(\/|$)/],
  ['api.steampowered.com', /^\/I[A-Z]/],
  ['login.steampowered.com', /^\/jwt\//],
  ['store.steampowered.com', /^\/login\//],
  ['api.skinport.com', /^\/v1\//],
  ['api.waxpeer.com', /^\/v1\/prices\//],
  ['market.csgo.com', /^\/api\/v2\/prices\//],
]);

export function routeByHost(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const paths = PATHS.get((request.headers.host ?? '').toLowerCase());
    const path = (request.url.split('?')[0] ?? '').replace(/\/{2,}/g, '/');
    if (paths?.test(path) === false)
      return reply.code(404).type('text/html').send('<html><body>Not Found</body></html>');
  });
}
