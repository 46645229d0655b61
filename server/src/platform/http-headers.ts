/** Security headers of every answer (ASVS 3.4). The policy allows nothing inline and nothing from elsewhere. */
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { IncomingMessage } from 'node:http';
import type { Config } from './config.ts';

/** Pictures of players come straight from Steam in live (see the Steam gateway); in demo from this site. */
const LIVE_PICTURES = 'https://avatars.steamstatic.com';
const YEAR_S = 31_536_000;

export function securityHeaders(config: Pick<Config, 'mode'>): FastifyHelmetOptions {
  const live = config.mode === 'live';
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', ...(live ? [LIVE_PICTURES] : [])],
        connectSrc: ["'self'", (request) => socketSources(request)],
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

/** The same host by WebSocket: some browsers do not count it as 'self'. */
function socketSources(request: IncomingMessage): string {
  const { host } = request.headers;
  return host !== undefined && /^[a-z0-9.:[\]-]+$/i.test(host) ? `ws://${host} wss://${host}` : "'self'";
}
