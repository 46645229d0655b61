/**
 * Signing in to the service with a refresh token: the exchange for cookies that a browser goes through. Answers the sign-in library; sessions.ts holds
 * the sessions.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { carryOut, ok, send, type Answer } from './trade/answers.ts';
import { formOf, type TradeDeps } from './trade/calls.ts';
import type { Sessions } from './sessions.ts';

/** The sites that each get a cookie of their own, with the audience of its token. */
const SITES = new Map([
  ['steamcommunity.com', 'web:community'],
  ['store.steampowered.com', 'web:store'],
]);
const COOKIE = 'Path=/; Secure; HttpOnly; SameSite=None';
const ACCESS_DENIED = 15;

/** Nonces of exchanges in progress, each for one cookie. */
type Transfers = Map<string, { readonly steamId: string; readonly site: string }>;

export function sessionRoutes(app: FastifyInstance, deps: TradeDeps): void {
  const transfers: Transfers = new Map();
  app.post('/jwt/finalizelogin', async (request, reply) =>
    carryOut(deps.faults, 'login', reply, () => finalize(deps, transfers, formOf(request))),
  );
  app.post('/login/settoken', async (request, reply) =>
    send(reply, setToken(deps.sessions, transfers, request.headers.host ?? '', formOf(request))),
  );
}

function finalize(deps: TradeDeps, transfers: Transfers, form: ReadonlyMap<string, string>): Answer {
  const steamId = deps.sessions.readRefresh(form.get('nonce') ?? '');
  if (steamId === null) return ok({ success: false, error: ACCESS_DENIED });
  const transfer_info = [...SITES.keys()].map((site) => {
    const nonce = randomBytes(16).toString('hex');
    transfers.set(nonce, { steamId, site });
    return { url: `https://${site}/login/settoken`, params: { nonce, auth: randomBytes(16).toString('hex') } };
  });
  const kept = encodeURIComponent(`${steamId}||${form.get('nonce') ?? ''}`);
  return {
    ...ok({ steamID: steamId, redir: form.get('redir') ?? '', transfer_info, primary_domain: 'steamcommunity.com' }),
    cookies: [`steamRefresh_steam=${kept}; ${COOKIE}`],
  };
}

function setToken(sessions: Sessions, transfers: Transfers, host: string, form: ReadonlyMap<string, string>): Answer {
  const nonce = form.get('nonce') ?? '';
  const transfer = transfers.get(nonce);
  transfers.delete(nonce);
  const audience = SITES.get(host);
  if (transfer?.site !== host || transfer.steamId !== form.get('steamID') || audience === undefined) {
    return ok({ result: ACCESS_DENIED });
  }
  const value = encodeURIComponent(`${transfer.steamId}||${sessions.access(transfer.steamId, audience)}`);
  return { ...ok({ result: 1 }), cookies: [`steamLoginSecure=${value}; ${COOKIE}`] };
}
