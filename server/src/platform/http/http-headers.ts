/** Security headers of every answer (ASVS 3.4). The policy allows nothing inline and nothing from elsewhere. */
import { DRAND_ENDPOINTS, isOnSiteMachine } from '@fairpot/contract/fair/beacon';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../process/config.ts';

/** Pictures of players come straight from Steam in live (see the Steam gateway); in demo from this site. */
const LIVE_PICTURES = 'https://avatars.steamstatic.com';
const YEAR_S = 31_536_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by the helmet plugin for routes that say something of their own about headers. */
    helmet?: unknown;
  }
}

/** Hosts whose headers are kept: a site has a few names, and who makes up more gains nothing. */
const MOST_HOSTS = 64;

/**
 * Sets them on every answer, except for routes with `helmet: false`. They depend on nothing but the host that was asked, so
 * that helmet works them out once for each.
 */
export async function registerSecurityHeaders(
  http: FastifyInstance,
  config: Pick<Config, 'mode' | 'drand'>,
): Promise<void> {
  await http.register(helmet, { ...securityHeaders(config), global: false });
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
    if (known.size >= MOST_HOSTS) known.clear();
    known.set(
      host,
      Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)]),
    );
    return done();
  });
}

function securityHeaders(config: Pick<Config, 'mode' | 'drand'>): FastifyHelmetOptions {
  const live = config.mode === 'live';
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', ...(live ? [LIVE_PICTURES] : [])],
        // The beacon: a browser compares its clock with it, and opens a seal by itself when this site does not publish. That of a
        // demo answers at this site; on the site's own machine at its address as well, also while the site is away.
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
      },
    },
    // Plain http would be told to load everything by https: only where there is https.
    strictTransportSecurity: live ? { maxAge: YEAR_S, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    originAgentCluster: true,
  };
}

/** The simulated beacon itself, for a browser on its machine; for another one its address is some other server. */
function beaconSources({ drand }: Pick<Config, 'drand'>, { headers }: IncomingMessage): string[] {
  return isOnSiteMachine((headers.host ?? '').replace(/:\d+$/, '')) ? [new URL(drand.base).origin] : [];
}

/** The same host by WebSocket: some browsers do not count it as 'self'. */
function socketSources(request: IncomingMessage): string {
  const { host } = request.headers;
  return host !== undefined && /^[a-z0-9.:[\]-]+$/i.test(host) ? `ws://${host} wss://${host}` : "'self'";
}
