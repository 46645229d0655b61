/**
 * One simulated service = one HTTP server on one loopback port. start.ts opens each through here, which guarantees for all of them: they bind
 * loopback only, every request is in the log, and stopping closes hanging connections. Bodies arrive as text whatever their content type (Steam takes
 * forms, EOS nodes take untyped JSON).
 */
import { isIP } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { BaseClock } from './clock.ts';
import type { LoggedRequest, RequestLog } from './request-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    logged: LoggedRequest | null;
  }
}

export interface Service {
  readonly baseUrl: string;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly name: string;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly clock: BaseClock;
  readonly log: RequestLog;
  /** Adds the routes; `base()` returns the service's own origin and may be called from the first request on. */
  readonly routes: (app: FastifyInstance, base: () => string) => void;
}

/** Throws unless the host is a literal loopback address: names could resolve anywhere. */
export function assertLoopback(host: string): void {
  const loopback = host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  if (!loopback) throw new Error(`simulators bind to loopback only (127.0.0.1 or ::1), not to "${host}"`);
}

export async function openService(options: ServiceOptions): Promise<Service> {
  const { name, host, port, clock, log } = options;
  assertLoopback(host);
  const app = Fastify({
    // An offer of 256 items, url-encoded, is the longest body.
    bodyLimit: 256 * 1024,
    forceCloseConnections: true,
    // One of the libraries requests `//trade/new/acknowledge`, and the real service accepts that.
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 200 },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  if (name !== 'control') recordRequests(app, name, clock, log);
  let baseUrl = '';
  options.routes(app, () => baseUrl);
  await app.listen({ host, port });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error(`${name} is listening on no port`);
  baseUrl = `http://${isIP(host) === 6 ? `[${host}]` : host}:${address.port}`;
  return { baseUrl, close: () => app.close() };
}

/** Leaves the request unanswered for ever: the caller's own timeout must end it. */
export function hang(reply: FastifyReply): FastifyReply {
  return reply.hijack();
}

/** The request's body as text; empty without one. */
export function bodyText(request: FastifyRequest): string {
  return typeof request.body === 'string' ? request.body : '';
}

/** Query or form parameters as one value per name; null when a name comes twice, which no honest caller does. */
export function singleValues(encoded: string): ReadonlyMap<string, string> | null {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(encoded)) {
    if (values.has(name)) return null;
    values.set(name, value);
  }
  return values;
}

/** The raw query string of a request, without the question mark. */
export function queryText(request: FastifyRequest): string {
  const mark = request.url.indexOf('?');
  return mark < 0 ? '' : request.url.slice(mark + 1);
}

function recordRequests(app: FastifyInstance, service: string, clock: BaseClock, log: RequestLog): void {
  app.decorateRequest('logged', null);
  app.addHook('onRequest', async (request) => {
    const { method, url } = request;
    request.logged = log.add({
      atMs: clock.now(),
      service,
      method,
      url,
      path: url.split('?')[0] ?? url,
      body: '',
      origin: request.headers.origin ?? null,
      referer: request.headers.referer ?? null,
      status: null,
    });
  });
  app.addHook('preHandler', async (request) => {
    const secret = request.url.startsWith('/jwt/') || request.url.startsWith('/IAuthenticationService/');
    if (request.logged !== null && !secret) request.logged.body = bodyText(request).slice(0, 2_000);
  });
  app.addHook('onResponse', async (request, reply) => {
    if (request.logged !== null) request.logged.status = reply.statusCode;
  });
}
