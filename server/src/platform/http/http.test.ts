import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request as rawRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createWallet, wallet } from '../../../testing/wallet.ts';
import { makeWorld } from '../../../testing/world.ts';
import type { World } from '../../../testing/world.ts';
import type { Actor } from '../runner/feature.ts';
import type { RunningServer } from '../process/server.ts';
import { sql } from '../database/sql.ts';
import { writeManifest } from './client-build.ts';

let world: World;
let server: RunningServer;
let client = '';
let person: Actor;
const logged: string[] = [];

beforeAll(async () => {
  const note = (fields: Record<string, unknown>) => void logged.push(String(fields['err']));
  const log = { child: () => log, debug: () => undefined, info: () => undefined, warn: note, error: note };
  world = await makeWorld({ features: [wallet], log });
  await createWallet(world.db);
  client = await builtClient();
  server = await world.http({ webFolder: client });
  person = world.actor();
});
afterAll(() => world.close());
beforeEach(() => world.db.run(sql`update wallet set total = 0`));

/** Long enough to be compressed. */
const FAQ = `<!doctype html><h1>FAQ</h1>${'<p>Why?</p>'.repeat(200)}`;

async function builtClient(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fairpot-web-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, 'art'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Fairpot</title>');
  mkdirSync(join(folder, 'first/fairplay'), { recursive: true });
  writeFileSync(join(folder, 'first/index.html'), '<!doctype html><h1>Jackpot</h1>');
  writeFileSync(join(folder, 'first/faq.html'), FAQ);
  writeFileSync(join(folder, 'first/fairplay/solvency.html'), '<!doctype html><h1>Solvency</h1>');
  writeFileSync(join(folder, 'assets/main-1a2b.js'), `export const text = '${'long enough to pack '.repeat(200)}';`);
  writeFileSync(join(folder, 'art/ak.webp'), 'picture');
  writeFileSync(join(folder, 'art/version.txt'), '1a2b3c4d\n');
  await writeManifest(folder, { commit: null, lockFile: '00'.repeat(32) });
  return folder;
}

type ReceivedEnvelope = {
  success: boolean;
  message: string;
  text: string;
  details: Record<string, unknown>;
  requestId: string;
};

interface RequestOptions {
  readonly body?: string | Buffer;
  readonly headers?: Record<string, string>;
  readonly path?: string;
}

/** A POST as the client sends it: same site, JSON, signed in. Header values '' are left out. */
async function post({ body = '{"amount":1}', headers = {}, path = '/api/wallet/put' }: RequestOptions = {}) {
  const given = { 'content-type': 'application/json', cookie: world.signedIn(person), origin: server.url, ...headers };
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const answer = await fetch(`${server.url}${path}`, { method: 'POST', body: body as string, headers: sent });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as ReceivedEnvelope };
}

async function total(): Promise<number> {
  return (await world.db.one<{ total: number }>(sql`select total from wallet`)).total;
}

describe('a call by HTTP', () => {
  test('answers in the envelope, once per key', async () => {
    const headers = { 'idempotency-key': 'one' };
    const first = await post({ headers });
    expect([first.status, first.body]).toEqual([200, { success: true, response: { total: 1 } }]);
    expect((await post({ headers })).body).toEqual(first.body);
    expect(await total()).toBe(1);
    const other = await post({ headers, body: '{"amount":2}' });
    expect([other.status, other.body.message]).toEqual([422, 'ERR_KEY_REUSED']);
  });

  test('20 at once under one key have one effect', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post({ headers: { 'idempotency-key': 'many' }, path: '/api/wallet/asked' })),
    );
    expect(new Set(answers.map((a) => JSON.stringify(a.body)))).toEqual(
      new Set(['{"success":true,"response":{"total":1}}']),
    );
    expect(await total()).toBe(1);
  });

  test('path parameters and the query string are the input of a GET', async () => {
    await post({ body: '{"amount":7}' });
    const answer = await fetch(`${server.url}/api/wallet/total/cents?plus=3`);
    expect(await answer.json()).toEqual({ success: true, response: { total: 10 } });
    const wrong = await fetch(`${server.url}/api/wallet/total/cents?plus=3&admin=1`);
    expect(wrong.status).toBe(400);
    expect((await fetch(`${server.url}/api/wallet/total/pounds`)).status).toBe(400);
  });

  test('a refusal has the code, text, details and request id', async () => {
    const { status, body, headers } = await post({ body: '{"amount":1,"tag":"refuse"}' });
    expect(status).toBe(422);
    expect(body).toEqual({
      success: false,
      message: 'ERR_ITEM_TOO_CHEAP',
      text: 'Each item must be worth at least 1.00$',
      details: { min: '1.00' },
      requestId: headers.get('x-request-id'),
    });
    expect(body.requestId).toMatch(/^req_/);
  });

  test('a bug reveals only the request id; the log has everything', async () => {
    const { status, body } = await post({ body: '{"amount":1,"tag":"bug"}' });
    expect([status, body.message, body.text]).toEqual([500, 'ERR_INTERNAL', 'Something went wrong']);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(logged.join()).toContain('a bug with a secret in it');
    expect(await total()).toBe(0);
  });

  test('an unknown call is refused in the envelope, staff calls as forbidden, system calls as unknown', async () => {
    const missing = await fetch(`${server.url}/api/nothing`);
    expect([missing.status, ((await missing.json()) as ReceivedEnvelope).message]).toEqual([404, 'Not found']);
    const staff = await post({ path: '/api/admin/pauses/set' });
    expect([staff.status, staff.body.message]).toEqual([403, 'Forbidden resource']);
    expect((await post({ path: '/api/wallet/system' })).status).toBe(404);
    expect((await post({ headers: { cookie: '' } })).body.message).toBe('Unauthorized');
    expect((await post({ headers: { cookie: 'fp_session=forged' } })).body.message).toBe('Unauthorized');
  });
});

describe('refuses', () => {
  test.each<[string, RequestOptions, number, string]>([
    ['a page of another site', { headers: { origin: 'https://evil.example' } }, 403, 'Forbidden resource'],
    ['an opaque origin', { headers: { origin: 'null' } }, 403, 'Forbidden resource'],
    [
      'a request that the browser marks as cross-site',
      { headers: { 'sec-fetch-site': 'cross-site' } },
      403,
      'Forbidden resource',
    ],
    ['a sister domain', { headers: { 'sec-fetch-site': 'same-site' } }, 403, 'Forbidden resource'],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 400, 'ERR_BAD_INPUT'],
    ['plain text', { headers: { 'content-type': 'text/plain' } }, 400, 'ERR_BAD_INPUT'],
    [
      'a body that is too large',
      { body: JSON.stringify({ amount: 1, tag: 'x'.repeat(33_000) }) },
      413,
      'ERR_TOO_LARGE',
    ],
    ['a compressed body', { body: gzipSync('{}'), headers: { 'content-encoding': 'gzip' } }, 400, 'ERR_BAD_INPUT'],
    ['broken JSON', { body: '{"amount":1' }, 400, 'ERR_BAD_INPUT'],
    ['a list', { body: '[1]' }, 400, 'ERR_BAD_INPUT'],
    ['a duplicate name', { body: '{"amount":1,"amount":2}' }, 400, 'ERR_BAD_INPUT'],
    ['the same, spelled differently', { body: '{"amount":1,"\\u0061mount":2}' }, 400, 'ERR_BAD_INPUT'],
    ['an unknown field', { body: '{"amount":1,"isFake":true}' }, 400, 'ERR_BAD_INPUT'],
    ['a prototype', { body: '{"amount":1,"__proto__":{"status":"ADMIN"}}' }, 400, 'ERR_BAD_INPUT'],
    ['a constructor, deep inside', { body: '{"list":[{"constructor":{}}]}' }, 400, 'ERR_BAD_INPUT'],
    ['deeply nested lists', { body: `{"list":${'['.repeat(5_000)}${']'.repeat(5_000)}}` }, 400, 'ERR_BAD_INPUT'],
    ['a key with spaces', { headers: { 'idempotency-key': 'a b' } }, 400, 'ERR_BAD_INPUT'],
    ['a key that is too long', { headers: { 'idempotency-key': 'k'.repeat(256) } }, 400, 'ERR_BAD_INPUT'],
  ])('%s', async (_what, sent, status, message) => {
    const answer = await post(sent);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
    expect(await total()).toBe(0);
  });

  test('a client that is not a browser sends neither Origin nor Sec-Fetch-Site', async () => {
    expect((await post({ headers: { origin: '' } })).status).toBe(200);
  });

  test('a cross-site GET is answered, because it changes nothing', async () => {
    const headers = { origin: 'https://evil.example' };
    expect((await fetch(`${server.url}/api/wallet/total/usd`, { headers })).status).toBe(200);
  });
});

describe('limits by address', () => {
  test('count the peer, whatever X-Forwarded-For says', async () => {
    const limited = await world.http({ config: { rateLimits: true } });
    const ask = (forwarded: string) =>
      fetch(`${limited.url}/api/wallet/total/usd`, { headers: { 'x-forwarded-for': forwarded } });
    for (let i = 0; i < 3; i++) expect((await ask(`10.0.0.${i}`)).status).toBe(200);
    const refused = await ask('10.0.0.9');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  });

  test('count the client behind a trusted proxy', async () => {
    const proxied = await world.http({ config: { rateLimits: true, trustedProxies: ['127.0.0.1'] } });
    const ask = (forwarded: string) =>
      fetch(`${proxied.url}/api/wallet/total/usd`, { headers: { 'x-forwarded-for': forwarded } });
    for (let i = 0; i < 3; i++) expect((await ask(`6.6.6.${i}, 10.0.0.1`)).status).toBe(200);
    expect((await ask('6.6.6.9, 10.0.0.1')).status).toBe(429);
    expect((await ask('10.0.0.2')).status).toBe(200);
  });
});

describe('the site itself', () => {
  test('pages get the security headers', async () => {
    const { headers } = await fetch(`${server.url}/`);
    const policy = headers.get('content-security-policy') ?? '';
    const host = new URL(server.url).host;
    expect(policy.split(';')).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      `connect-src 'self' ${new URL(world.deps.config.drand.base).origin} ws://${host} wss://${host}`,
      "worker-src 'self'",
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test('under another name than the machine’s own, a demo page may connect to this site only', async () => {
    const { policy } = await raw('/', { host: 'fairpot.example:3000' });
    expect(policy).toContain("connect-src 'self' ws://fairpot.example:3000 wss://fairpot.example:3000;");
  });

  test('in live a page may connect to drand’s own endpoints and no others', async () => {
    const live = await world.http({ webFolder: await builtClient(), config: { mode: 'live' } });
    const policy = (await fetch(`${live.url}/`)).headers.get('content-security-policy') ?? '';
    const host = new URL(live.url).host;
    expect(policy.split(';')).toContain(
      `connect-src 'self' https://api.drand.sh https://api2.drand.sh https://api3.drand.sh ws://${host} wss://${host}`,
    );
  });

  test('only a demo shows the simulators’ pages: with real money there is no payment by hand', async () => {
    const asked: string[] = [];
    const simulator = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('simulated');
    });
    await new Promise<void>((resolve) => simulator.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void simulator.close());
    const base = `http://127.0.0.1:${(simulator.address() as AddressInfo).port}`;
    const pages = ['/sim/wallet/pay', '/sim/steam/icon.svg', '/sim/beacon/v2/beacons/quicknet/rounds/latest'];
    const answersIn = async (mode: 'demo' | 'live') => {
      const { chain } = world.deps.config.drand;
      const steam = { base, apiBase: base, apiKey: null };
      const config = { mode, walletBase: base, steam, drand: { base, chain } } as const;
      const { url } = await world.http({ webFolder: await builtClient(), config });
      return Promise.all(pages.map(async (page) => (await fetch(`${url}${page}`)).text()));
    };
    expect(await answersIn('demo')).toEqual(['simulated', 'simulated', 'simulated']);
    for (const page of await answersIn('live')) expect(page).not.toContain('simulated');
    expect(asked).toEqual(expect.arrayContaining(['/pay', '/icon.svg', '/v2/beacons/quicknet/rounds/latest']));
    expect(asked).toHaveLength(3);
  });

  test('a TRACE repeats nothing of the request', async () => {
    const { port, hostname } = new URL(server.url);
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = { 'x-secret': 'of-a-cookie' };
      const request = rawRequest({ hostname, port, method: 'TRACE', path: '/', headers }, (response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += part.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      request.on('error', reject).end();
    });
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain('of-a-cookie');
  });

  test('security.txt says where to report a weakness, if the operator says so', async () => {
    const path = '/.well-known/security.txt';
    expect((await fetch(`${server.url}${path}`)).status).toBe(404);
    const config = { securityContact: 'mailto:security@fairpot.example', publicOrigin: 'https://fairpot.example' };
    const { url } = await world.http({ webFolder: await builtClient(), config });
    const answer = await fetch(`${url}${path}`);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toBe(
      'Contact: mailto:security@fairpot.example\nExpires: 2026-04-01T00:00:00.000Z\nPreferred-Languages: en\n' +
        `Canonical: https://fairpot.example${path}\n`,
    );
  });

  test('the page is never cached, hashed files and pictures of this version always; client routes get the page', async () => {
    const cacheOf = async (path: string) => (await fetch(`${server.url}${path}`)).headers.get('cache-control');
    expect(await cacheOf('/')).toBe('no-cache');
    expect(await cacheOf('/assets/main-1a2b.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/art/ak.webp?v=1a2b3c4d')).toBe('public, max-age=31536000, immutable');
    for (const other of ['', '?v=', '?v=00000000', '?w=1a2b3c4d', '?v=1a2b3c4d0'])
      expect(await cacheOf(`/art/ak.webp${other}`)).toBe('public, max-age=86400');
    expect(await cacheOf('/api/health')).toBe('no-store');
    const route = await fetch(`${server.url}/some/page?game=1`);
    expect([route.status, route.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(await route.text()).toContain('Fairpot');
    expect((await fetch(`${server.url}/assets/gone.js`)).status).toBe(404);
  });

  test('a path with HTML of its own gets it, and all others the page', async () => {
    const textOf = async (path: string) => (await fetch(`${server.url}${path}`)).text();
    expect(await textOf('/')).toContain('<h1>Jackpot</h1>');
    expect(await textOf('/fairplay/solvency?from=faq')).toContain('<h1>Solvency</h1>');
    for (const path of ['/fairplay', '/index', '/fairplay/solvency/'])
      expect(await textOf(path)).toContain('<title>Fairpot</title>');
    const head = await fetch(`${server.url}/`, { method: 'HEAD' });
    expect([head.status, head.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  });

  test('big files are sent as the copies that the build compressed, to browsers that unpack them', async () => {
    const path = 'assets/main-1a2b.js';
    const packed = await fetch(`${server.url}/${path}`, { headers: { 'accept-encoding': 'br' } });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(packed.headers.get('content-length')).toBe(String(statSync(join(client, `${path}.br`)).size));
    expect(packed.headers.get('content-type')).toContain('javascript');
    expect(packed.headers.get('vary')).toBe('accept-encoding');
    expect(await packed.text()).toContain('long enough');
    const plain = await fetch(`${server.url}/${path}`, { headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'accept-encoding']);
    const page = await fetch(`${server.url}/faq`, { headers: { 'accept-encoding': 'br' } });
    expect([page.headers.get('vary'), await page.text()]).toEqual(['accept-encoding', FAQ]);
  });

  test.each(['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2findex.html', '/art/%00'])(
    'no path leads out of the folder: %s',
    async (path) => {
      const { status, text } = await raw(path);
      expect(text).not.toContain('"name"');
      expect([200, 400, 403, 404]).toContain(status);
    },
  );

  test.each([
    '/%2561pi/health',
    '/api%2fhealth',
    '/api//health',
    '//api/health',
    '/api/./health',
    '/x/../api/health',
    '/x/%2e%2e/api/health',
    '/api%5chealth',
    '/api/health%00',
  ])('an ambiguous path matches no route: %s', async (path) => {
    const { status, text } = await raw(path);
    expect([status, text]).toEqual([400, expect.stringContaining('read in two ways')]);
  });

  test('an unnecessary escape counts as the plain letter', async () => {
    expect(await raw('/%61pi/health')).toEqual(await raw('/api/health'));
  });

  test('health and readiness', async () => {
    expect(await (await fetch(`${server.url}/api/health`)).json()).toEqual({ ok: true, mode: 'demo' });
    const ready = await fetch(`${server.url}/api/ready`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      ready: true,
      database: true,
      relay: true,
      beacon: true,
      degraded: false,
      clock: null,
      clockOffsetMs: 0,
    });
  });
});

/** Sends the path unchanged; fetch would normalize it. */
function raw(path: string, headers = {}): Promise<{ status: number; text: string; policy: string }> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const sent = rawRequest({ hostname, port, path, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, policy }));
      const policy = String(answer.headers['content-security-policy']);
    });
    sent.on('error', reject).end();
  });
}
