/**
 * The witness's HTTP interface: `POST /add-checkpoint`, `GET /<sha256 of the origin>/checkpoint` for monitors, and `GET
 * /`, which identifies the witness. Bodies, times and connections are bounded; there is no sign-in, because a
 * checkpoint carries its own signature.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AddCheckpointResponse, Witness } from './witness.ts';

/** 63 proof lines and a note with many signatures, some of them of post-quantum size. */
const MAX_BYTES = 256 * 1024;
const REQUEST_MS = 10_000;
const MAX_CONNECTIONS = 256;
const TEXT = 'text/plain; charset=utf-8';

export interface WitnessServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function listen(
  witness: Witness,
  vkey: string,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<WitnessServer> {
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS / 2, connectionsCheckingInterval: 1_000 },
    (request, response) => {
      handle(witness, vkey, request, response).catch(() => {
        // The body broke off or was too slow: no client is left to answer.
        response.destroy();
      });
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { url: urlOf(server), stop: () => closeServer(server) };
}

async function handle(
  witness: Witness,
  vkey: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (path === '/add-checkpoint') {
    if (request.method !== 'POST') return send(response, 405, 'use POST\n', { allow: 'POST' });
    const body = await bodyOf(request);
    if (body === null) return send(response, 413, `more than ${MAX_BYTES} bytes\n`, { connection: 'close' });
    return sendAnswer(response, await witness.add(body));
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, 'use GET\n', { allow: 'GET' });
  if (path === '/') return send(response, 200, whoWeAre(witness, vkey));
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? [];
  const found = Object.entries(witness.logs).find(([origin]) => hash === originHash(origin));
  const note = found?.[1].note ?? null;
  return note === null
    ? send(response, 404, 'not found\n')
    : send(response, 200, note, { 'cache-control': 'no-cache' });
}

function sendAnswer(response: ServerResponse, answer: AddCheckpointResponse): void {
  if (answer.status === 200) return send(response, 200, answer.line);
  if (answer.status === 409) return send(response, 409, `${answer.size}\n`, { 'content-type': 'text/x.tlog.size' });
  return send(response, answer.status, `${answer.why}\n`);
}

function send(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': TEXT, 'x-content-type-options': 'nosniff', ...headers });
  response.end(text);
}

/** The body; null when it is too long. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function whoWeAre(witness: Witness, vkey: string): string {
  const logs = Object.entries(witness.logs).map(([origin, { size }]) => `${originHash(origin)} ${size} ${origin}\n`);
  return `A witness of transparency logs (c2sp.org/tlog-witness).\nkey ${vkey}\n${logs.join('')}`;
}

/** The hash that names a log in the path of its checkpoint. */
export function originHash(origin: string): string {
  return createHash('sha256').update(origin).digest('hex');
}

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
