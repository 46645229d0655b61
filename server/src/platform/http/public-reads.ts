/**
 * Answers that a page of any other site may read (CORS): what a stranger verifies this site with, such as a checker that runs from a disk. They are the
 * same for everyone; a browser sends no cookie with such a request, and a call that needs a session is not among them.
 */
import type { Call } from '@fairpot/contract/wire/call.schemas';
import { MANIFEST_FILE } from '@fairpot/fairness/client/manifest';
import type { FastifyInstance } from 'fastify';

const VERIFIED = /^\/api\/fair\//;

/** Registered before the routes. `calls`: those of this server. */
export function openPublicReads(http: FastifyInstance, calls: readonly Call[]): void {
  const own = new Set(calls.filter(({ permission }) => permission !== 'public').map(({ path }) => `/api${path}`));
  http.addHook('onRequest', (request, reply, done) => {
    const { url = '' } = request.routeOptions;
    const isPublic = (VERIFIED.test(url) && !own.has(url)) || request.url === `/${MANIFEST_FILE}`;
    if (isPublic && (request.method === 'GET' || request.method === 'HEAD'))
      void reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
    done();
  });
}
