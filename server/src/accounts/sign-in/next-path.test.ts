import fc from 'fast-check';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { Agent, request as rawRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeWorld } from '../../../testing/world.ts';
import type { World } from '../../../testing/world.ts';
import { writeManifest } from '../../platform/http/client-build.ts';
import type { RunningServer } from '../../platform/process/server.ts';
import { safeNext } from './next-path.ts';

const SITE = 'https://fairpot.example';

test.each(['/', '/coinflip', '/fairplay?game=coinflip&hash=ab%20c', '/casebattles/rnd_1', '/profile?x=https://a.b/'])(
  '%s is kept',
  (path) => {
    expect(safeNext(path)).toBe(path);
  },
);

describe('a path that would leave the site becomes the front page', () => {
  test.each([
    undefined,
    '',
    'coinflip',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%0d%0aSet-Cookie:x=1',
    '/\r\nLocation: https://evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/./\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '@evil.example',
    '/ space',
    '/ünïcode',
    '/api/auth/logout',
    '/api',
    '/API/auth',
    '/x/../api/auth/logout',
    '/%61pi/auth/logout',
    '/%41PI/auth/logout',
    '/a%70%69/auth/logout',
    '/%2561pi/auth/logout',
    '/api%2fauth/logout',
    '/x/%2e%2e/api/auth/logout',
    '/.%2e/api/auth/logout',
    '/x%5c..%5capi',
    '/x//api/auth/logout',
    '/coinflip%00',
    '/coinflip%7f',
    '/coinflip%zz',
    '/%73im/steam/openid/login',
    '/sim/steam/openid/login',
    '/#/evil',
    `/${'a'.repeat(600)}`,
  ])('%j', (path) => {
    expect(safeNext(path)).toBe('/');
  });
});

test('no random path ever leaves the site', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '//',
    '@',
    ':',
    '?',
    '#',
    '%2f',
    '%5c',
    '.',
    '..',
    '\r\n',
    '\t',
    'a',
    'evil.example',
    'https:',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const next = safeNext(`/${parts.join('')}`);
      expect(new URL(next, SITE).origin).toBe(SITE);
      expect(next.startsWith('//')).toBe(false);
      expect(next).toMatch(/^\/[\x21-\x7e]*$/);
      expect(safeNext(next)).toBe(next);
    }),
    { numRuns: 2_000 },
  );
});

describe('paths that the server itself reads as below /api', () => {
  const agent = new Agent({ keepAlive: true });
  let world: World;
  let server: RunningServer;

  beforeAll(async () => {
    const webFolder = mkdtempSync(join(tmpdir(), 'fairpot-next-'));
    writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>Fairpot</title>');
    await writeManifest(webFolder, { commit: null, lockFile: '00'.repeat(32) });
    world = await makeWorld();
    server = await world.http({ webFolder });
  });
  afterAll(() => world.close());

  /** What answers a GET of exactly this path: the API, the page, or nothing (a missing file); or it is refused. */
  function answers(path: string): Promise<'api' | 'page' | 'none' | 'refused'> {
    const { hostname, port } = new URL(server.url);
    return new Promise((resolve, reject) => {
      const sent = rawRequest({ hostname, port, path, agent }, (answer) => {
        answer.resume();
        const page = answer.statusCode === 200 ? 'page' : answer.statusCode === 404 ? 'none' : 'refused';
        answer.on('end', () => resolve(answer.headers['cache-control'] === 'no-store' ? 'api' : page));
      });
      sent.on('error', reject).end();
    });
  }

  test('are never the target of a sign-in, however they are spelled', async () => {
    const letters = fc.constantFrom('a', '%61', '%2561', 'A', 'p', '%70', '%50', 'i', '%69', '%49');
    const pieces = fc.constantFrom(
      'api',
      'health',
      'x',
      '/',
      '/',
      '%2f',
      '..',
      '%2e',
      '\\',
      '%5c',
      '%',
      '%00',
      '?',
      ';',
    );
    const spelled = fc.tuple(
      fc.constantFrom('/', '/', '/', '/', '//', '/x/../', '/%2e/', '/x/', '/%2f'),
      fc.oneof(
        fc.tuple(fc.constantFrom('a', '%61', '%2561'), fc.constantFrom('p', '%70'), fc.constantFrom('i', '%69')),
        fc.array(fc.oneof(letters, pieces), { maxLength: 6 }),
      ),
      fc.constantFrom('', '/', '/health', '%2fhealth', '/auth/logout', '?x=/api'),
    );
    const seen = { api: 0, page: 0, none: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(spelled, async ([start, name, rest]) => {
        const path = `${start}${name.join('')}${rest}`;
        const who = await answers(path);
        seen[who] += 1;
        if (who === 'api' || who === 'refused') expect([path, safeNext(path)]).toEqual([path, '/']);
        if (safeNext(path) !== '/') expect(['page', 'none']).toContain(await answers(safeNext(path)));
      }),
      { numRuns: 400 },
    );
    for (const count of [seen.api, seen.page, seen.refused]) expect(count).toBeGreaterThan(5);
  }, 60_000);
});
