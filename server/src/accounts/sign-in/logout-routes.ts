/**
 * Signing out. A link on this site does it at once; a link, picture or form of another site must not (security T15). A request that does
 * not provably come from this site gets a page with a button instead: pressing it does come from here.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { endSessions } from '@fairpot/contract/system/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SYSTEM, type Runner } from '../../platform/runner/command.ts';
import type { Config } from '../../platform/process/config.ts';
import type { Deps } from '../../platform/process/deps.ts';
import { cookieValue, sessionCookie } from '../../platform/http/session.ts';
import { sessionIdOf } from '../sessions.ts';
import { sendPage } from './plain-page.ts';
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

function confirmPage(reply: FastifyReply): FastifyReply {
  return sendPage(reply, {
    title: 'Log out of Fairpot?',
    body:
      '<form action="/api/auth/logout"><button>Log out</button></form>' + '<a class="else" href="/">Stay signed in</a>',
  });
}
