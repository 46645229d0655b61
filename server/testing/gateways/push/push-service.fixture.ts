/**
 * A push service on this machine, with browsers. It checks the site's signature (RFC 8292) and decrypts as the browser does (RFC 8291), with nothing
 * but Node's cryptography: what it received is what a browser would get. A request that it cannot verify or decrypt is answered with 400.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushTarget } from '../../../src/platform/process/push-port.ts';
import { systemClock } from '../../../src/platform/process/system-ports.ts';

/** A private key of P-256 for tests. */
export const TEST_VAPID_KEY = Buffer.alloc(32, 7).toString('base64url');

export interface ReceivedPush {
  readonly endpoint: string;
  readonly payload: unknown;
  readonly headers: IncomingHttpHeaders;
  /** Of the site's token. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  /** The key that signed the token, base64url. */
  readonly signedBy: string;
}

/** A status, or no answer at all. */
export type Behaviour = number | 'hang';

export class PushService {
  readonly received: ReceivedPush[] = [];
  /** Why requests were answered with 400. */
  readonly faults: string[] = [];
  /** By endpoint; 201 for the others. */
  readonly behaviour = new Map<string, Behaviour>();
  readonly #browsers = new Map<string, { readonly pair: ECDH; readonly auth: Buffer }>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<PushService> {
    const server = createServer();
    const service = new PushService(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => void chunks.push(chunk));
      request.on('end', () => service.#take(request.url ?? '', request.headers, Buffer.concat(chunks), response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A browser that subscribes here. */
  browser(): PushTarget {
    const endpoint = `${this.origin}/send/${randomBytes(12).toString('base64url')}`;
    const pair = createECDH('prime256v1');
    const p256dh = pair.generateKeys('base64url');
    const auth = randomBytes(16);
    this.#browsers.set(endpoint, { pair, auth });
    return { endpoint, p256dh, auth: auth.toString('base64url') };
  }

  /** What one browser received, as the pages say it. */
  payloadsOf({ endpoint }: Pick<PushTarget, 'endpoint'>): unknown[] {
    return this.received.filter((push) => push.endpoint === endpoint).map(({ payload }) => payload);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(path: string, headers: IncomingHttpHeaders, body: Buffer, response: ServerResponse): void {
    const endpoint = `${this.origin}${path}`;
    try {
      const browser = this.#browsers.get(endpoint);
      if (browser === undefined) throw new Error(`no browser has the endpoint ${endpoint}`);
      const signed = verified(headers, this.origin);
      const payload: unknown = JSON.parse(decrypted(body, browser.pair, browser.auth).toString('utf8'));
      this.received.push({ endpoint, payload, headers, ...signed });
    } catch (error) {
      this.faults.push(String(error));
      response.writeHead(400).end();
      return;
    }
    const does = this.behaviour.get(endpoint) ?? 201;
    if (does === 'hang') return;
    // A redirect leads to the same endpoint: to follow it would send twice.
    response.writeHead(does, does >= 300 && does < 400 ? { location: endpoint } : {}).end();
  }
}

/** Checks `Authorization: vapid t=<token>, k=<key>`. */
function verified(headers: IncomingHttpHeaders, origin: string): Pick<ReceivedPush, 'claims' | 'signedBy'> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=([A-Za-z0-9_-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33, 65).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg: string };
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as ReceivedPush['claims'];
  if (!isSigned || alg !== 'ES256') throw new Error('the token is not signed by its key');
  if (claims.aud !== origin) throw new Error(`the token is for ${claims.aud}`);
  const leftSeconds = claims.exp - systemClock.now() / 1_000;
  if (leftSeconds <= 0 || leftSeconds > 24 * 60 * 60) throw new Error('the token ends too early or too late');
  return { claims, signedBy: key };
}

/** RFC 8188 with the keys of RFC 8291: salt, record size, length and bytes of the sender's key, one record. */
function decrypted(body: Buffer, browser: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32);
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length));
  const opening = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  opening.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([opening.update(record.subarray(0, -16)), opening.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0) throw new Error('the record has no end');
  return padded.subarray(0, end);
}
