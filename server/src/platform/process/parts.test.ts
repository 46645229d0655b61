/** The small parts of the platform, each tested for the guarantees in its docstring. */
import { chmodSync, mkdtempSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PlayerId } from '@fairpot/contract/wire/ids.schemas';
import { countedIds, seededRandom } from '../../../testing/fakes.ts';
import { makeWorld } from '../../../testing/world.ts';
import type { World } from '../../../testing/world.ts';
import { canonicalJson, inputHash } from '../runner/receipts.ts';
import { addressOf, isCrossSite } from '../http/origin.ts';
import { canEnter } from '../database/postgres-home.ts';
import { RateLimiter } from '../runner/rate-limit.ts';
import { FACTS_KEEP_MS, RECEIPTS_KEEP_MS, retention } from '../runner/retention.ts';
import { cookieValue, sessionCookie } from '../http/session.ts';
import { readSettings, SettingBps, SettingCents, SITE_SETTINGS, type SettingTable } from '../runner/settings.ts';
import { writeSetting } from '../../../testing/settings.ts';
import { sql } from '../database/sql.ts';
import { registerSteamPages, registerWalletPages } from '../http/simulator-pages.ts';
import { parseStrictJson } from '../http/strict-json.ts';
import { pinoLog, systemClock, systemRandom, timeSortedIds } from './system-ports.ts';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

describe('ids', () => {
  test('fit the contract, never repeat and sort by creation', () => {
    const ids = timeSortedIds(systemClock, systemRandom);
    const made = Array.from({ length: 5_000 }, () => ids.next('player'));
    expect(made.every((id) => PlayerId.safeParse(id).success)).toBe(true);
    expect(new Set(made).size).toBe(made.length);
    expect([...made].sort()).toEqual(made);
    expect(PlayerId.safeParse(countedIds().next('player')).success).toBe(true);
  });
});

describe('randomness for tests', () => {
  test('is the same for the same seed, and does not repeat', () => {
    const [a, b] = [seededRandom('s'), seededRandom('s')];
    expect(a.bytes(40)).toEqual(b.bytes(40));
    expect(a.bytes(40)).toEqual(b.bytes(40));
    expect(a.bytes(8)).not.toEqual(a.bytes(8));
  });
});

describe('the log', () => {
  test('hides secrets and keeps errors short', () => {
    const lines: string[] = [];
    const log = pinoLog('info', { write: (line) => void lines.push(line) });
    const error = Object.assign(new Error('outer', { cause: new Error('inner') }), { parameters: 'hidden value' });
    log.info({ secret: 'hidden value', round: { secret: 'hidden value' }, headers: { cookie: 'x' }, err: error }, 'm');
    const [line] = lines;
    expect(line).not.toContain('hidden value');
    expect(JSON.parse(line ?? '')).toMatchObject({
      secret: '[redacted]',
      err: { message: 'outer', cause: { message: 'inner' } },
    });
  });

  test('as text has one line for a message and its fields, and no secret either', () => {
    const lines: string[] = [];
    const log = pinoLog('info', { write: (line) => void lines.push(line) }, 'text');
    log.warn({ order: 'trd_1', secret: 'hidden value' }, 'order postponed');
    expect(lines).toEqual([
      expect.stringMatching(/^\[\d\d:\d\d:\d\d\] WARN: order postponed \{"order":"trd_1","secret":"\[redacted\]"\}\n$/),
    ]);
    log.error({ err: new Error('no connection') }, 'query failed');
    expect(lines[1]).toMatch(/^\[.{8}\] ERROR: query failed \n[^]*"message": "no connection"/);
  });
});

describe('rate limits', () => {
  test('keep at most the configured number of buckets, and drop the oldest', () => {
    const limiter = new RateLimiter(3);
    const limit = { max: 1, perMs: 1_000 };
    for (let i = 0; i < 100; i++) limiter.take(`who ${i}`, limit, 0);
    expect(limiter.size).toBe(3);
    expect([limiter.take('who 99', limit, 0), limiter.take('who 99', limit, 1_000)]).toEqual([1, 0]);
  });

  test('grant nothing extra when the clock goes back', () => {
    const limiter = new RateLimiter();
    limiter.take('x', { max: 1, perMs: 1_000 }, 5_000);
    expect(limiter.take('x', { max: 1, perMs: 1_000 }, 0)).toBe(1);
  });
});

describe('canonical input', () => {
  test('does not depend on the order of fields', () => {
    expect(canonicalJson({ b: [1, { d: 1, c: undefined }], a: 'x"' })).toBe('{"a":"x\\"","b":[1,{"d":1}]}');
    expect(inputHash('a', { x: 1, y: 2 })).toEqual(inputHash('a', { y: 2, x: 1 }));
    expect(inputHash('a', { x: 1 })).not.toEqual(inputHash('b', { x: 1 }));
  });
});

describe('strict JSON', () => {
  test('accepts plain JSON', () => {
    expect(parseStrictJson('')).toEqual({});
    expect(parseStrictJson('{"a":{"b":"{\\"a\\":1,}"},"c":{"b":["a","a"]}}')).toEqual({
      a: { b: '{"a":1,}' },
      c: { b: ['a', 'a'] },
    });
  });

  test.each([
    '{"a":1,"a":1}',
    '[{"x":1},{"x":1,"y":2,"x":3}]',
    '{"prototype":1}',
    `${'['.repeat(21)}${']'.repeat(21)}`,
  ])('refuses %s', (text) => expect(() => parseStrictJson(text)).toThrow(SyntaxError));
});

describe('the origin of a request', () => {
  const demo = { mode: 'demo', publicOrigin: null } as const;
  const live = { mode: 'live', publicOrigin: 'https://fairpot.example' } as const;

  test.each([
    [demo, {}, false],
    [demo, { host: 'a:3000', origin: 'http://a:3000' }, false],
    [demo, { host: 'a:3000', origin: 'http://a:3001' }, true],
    [demo, { host: 'a', origin: 'nonsense' }, true],
    [live, { host: 'fairpot.example', origin: 'https://fairpot.example' }, false],
    [live, { host: 'evil.example', origin: 'http://evil.example' }, true],
    [live, { host: 'fairpot.example', origin: 'http://fairpot.example' }, true],
    [live, { 'sec-fetch-site': 'none' }, false],
    [live, { 'sec-fetch-site': 'cross-site', origin: 'https://fairpot.example' }, true],
  ])('%j %j: cross-site %s', (config, headers, cross) => {
    expect(isCrossSite(headers, config)).toBe(cross);
  });

  test('the address is the peer’s unless a trusted proxy reports another', () => {
    const forged = { 'x-forwarded-for': '1.1.1.1, 2.2.2.2' };
    expect(addressOf('::ffff:9.9.9.9', forged, [])).toBe('9.9.9.9');
    expect(addressOf('9.9.9.9', forged, ['9.9.9.9'])).toBe('2.2.2.2');
    expect(addressOf('9.9.9.9', forged, ['9.9.9.9', '2.2.2.2'])).toBe('1.1.1.1');
    expect(addressOf('9.9.9.9', {}, ['9.9.9.9'])).toBe('9.9.9.9');
  });
});

describe('the session cookie', () => {
  test('is bound to the host over https', () => {
    expect(sessionCookie({ publicOrigin: 'https://x.example' })).toMatchObject({
      name: '__Host-fp_session',
      options: { secure: true, httpOnly: true, path: '/', sameSite: 'lax' },
    });
    expect(sessionCookie({ publicOrigin: null }).name).toBe('fp_session');
  });

  test('is found among others', () => {
    expect(cookieValue('a=1; fp_session=tok=en; fp_session=second', 'fp_session')).toBe('tok=en');
    expect(cookieValue('xfp_session=1', 'fp_session')).toBeNull();
    expect(cookieValue(undefined, 'fp_session')).toBeNull();
  });
});

describe('settings', () => {
  test('start from the defaults, are checked when stored, and invalid rows count as unset', async () => {
    const dice = {
      'dice.minbetCents': [SettingCents, 100],
      'dice.feeBps': [SettingBps, 500],
      'dice.paused': [z.boolean(), false],
      'dice.minCents': [SettingCents, 100],
    } as const satisfies SettingTable;
    expect(await readSettings(world.db, SITE_SETTINGS)).toMatchObject({ 'deposit.mindepCents': 500, 'xp.perUsd': 10 });
    const defaults = await readSettings(world.db, dice);
    expect(defaults).toMatchObject({ 'dice.minbetCents': 100, 'dice.feeBps': 500 });
    await writeSetting(world.db, dice, 'dice.paused', true, 1);
    await writeSetting(world.db, dice, 'dice.minbetCents', 2_000, 1);
    await expect(writeSetting(world.db, dice, 'dice.feeBps', 10_001, 1)).rejects.toThrow();
    await world.db.run(sql`insert into settings values ('dice.minCents', '"much"', 1)`);
    expect(await readSettings(world.db, dice)).toEqual({
      ...defaults,
      'dice.paused': true,
      'dice.minbetCents': 2_000,
    });
  });
});

describe('retention', () => {
  test('deletes old facts and receipts, and only those', async () => {
    const now = world.clock.now();
    for (const at of [now, now - FACTS_KEEP_MS - 1]) {
      await world.db.run(sql`select emit_fact('chat', null, 's', 1, ${String(at)}, '{}', ${at})`);
    }
    for (const at of [now, now - RECEIPTS_KEEP_MS - 1]) {
      await world.db.run(sql`
        insert into receipts (player_id, key, call, input_hash, response, at)
        values ('p', ${String(at)}, 'c', ${Buffer.alloc(32)}, '{}', ${at})`);
    }
    const signal = new AbortController().signal;
    const done = await Promise.all((retention(world.deps).sweeps ?? []).map((sweep) => sweep.run(signal)));
    expect(done).toEqual([1, 1]);
    expect(await world.db.many(sql`select type from facts`)).toEqual([{ type: String(now) }]);
    expect(await world.db.many(sql`select key from receipts`)).toEqual([{ key: String(now) }]);
  });
});

describe('the simulated Steam on the site’s own port', () => {
  test('serves the sign-in page and pictures, nothing else, and never the control interface', async () => {
    const asked: string[] = [];
    const steam = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(request.url?.startsWith('/openid') ? 302 : 200, { location: 'http://x/', 'x-inner': '1' });
      response.end('picture');
    });
    await new Promise<void>((resolve) => steam.listen(0, '127.0.0.1', resolve));
    const http = fastify();
    registerSteamPages(http, `http://127.0.0.1:${(steam.address() as AddressInfo).port}`);
    const get = (url: string) => http.inject({ method: 'GET', url });
    const login = await get('/sim/steam/openid/login?openid.mode=checkid_setup&a=b%26c');
    expect([login.statusCode, login.headers['location'], login.headers['x-inner']]).toEqual([
      302,
      'http://x/',
      undefined,
    ]);
    expect((await get('/sim/steam/avatars/ab.svg')).body).toBe('picture');
    expect((await get('/sim/steam/tradeoffer/77/?sim.do=accept')).statusCode).toBe(200);
    expect((await get('/sim/steam/profiles/76561198000000101/tradeoffers/privacy')).statusCode).toBe(200);
    for (const url of [
      '/sim/steam/tradeoffer/new/',
      '/sim/steam/tradeoffer/7x/',
      '/sim/steam/tradeoffer/7/accept',
      '/sim/steam/profiles/76561198000000101',
      '/sim/steam/profiles/me/tradeoffers/privacy',
      '/sim/steam/_sim/faults',
      '/sim/steam/ISteamUser/x',
      '/sim/steam/avatars/a/../../_sim',
    ]) {
      expect((await get(url)).statusCode).toBe(404);
    }
    await get('/sim/steam/avatars/..%2f_sim%2ffaults');
    expect(asked).toEqual([
      '/openid/login?openid.mode=checkid_setup&a=b%26c',
      '/avatars/ab.svg',
      '/tradeoffer/77/?sim.do=accept',
      '/profiles/76561198000000101/tradeoffers/privacy',
      '/avatars/..%2F_sim%2Ffaults',
    ]);
    await new Promise((resolve) => steam.close(resolve));
    expect((await get('/sim/steam/avatars/ab.svg')).statusCode).toBe(503);
  });
});

test('the simulated wallet on the site’s own port serves the bill and the receipt, nothing else', async () => {
  const asked: string[] = [];
  const wallet = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('page');
  });
  await new Promise<void>((resolve) => wallet.listen(0, '127.0.0.1', resolve));
  const http = fastify();
  registerWalletPages(http, `http://127.0.0.1:${(wallet.address() as AddressInfo).port}`);
  const get = (url: string) => http.inject({ method: 'GET', url });
  for (const url of ['/pay?coin=TRX&amount=1', '/paid/0123456789abcdEF', '/held?network=tron', '/icon.svg'])
    expect((await get(`/sim/wallet${url}`)).statusCode).toBe(200);
  for (const url of ['/', '/paid/../_sim', '/paid/short', '/_sim/chains/pay', '/api/v3/simple/price'])
    expect((await get(`/sim/wallet${url}`)).statusCode).toBe(404);
  expect((await http.inject({ method: 'POST', url: '/sim/wallet/pay' })).statusCode).toBe(404);
  expect(asked).toEqual(['/pay?coin=TRX&amount=1', '/paid/0123456789abcdEF', '/held?network=tron', '/icon.svg']);
  await new Promise((resolve) => wallet.close(resolve));
  expect((await get('/sim/wallet/pay')).statusCode).toBe(503);
});

test('detects a folder that other users may not enter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairpot-private-'));
  const { uid, gid } = statSync(folder);
  expect(canEnter(folder, { uid, gid })).toBe(true);
  expect(canEnter(folder, { uid: uid + 1, gid: gid + 1 })).toBe(false);
  chmodSync(folder, 0o711);
  expect(canEnter(folder, { uid: uid + 1, gid: gid + 1 })).toBe(true);
});
