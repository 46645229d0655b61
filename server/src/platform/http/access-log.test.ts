/** The access log, and the warning about a proxy that the configuration does not name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWallet, wallet } from '../../../testing/wallet.ts';
import { makeWorld, type World } from '../../../testing/world.ts';
import { pinoLog } from '../process/system-ports.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

let world: World;
const lines: Line[] = [];

beforeAll(async () => {
  const log = pinoLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  world = await makeWorld({ features: [wallet], config: { accessLog: true }, log });
  await createWallet(world.db);
});
afterAll(() => world.close());

test('each request has one line, with both ids and without its query', async () => {
  const { url } = await world.http();
  const headers = { 'idempotency-key': 'click-17', 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/wallet/nothing?token=secret`, { method: 'POST', headers, body: '{}' });
  const requestId = answer.headers.get('x-request-id');
  await expect.poll(() => lines.filter(({ msg }) => msg === 'request')).toHaveLength(1);
  const [line] = lines.filter(({ msg }) => msg === 'request');
  expect(line).toMatchObject({
    requestId,
    callId: 'click-17',
    method: 'POST',
    path: '/api/wallet/nothing',
    status: answer.status,
    address: '127.0.0.1',
  });
  expect(JSON.stringify(line)).not.toContain('secret');
});

test('a site without an access log writes no line', async () => {
  const { url } = await world.http({ config: { accessLog: false } });
  const before = lines.length;
  await fetch(`${url}/api/health`);
  const answer = await fetch(`${url}/api/health`);
  expect(answer.status).toBe(200);
  expect(lines.length).toBe(before);
});

test('a proxy that is not named is warned about once', async () => {
  const warnings = () => lines.filter(({ msg }) => msg.startsWith('a proxy that TRUSTED_PROXIES does not name'));
  const named = await world.http({ config: { accessLog: false, trustedProxies: ['127.0.0.0/8'] } });
  const unnamed = await world.http({ config: { accessLog: false } });
  const headers = { 'x-forwarded-for': '9.9.9.9' };
  await fetch(`${named.url}/api/health`, { headers });
  expect(warnings()).toEqual([]);
  await fetch(`${unnamed.url}/api/health`, { headers });
  await fetch(`${unnamed.url}/api/health`, { headers });
  expect(warnings()).toMatchObject([{ proxy: '127.0.0.1', level: 40 }]);
});
