/**
 * The provider's HTTP API: the sign-in page, the answer to the site, and the check of that answer. The rules are in openid.ts;
 * here are requests, redirects and faults.
 *
 * The page works by GET alone, so that a proxy needs to forward nothing else. Creating an account by GET is harmless because of the page id: the same
 * page creates at most one.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { BoundedMap } from '../kit/bounded.ts';
import type { BaseClock } from '../kit/clock.ts';
import type { FaultBoard } from '../kit/faults.ts';
import { bodyText, hang, queryText, singleValues } from '../kit/service.ts';
import type { Account, Accounts } from './accounts.ts';
import { cancelledAnswer, OPENID_NS, readLoginRequest, type LoginRequest, type Provider } from './openid.ts';
import { MARK, sendPage } from './html.ts';
import { pickerPage, profilePage, refusalPage } from './page.ts';

export interface LoginDeps {
  readonly accounts: Accounts;
  readonly provider: Provider;
  readonly clock: BaseClock;
  readonly faults: FaultBoard;
  /** The provider's canonical origin, whatever host the browser used. */
  readonly base: () => string;
}

/** Pages whose "create" was used, with the account it made. */
type CreatedBy = BoundedMap<string, string>;
const CREATED_CAPACITY = 1_000;

export function loginRoutes(app: FastifyInstance, deps: LoginDeps): void {
  const createdBy: CreatedBy = new BoundedMap(CREATED_CAPACITY);
  app.get('/openid/login', async (request, reply) => {
    const params = singleValues(queryText(request));
    if (params === null) return refuse(reply, 'A parameter comes twice.');
    if (params.get('openid.mode') !== 'checkid_setup') return refuse(reply, 'Unknown request (openid.mode).');
    const login = readLoginRequest(params);
    if (typeof login === 'string') return refuse(reply, login);
    return signIn(deps, createdBy, params, login, reply);
  });

  app.post('/openid/login', async (request, reply) => {
    const params = singleValues(bodyText(request));
    if (params?.get('openid.mode') !== 'check_authentication') return refuse(reply, 'Unknown request (openid.mode).');
    return check(deps, params, reply);
  });

  // The target of a profile link.
  app.get<{ Params: { id: string } }>('/profiles/:id', async (request, reply) => {
    const account = deps.accounts.find(request.params.id);
    if (account === null) return page(reply.code(404), refusalPage('There is no such account.'), null);
    return page(reply, profilePage(account), null);
  });
  app.get('/icon.svg', async (_request, reply) => reply.type('image/svg+xml').send(MARK));
}

/** Chosen, created or cancelled: back to the site. No choice yet: the picker. */
function signIn(
  deps: LoginDeps,
  createdBy: CreatedBy,
  params: ReadonlyMap<string, string>,
  login: LoginRequest,
  reply: FastifyReply,
) {
  const { accounts, clock, faults } = deps;
  if (params.has('sim.cancel')) return redirect(reply, cancelledAnswer(login));
  const name = params.get('sim.name');
  const steamId =
    name === undefined ? params.get('sim.account') : createOnce(deps, createdBy, params.get('sim.page') ?? '', name);
  if (steamId === undefined) return showPicker(deps, params, login, reply);
  if (personOf(accounts, steamId) === null) return refuse(reply, 'There is no such account.');
  const agedMs = faults.take('steam', 'nonce-expired')?.ageMs ?? 0;
  const aheadMs = faults.take('steam', 'clock-skew')?.aheadMs ?? 0;
  return redirect(reply, deps.provider.assert(deps.base(), login, steamId, clock.now() - agedMs + aheadMs));
}

/** People cannot sign in as bots. */
function personOf(accounts: Accounts, steamId: string): Account | null {
  const account = accounts.find(steamId);
  return account?.group === 'bot' ? null : account;
}

function createOnce(deps: LoginDeps, createdBy: CreatedBy, pageId: string, name: string): string | undefined {
  const earlier = createdBy.get(pageId);
  if (earlier !== undefined && deps.accounts.find(earlier) !== null) return earlier;
  const steamId = deps.accounts.create({ name }, deps.clock.now())?.steamId;
  if (steamId === undefined) return undefined;
  createdBy.set(pageId, steamId);
  return steamId;
}

function showPicker(deps: LoginDeps, params: ReadonlyMap<string, string>, login: LoginRequest, reply: FastifyReply) {
  const carried = new Map([...params].filter(([name]) => name.startsWith('openid.')));
  const hinted = personOf(deps.accounts, params.get('login_hint') ?? '');
  const pageId = randomBytes(12).toString('base64url');
  const accounts = deps.accounts.list();
  const origin = new URL(login.returnTo).origin;
  return page(reply, pickerPage({ request: login, carried, accounts, hinted, pageId }), origin);
}

/** check_authentication with its faults. Faults that replace the whole answer leave the nonce unused. */
async function check({ provider, faults }: LoginDeps, params: ReadonlyMap<string, string>, reply: FastifyReply) {
  if (faults.take('steam', 'check-hang') !== null) return hang(reply);
  const slow = faults.take('steam', 'check-slow');
  if (slow !== null) await delay(slow.ms);
  if (faults.take('steam', 'check-403') !== null) return reply.code(403).type('text/html').send(DENIED);
  if (faults.take('steam', 'check-503') !== null) return reply.code(503).type('text/html').send(UNAVAILABLE);
  if (faults.take('steam', 'check-html') !== null) return reply.type('text/html').send(UNAVAILABLE);
  const refused = faults.take('steam', 'check-invalid') !== null;
  const valid = !refused && provider.check(params, faults.take('steam', 'check-second-use') !== null);
  const answer = `ns:${OPENID_NS}\nis_valid:${valid}\n`;
  const truncated = faults.take('steam', 'check-truncated');
  if (truncated === null) return reply.type('text/plain;charset=utf-8').send(answer);
  const part = answer.slice(0, answer.indexOf('is_valid:') + 5);
  if (truncated.drop === 0) return reply.type('text/plain;charset=utf-8').send(part);
  return breakOff(reply, answer, part);
}

/** Promises the whole answer, sends a part and breaks the connection. */
function breakOff(reply: FastifyReply, whole: string, part: string): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(whole) });
  reply.raw.write(part, () => reply.raw.destroy());
  return reply;
}

function refuse(reply: FastifyReply, reason: string) {
  return page(reply.code(400), refusalPage(reason), null);
}

/** `formOrigin`: browsers apply the policy to the redirect after a form too, so it must name the site. */
function page(reply: FastifyReply, html: string, formOrigin: string | null) {
  const formAction = formOrigin === null ? "'none'" : `'self' ${formOrigin}`;
  return sendPage(reply, html, formAction);
}

function redirect(reply: FastifyReply, location: string) {
  return reply.header('cache-control', 'no-store').redirect(location, 302);
}

const DENIED = '<html><head><title>Access Denied</title></head><body><h1>Access Denied</h1></body></html>';
const UNAVAILABLE = '<html><head><title>Unavailable</title></head><body><h1>Service Unavailable</h1></body></html>';
