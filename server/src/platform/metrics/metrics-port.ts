/**
 * The operator's port of a process: GET /health (200, or 503 when it does no work) and GET /metrics (Prometheus). Every process has one where
 * METRICS_PORT is set. It answers on this machine only, unless METRICS_HOST says otherwise: the site's own port shows none of it.
 *
 * Invariant: few connections, short requests, one collection at a time, so that a scraper cannot burden the process.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { OperatorMustAct } from '../process/exit.ts';

export const METRICS_ENV = {
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
};

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

const Env = z.object(METRICS_ENV);

/** Null: this process has no such port. */
export function metricsAddress({ METRICS_PORT: port, METRICS_HOST: host }: z.infer<typeof Env>): MetricsAddress | null {
  return port === undefined ? null : { host, port };
}

export interface MetricsPortParts {
  readonly address: MetricsAddress;
  readonly collect: () => Promise<string>;
  /** Answered at once, from memory. */
  readonly health: () => { readonly ok: boolean };
}

export interface MetricsPort {
  readonly url: string;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 16;
const REQUEST_MS = 5_000;

/** Throws OperatorMustAct if the port is in use. */
export async function openMetricsPort({ address, collect, health }: MetricsPortParts): Promise<MetricsPort> {
  let collecting: Promise<string> | null = null;
  const collectOnce = () => (collecting ??= collect().finally(() => (collecting = null)));
  const limits = { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, connectionsCheckingInterval: 1_000 };
  const server = createServer(limits, (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0];
    if (request.method !== 'GET') return send(response, 405, 'text/plain', 'use GET\n');
    if (path === '/health') {
      const state = health();
      return send(response, state.ok ? 200 : 503, 'application/json', `${JSON.stringify(state)}\n`);
    }
    if (path !== '/metrics') return send(response, 404, 'text/plain', '/health or /metrics\n');
    return void collectOnce().then(
      (text) => send(response, 200, Registry.PROMETHEUS_CONTENT_TYPE, text),
      () => send(response, 500, 'text/plain', 'the metrics could not be collected\n'),
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new OperatorMustAct(`METRICS_PORT: ${error.message}`)));
    server.listen(address.port, address.host, resolve);
  });
  const { port, address: host, family } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://${family === 'IPv6' ? `[${host}]` : host}:${port}`, close };
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}
