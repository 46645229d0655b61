/**
 * Signing in and out as browser navigations: /auth begins, /auth/return takes the provider's answer, /auth/logout ends.
 *
 * Invariants: an answer counts once, only in the browser that began that sign-in, and creates a new session id. If anything goes wrong, the
 * browser lands on a page of this site without a session.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endSessions, signIn, saveProviderProfile } from '@fairpot/contract/system/schemas';
import { SYSTEM, type Runner } from '../../platform/runner/command.ts';
import type { Config } from '../../platform/process/config.ts';
import { DatabaseUnavailable } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/process/deps.ts';
import { RateLimiter } from '../../platform/runner/rate-limit.ts';
import { Refused, refuse } from '../../platform/runner/refused.ts';
import { cookieValue, sessionCookie } from '../../platform/http/session.ts';
import { logoutRoutes } from './logout-routes.ts';
import { safeNext } from './next-path.ts';
import { SESSION_ABSOLUTE_MS } from '../rules.ts';
import { sessionIdOf } from '../sessions.ts';
import { readSignIn, setCookie, setMark, SIGN_IN_SECONDS, signInCookie, writeSignIn } from './sign-in-cookie.ts';

type Execute = Runner['execute'];
type Query = Record<string, string | string[] | undefined>;

/** Answers per address: each costs a call to the provider. */
const ANSWERS = { max: 20, perMs: 60_000 };
const STATE_BYTES = 24;
const TOKEN_BYTES = 32;

export function signInRoutes(http: FastifyInstance, deps: Deps, execute: Execute): void {
  const limiter = new RateLimiter();
  http.get('/auth', async (request, reply) => begin(deps, request, reply));
  http.get('/auth/return', async (request, reply) => {
    const wait = deps.config.rateLimits ? limiter.take(request.address, ANSWERS, deps.clock.now()) : 0;
    if (wait > 0) return leave(deps, reply, '/?signin=unavailable');
    return finish(deps, execute, request, reply);
  });
  logoutRoutes(http, deps, execute);
}

/** The site's own origin: the configured one, or in demo the name that the browser used. */
export function ownOrigin(config: Pick<Config, 'publicOrigin'>, host: string | undefined): string {
  if (config.publicOrigin !== null) return config.publicOrigin;
  const plain = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9.-]{1,253})(:\d{1,5})?$/i;
  if (host === undefined || !plain.test(host) || !URL.canParse(`http://${host}`)) {
    return refuse('BAD_INPUT', { detail: 'invalid Host header' });
  }
  return new URL(`http://${host}`).origin;
}

function begin(deps: Deps, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { config, gateways, random } = deps;
  const origin = ownOrigin(config, request.headers.host);
  const query = request.query as Query;
  const state = Buffer.from(random.bytes(STATE_BYTES)).toString('base64url');
  const next = safeNext(single(query['next']) ?? pageBefore(request.headers.referer, origin));
  const hint = config.mode === 'demo' ? single(query['hint']) : undefined;
  const cookie = signInCookie(sessionCookie(config));
  return reply
    .header('set-cookie', setCookie(cookie, writeSignIn({ state, next }), SIGN_IN_SECONDS))
    .header('cache-control', 'no-store')
    .redirect(
      gateways.steam.signInUrl({
        realm: origin,
        returnTo: returnAddress(origin, state),
        ...(hint !== undefined && /^7656119\d{10}$/.test(hint) ? { hint } : {}),
      }),
      302,
    );
}

async function finish(deps: Deps, execute: Execute, request: FastifyRequest, reply: FastifyReply) {
  const { config, clock, gateways, log } = deps;
  const session = sessionCookie(config);
  const begun = readSignIn(cookieValue(request.headers.cookie, signInCookie(session).name));
  if (begun === null) return leave(deps, reply, '/?signin=failed');
  const returnTo = returnAddress(ownOrigin(config, request.headers.host), begun.state);
  const answer = await gateways.steam.verifySignIn(rawQuery(request), { returnTo, now: clock.now() });
  if (answer.kind !== 'ok') {
    log.warn({ kind: answer.kind, why: answer.why, requestId: request.id }, 'sign-in not completed');
    return leave(deps, reply, answer.kind === 'unavailable' ? '/?signin=unavailable' : '/?signin=failed');
  }
  const token = Buffer.from(deps.random.bytes(TOKEN_BYTES)).toString('base64url');
  const playerId = await open(deps, execute, request, { ...answer.value, token });
  if (playerId === 'failed' || playerId === 'unavailable' || playerId === 'excluded')
    return leave(deps, reply, `/?signin=${playerId}`);
  await endEarlier(deps, execute, cookieValue(request.headers.cookie, session.name));
  void refreshProfile(deps, execute, playerId, answer.value.steamid);
  const lifetime = SESSION_ABSOLUTE_MS / 1000;
  return leave(deps, reply, begun.next, [setCookie(session, token, lifetime), setMark(session, lifetime)]);
}

/** Opens the session. Returns the player's id, or why not. */
async function open(
  deps: Deps,
  execute: Execute,
  request: FastifyRequest,
  answer: { readonly steamid: string; readonly nonce: string; readonly token: string },
): Promise<string> {
  try {
    const { playerId } = await execute(signIn, SYSTEM, {
      steamid: answer.steamid,
      nonce: answer.nonce,
      sessionId: sessionIdOf(answer.token),
      userAgent: (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 200),
      address: request.address,
    });
    return playerId;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return 'unavailable';
    if (!(error instanceof Refused)) throw error;
    deps.log.warn({ code: error.code, requestId: request.id }, 'sign-in refused');
    if (error.code === 'SIGN_IN_EXCLUDED') return 'excluded';
    return error.code === 'UNAVAILABLE' ? 'unavailable' : 'failed';
  }
}

/** Ends the session that this browser held before: a new sign-in leaves no old session behind. */
async function endEarlier(deps: Deps, execute: Execute, token: string | null): Promise<void> {
  const sessionId = token === null ? null : sessionIdOf(token);
  if (sessionId === null) return;
  await execute(endSessions, SYSTEM, { sessionId });
  deps.signals.disconnect({ sessionId });
}

/** Name and picture come after the sign-in, in the background: it must not depend on another service being up. */
async function refreshProfile(deps: Deps, execute: Execute, playerId: string, steamid: string): Promise<void> {
  try {
    const read = await deps.gateways.steam.profiles([steamid]);
    const profile = read.kind === 'ok' ? read.value[0] : undefined;
    if (profile === undefined) {
      deps.log.warn({ playerId, why: read.kind === 'ok' ? 'unknown there' : read.why }, 'profile unavailable');
      return;
    }
    const { name, avatar } = profile;
    const { changed } = await execute(saveProviderProfile, SYSTEM, { playerId, name, avatar });
    if (changed) deps.signals.userUpdated(playerId);
  } catch (error) {
    deps.log.error({ err: error, playerId }, 'profile import failed');
  }
}

/** Redirects to a page of this site; always removes the sign-in's own cookie. */
function leave(deps: Deps, reply: FastifyReply, to: string, sessionSet: string[] = []): FastifyReply {
  const over = setCookie(signInCookie(sessionCookie(deps.config)), '', 0);
  return reply
    .header('set-cookie', [over, ...sessionSet])
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(to, 302);
}

function returnAddress(origin: string, state: string): string {
  return `${origin}/api/auth/return?state=${state}`;
}

/** The page of this site that the link was on. */
function pageBefore(referer: string | undefined, origin: string): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined;
  const url = new URL(referer);
  return url.origin === origin ? `${url.pathname}${url.search}` : undefined;
}

function single(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function rawQuery(request: FastifyRequest): string {
  const mark = request.url.indexOf('?');
  return mark < 0 ? '' : request.url.slice(mark + 1);
}
