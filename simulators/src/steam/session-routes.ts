/**
 * Signing in to the service with a refresh token: the exchange for cookies that a browser goes through, and the call that apps use instead. Answers
 * the sign-in library; sessions.ts holds the sessions.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { message } from '../kit/protobuf.ts';
import { carryOut, ok, page, send, type Answer } from './trade/answers.ts';
import { formOf, sessionOf, type TradeDeps } from './trade/calls.ts';
import { answer, fieldsOf, OK, textOf } from './password-routes.ts';
import { SIGN_IN_PAGE } from './trade/trade-page.ts';
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
  app.post('/IAuthenticationService/GenerateAccessTokenForApp/v1', async (request, reply) => {
    const refresh = deps.sessions.readRefresh(textOf(fieldsOf(request), 1));
    // Browsers' refresh tokens are exchanged by the redirects above and not here.
    if (refresh?.platform !== 'mobile') return answer(reply, ACCESS_DENIED);
    return answer(reply, OK, message([1, deps.sessions.access(refresh.steamId, 'web')]));
  });
  app.get('/login/home', async (_request, reply) => send(reply, page(SIGN_IN_PAGE)));
  app.get('/my', async (request, reply) => {
    const me = sessionOf(deps, request);
    const to = me === null ? 'login/home/?goto=%2Fmy' : `profiles/${me.steamId}`;
    return reply.redirect(`https://steamcommunity.com/${to}`, 302);
  });
}

function finalize(deps: TradeDeps, transfers: Transfers, form: ReadonlyMap<string, string>): Answer {
  const refresh = deps.sessions.readRefresh(form.get('nonce') ?? '');
  if (refresh === null) return ok({ success: false, error: ACCESS_DENIED });
  const { steamId } = refresh;
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
