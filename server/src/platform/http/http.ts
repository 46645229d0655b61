/**
 * The HTTP server: guards, calls, health, the client's files. server.ts starts it; tests reach it over a real port.
 *
 * Invariants: a request from another site changes nothing; a body must be small, plain JSON without duplicate names; every failure below /api is a
 * refusal in the envelope with the request's id.
 */
import cookie from '@fastify/cookie';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Runner } from '../runner/command.ts';
import type { Config } from '../process/config.ts';
import type { Deps } from '../process/deps.ts';
import type { Feature } from '../runner/feature.ts';
import type { Health } from './health.ts';
import { answerFailure, registerCalls } from './http-calls.ts';
import { registerSecurityHeaders } from './http-headers.ts';
import { registerCompression, registerFiles } from './http-files.ts';
import { openApi } from './openapi.ts';
import { addressOf, isCrossSite, plainAddress } from './origin.ts';
import { plainPath } from './plain-path.ts';
import { isUnknownProxy } from './proxies.ts';
import { openPublicReads } from './public-reads.ts';
import { refuse } from '../runner/refused.ts';
import { registerSecurityTxt } from './security-txt.ts';
import { bearerOf, sessionCookie } from './session.ts';
import type { ResolveKey, ResolveSession } from './session.ts';
import { registerBeaconPages, registerSteamPages, registerWalletPages } from './simulator-pages.ts';
import { parseStrictJson } from './strict-json.ts';

export interface HttpParts {
  readonly deps: Deps;
  readonly runner: Runner;
  readonly features: readonly Feature[];
  readonly resolveSession: ResolveSession;
  readonly resolveKey: ResolveKey;
  readonly health: Health;
  /** Folder of the built client. */
  readonly webFolder: string;
  /** Whether the server is stopping: then each connection closes after its next answer. */
  readonly draining: () => boolean;
  readonly limits?: HttpLimits | undefined;
  /** Facts up to this `seq` are committed. */
  readonly seq: () => string;
}

/** Time limits for receiving a request, in ms. `headersMs` must be the shorter one: Node uses the longer of the two for the body. */
export interface HttpLimits {
  readonly headersMs: number;
  /** Headers and body together. */
  readonly requestMs: number;
  /** How often connections are checked, which is the precision of the limits. */
  readonly checkMs: number;
}

const MAX_BODY_BYTES = 32 * 1024;
const LIMITS: HttpLimits = { headersMs: 5_000, requestMs: 10_000, checkMs: 1_000 };

/** Builds the server; the caller listens and closes. */
export async function makeHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { deps, limits = LIMITS } = parts;
  const http = fastify({
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => deps.ids.next('request'),
    logger: false,
    requestTimeout: limits.requestMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
    forceCloseConnections: 'idle',
    // A stopping server still answers requests: none is refused while the database is available.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  });
  http.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, deps.log));
  http.decorateRequest('session', null);
  http.decorateRequest('keyActor', null);
  http.decorateRequest('address', '');
  http.addHook('onRequest', async (request, reply) => {
    request.address = addressOf(request.socket.remoteAddress, request.headers, deps.config.trustedProxies);
    void reply.header('x-request-id', request.id);
    if (plainPath(request.url) === null) refuse('BAD_INPUT', { detail: 'the path can be read in two ways' });
  });
  http.addHook('onSend', async (_request, reply) => {
    if (parts.draining()) void reply.header('connection', 'close');
  });
  logRequests(http, deps);
  warnOfUnknownProxy(http, deps);
  await registerSecurityHeaders(http, deps.config, deps.client);
  openPublicReads(
    http,
    [...parts.runner.bindings.values()].map(({ call }) => call),
  );
  await http.register(cookie);
  await registerCompression(http);
  await http.register((api) => registerApi(api, parts), { prefix: '/api' });
  const { mode, drand, steam, walletBase } = deps.config;
  if (mode === 'demo') registerBeaconPages(http, drand.base);
  if (mode === 'demo') registerSteamPages(http, steam.base);
  if (mode === 'demo' && walletBase !== null) registerWalletPages(http, walletBase);
  registerSecurityTxt(http, deps);
  await registerFiles(http, parts.webFolder, deps.client !== null, (request, path) => headFor(parts, request, path));
  return http;
}

/** The tags that the features have for the page at the path. Without the public origin, in a demo, the one that the visitor asked. */
async function headFor(
  { deps, features }: HttpParts,
  { host, address }: FastifyRequest,
  path: string,
): Promise<string> {
  const from = { origin: deps.config.publicOrigin ?? `http://${host}`, address };
  const found = await Promise.all(features.flatMap(({ head }) => (head ? [head(path, from)] : [])));
  return found.filter((tags) => tags !== null).join('');
}

async function registerApi(api: FastifyInstance, parts: HttpParts): Promise<void> {
  const { deps, runner, features, health } = parts;
  acceptOnlyStrictJson(api);
  api.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    guard(request, deps.config);
    if (!isHealth(request.url)) await identify(request, parts);
  });
  registerCalls(api, { runner, deps, seq: parts.seq });
  for (const feature of features) await api.register(async (scope) => feature.routes?.(scope));
  health.register(api);
  // From the calls of this server: a live one documents no demo calls.
  const description = openApi([...runner.bindings.values()].map(({ call }) => call));
  api.get('/openapi.json', async () => description);
  api.all('/*', () => refuse('NOT_FOUND'));
  // An unknown staff call gets the same answer as a forbidden one (rulings 1.3).
  api.all('/admin/*', () => refuse('FORBIDDEN'));
}

function acceptOnlyStrictJson(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseStrictJson(body as string));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Refuses cross-site requests of browsers, compressed bodies, and bodies that are not JSON. */
function guard(request: FastifyRequest, config: Config): void {
  const { method, headers } = request;
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return;
  if (isCrossSite(headers, config)) refuse('FORBIDDEN');
  if (headers['content-encoding'] !== undefined) refuse('BAD_INPUT', { detail: 'send the body unpacked' });
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    refuse('BAD_INPUT', { detail: 'send application/json' });
  }
}

function isHealth(url: string): boolean {
  return /^\/api\/(health|ready|openapi\.json)(\?|$)/.test(url);
}

/** By the API key, if the request carries one; a wrong one is refused even where none is needed. Otherwise by the session's cookie. */
async function identify(request: FastifyRequest, { deps, resolveSession, resolveKey }: HttpParts): Promise<void> {
  const key = bearerOf(request.headers.authorization);
  if (key !== null) {
    request.keyActor = (await resolveKey(key, request.address))?.actor ?? refuse('API_KEY_UNKNOWN');
    return;
  }
  const token = request.cookies[sessionCookie(deps.config).name];
  request.session = token === undefined ? null : await resolveSession(token);
}

/** One line for each request: always with level debug, with level info where the access log is on. Never a query: it may hold a token. */
function logRequests(http: FastifyInstance, { log, config }: Deps): void {
  http.addHook('onResponse', async (request, reply) => {
    const { id, method, url, headers } = request;
    const fields = {
      requestId: id,
      // What the browser knows even if no answer arrives: the id of its call.
      callId: printable(headers['idempotency-key']),
      method,
      path: url.split('?', 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      player: (request.keyActor ?? request.session?.actor)?.id ?? null,
      byKey: request.keyActor !== null,
      address: request.address,
    };
    if (config.accessLog) log.info(fields, 'request');
    else log.debug(fields, 'request');
  });
}

const MAX_CALL_ID = 64;

function printable(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header.slice(0, MAX_CALL_ID) : undefined;
}

/** Once: a proxy forwards each request. */
function warnOfUnknownProxy(http: FastifyInstance, { log, config }: Deps): void {
  let warned = false;
  http.addHook('onRequest', async (request) => {
    if (warned) return;
    const proxy = plainAddress(request.socket.remoteAddress ?? '');
    const forwarded = request.headers['x-forwarded-for'];
    if (!isUnknownProxy(proxy, [forwarded ?? []].flat()[0], config.trustedProxies)) return;
    warned = true;
    log.warn({ proxy }, 'a proxy that TRUSTED_PROXIES does not name: all of its clients share one rate limit');
  });
}
