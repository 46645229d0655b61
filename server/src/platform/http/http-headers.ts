/** Security headers of every answer (ASVS 3.4). The policy allows no other origins, and nothing inline but the client's own import map. */
import { DRAND_ENDPOINTS, isOnSiteMachine } from '@fairpot/contract/fair/beacon';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../process/config.ts';
import type { Deps } from '../process/deps.ts';

/** In live, avatars come straight from Steam (see the Steam gateway); in demo from this site. */
const LIVE_PICTURES = 'https://avatars.steamstatic.com';
const YEAR_S = 31_536_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by the helmet plugin for routes with their own header options. */
    helmet?: unknown;
  }
}

/** Number of hosts whose headers are cached: a site has a few names, and a client that invents more gains nothing. */
const MAX_HOSTS = 64;

/**
 * Sets the headers on every answer, except for routes with `helmet: false`. They depend only on the requested host, so helmet computes them once per
 * host.
 */
export async function registerSecurityHeaders(
  http: FastifyInstance,
  config: Pick<Config, 'mode' | 'drand'>,
  client: Deps['client'],
): Promise<void> {
  await http.register(helmet, { ...securityHeaders(config, client?.inlineScripts ?? []), global: false });
  const known = new Map<string, readonly (readonly [string, string])[]>();
  http.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.helmet !== undefined) return done();
    const host = request.headers.host ?? '';
    const headers = known.get(host);
    if (headers) {
      for (const [name, value] of headers) reply.raw.setHeader(name, value);
      return done();
    }
    void reply.helmet();
    if (known.size >= MAX_HOSTS) known.clear();
    known.set(
      host,
      Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)]),
    );
    return done();
  });
}

function securityHeaders(
  config: Pick<Config, 'mode' | 'drand'>,
  inlineScripts: readonly string[],
): FastifyHelmetOptions {
  const live = config.mode === 'live';
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts.map((hash) => `'${hash}'`)],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', ...(live ? [LIVE_PICTURES] : [])],
        // The beacon: a browser compares its clock with it, and opens a sealed secret itself if this site does not publish it. A demo's beacon
        // answers through this site; on the site's own machine also at its own address, even while the site is away.
        connectSrc: [
          "'self'",
          ...(live ? DRAND_ENDPOINTS : []),
          (request) => [...(live ? [] : beaconSources(config, request)), socketSources(request)].join(' '),
        ],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // No text becomes HTML or script; the default policy of the client lets addresses of its own scripts pass.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
      },
    },
    // This directive makes the browser load everything over https, so it is sent only where https is used.
    strictTransportSecurity: live ? { maxAge: YEAR_S, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    originAgentCluster: true,
  };
}

/** The simulated beacon itself, for a browser on the same machine. For another browser that address is some other server. */
function beaconSources({ drand }: Pick<Config, 'drand'>, { headers }: IncomingMessage): string[] {
  return isOnSiteMachine((headers.host ?? '').replace(/:\d+$/, '')) ? [new URL(drand.base).origin] : [];
}

/** The same host by WebSocket: some browsers do not count it as 'self'. */
function socketSources(request: IncomingMessage): string {
  const { host } = request.headers;
  return host !== undefined && /^[a-z0-9.:[\]-]+$/i.test(host) ? `ws://${host} wss://${host}` : "'self'";
}
