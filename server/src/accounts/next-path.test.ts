import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeNext } from './next-path.ts';

const SITE = 'https://fairpot.example';

test.each(['/', '/coinflip', '/fairplay?game=coinflip&hash=ab%20c', '/casebattles/rnd_1', '/profile?x=https://a.b/'])(
  '%s is kept',
  (path) => {
    expect(safeNext(path)).toBe(path);
  },
);

describe('what would leave the site becomes the front page', () => {
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
    '/sim/steam/openid/login',
    '/#/evil',
    `/${'a'.repeat(600)}`,
  ])('%j', (path) => {
    expect(safeNext(path)).toBe('/');
  });
});

test('nothing at random ever leaves the site', () => {
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
