/**
 * Signing out. A link on this site does it at once; a link, picture or form of another site must not (security T15). A request that does
 * not provably come from this site gets a page with a button instead: pressing it does come from here.
 */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { endSessions } from '@fairpot/contract/system/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SYSTEM, type Runner } from '../../platform/runner/command.ts';
import type { Config } from '../../platform/process/config.ts';
import type { Deps } from '../../platform/process/deps.ts';
import { cookieValue, sessionCookie } from '../../platform/http/session.ts';
import { sessionIdOf } from '../sessions.ts';
import { setCookie, setMark } from './sign-in-cookie.ts';

export function logoutRoutes(http: FastifyInstance, deps: Deps, execute: Runner['execute']): void {
  http.get('/auth/logout', async (request, reply) =>
    fromThisSite(request.headers, deps.config) ? logout(deps, execute, request, reply) : confirmPage(reply),
  );
  // The server refuses every POST that comes from another site.
  http.post('/auth/logout', async (request, reply) => logout(deps, execute, request, reply));
}

async function logout(deps: Deps, execute: Runner['execute'], request: FastifyRequest, reply: FastifyReply) {
  const cookie = sessionCookie(deps.config);
  const sessionId = sessionIdOf(cookieValue(request.headers.cookie, cookie.name) ?? '');
  if (sessionId !== null) {
    await execute(endSessions, SYSTEM, { sessionId });
    deps.signals.disconnect({ sessionId });
  }
  return reply
    .header('set-cookie', [setCookie(cookie, '', 0), setMark(cookie, 0)])
    .header('cache-control', 'no-store')
    .header('clear-site-data', '"cache"')
    .redirect('/', 303);
}

/** A browser sends this itself; one too old for it sends the page that it comes from. A prefetch is no click. */
function fromThisSite(headers: IncomingHttpHeaders, config: Pick<Config, 'publicOrigin'>): boolean {
  if ((headers['sec-purpose'] ?? headers['purpose']) !== undefined) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { referer, host } = headers;
  if (referer === undefined || !URL.canParse(referer)) return false;
  const from = new URL(referer);
  return config.publicOrigin === null ? from.host === host : from.origin === config.publicOrigin;
}

/** The colours of the client's theme (web/src/styles/theme.css): this page is not part of its build. */
const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;background:#0d0f12;color:#f2f4f7;' +
  'font:16px/1.5 system-ui,sans-serif}main{text-align:center;padding:24px}h1{font-size:22px}' +
  'button{font:inherit;min-height:44px;padding:0 24px;border:0;border-radius:8px;background:#c8f04a;color:#12160a;' +
  'font-weight:600;cursor:pointer}a{color:#b4bcc9;display:inline-block;margin-top:16px}';
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Log out of Fairpot?</title>' +
  `<meta name="viewport" content="width=device-width,initial-scale=1"><style>${STYLE}</style></head><body><main>` +
  '<h1>Log out of Fairpot?</h1><form action="/api/auth/logout"><button>Log out</button></form>' +
  '<a href="/">Stay signed in</a></main></body></html>';

function confirmPage(reply: FastifyReply): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src ${STYLE_HASH}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    .send(PAGE);
}
