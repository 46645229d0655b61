/** What a request may bring into a page, and which build a file belongs to. */
import { describe, expect, test } from 'vitest';
import { kindOf, pageAt, typeOf } from './requests.ts';
import { buildWith, KEPT_BUILDS, withBuild, type KeptBuild } from './state.ts';

type Asked = Parameters<typeof kindOf>[0];
const opened: Asked = { method: 'GET', mode: 'navigate', destination: 'document' };
const loaded = (destination: RequestDestination, method = 'GET'): Asked => ({ method, mode: 'cors', destination });

describe('a request', () => {
  test.each<[string, Asked, string, string]>([
    ['a page', opened, '/coinflip', 'page'],
    ['a page of a round', opened, '/coinflip/rnd_1', 'page'],
    ['a page in a frame', { ...opened, destination: 'iframe' }, '/faq', 'page'],
    ['a file that is opened', opened, '/checker.html', 'file'],
    ['the sign-in', opened, '/api/auth', 'apart'],
    ['a simulated page', opened, '/sim/steam/openid/login', 'apart'],
    ['a form that is sent', { ...opened, method: 'POST' }, '/coinflip', 'apart'],
    ['the page about the check', opened, '/check-the-client.html', 'drawn'],
    ['a script', loaded('script'), '/assets/kit-1.js', 'file'],
    ['a script of any other path', loaded('script'), '/api/user', 'file'],
    ['a style sheet', loaded('style'), '/art/x.css', 'file'],
    ['a worker', loaded('worker'), '/assets/worker-1.js', 'file'],
    ['a font', loaded('font'), '/assets/a.woff2', 'file'],
    ['a call', loaded(''), '/api/user', 'data'],
    ['a command', loaded('', 'POST'), '/api/coinflip/join/inventory', 'data'],
    ['a picture', loaded('image'), '/art/ak.webp', 'data'],
  ])('for %s', (_, request, path, kind) => {
    expect(kindOf(request, path)).toBe(kind);
  });

  test('for a page goes to its own first HTML where a build has one, else to index.html', () => {
    const known = (file: string) => ['first/index.html', 'first/fairplay/solvency.html'].includes(file);
    expect(pageAt('/', known)).toEqual({ address: '/', files: ['first/index.html', 'index.html'] });
    expect(pageAt('/fairplay/solvency', known).files[0]).toBe('first/fairplay/solvency.html');
    for (const path of ['/profile', '/index', '/coinflip/rnd_1'])
      expect(pageAt(path, known), path).toEqual({ address: '/index.html', files: ['index.html'] });
  });

  test('gets a type by the ending of its file, with one character set', () => {
    expect(typeOf('first/faq.html')).toBe('text/html; charset=utf-8');
    expect(typeOf('assets/a.js')).toBe('text/javascript; charset=utf-8');
    expect(typeOf('assets/a.bin')).toBe('application/octet-stream');
  });
});

const build = (hash: string, index: number, files: Record<string, string>, seenAt = index): KeptBuild => ({
  hash,
  index,
  files,
  seenAt,
  announcedAt: index,
  commit: null,
  witnesses: [],
});

describe('the builds that a browser keeps', () => {
  test('are the last ones by their leaves', () => {
    const all = [3, 1, 6, 2, 5, 4].reduce<KeptBuild[]>((kept, n) => withBuild(kept, build(`b${n}`, n, {})), []);
    expect(all.map(({ index }) => index)).toEqual([6, 5, 4, 3, 2]);
    expect(all).toHaveLength(KEPT_BUILDS);
  });

  test('take a newer leaf of a build that was seen before, and remember when', () => {
    const kept = withBuild(withBuild([], build('a', 1, {})), build('b', 2, {}));
    expect(withBuild(kept, build('a', 9, {}, 9))).toMatchObject([
      { hash: 'a', index: 9, seenAt: 1 },
      { hash: 'b', index: 2 },
    ]);
  });

  test('have a file only at its path: the bytes of another file are not let in', () => {
    const kept = [build('b', 2, { 'assets/a.js': 'aa' }), build('a', 1, { 'assets/a.js': 'bb', 'assets/c.js': 'cc' })];
    expect(buildWith(kept, ['assets/a.js'], 'bb')).toMatchObject({ build: { hash: 'a' }, path: 'assets/a.js' });
    expect(buildWith(kept, ['assets/a.js'], 'cc')).toBe(null);
    expect(buildWith(kept, ['toString'], 'aa')).toBe(null);
  });
});
