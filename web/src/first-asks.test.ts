/** What main.tsx asks for before the app's code has arrived. That the pages ask for nothing else first, and once, shows journey `once`. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askFirst } from './first-asks.ts';

const sent = vi.fn<(url: string) => Promise<Response>>();
beforeEach(() => {
  sent.mockReset().mockImplementation(() => Promise.resolve(new Response('{}')));
  vi.stubGlobal('fetch', sent);
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('asks for the settings and for what the page shows', () => {
  const answers = askFirst('/coinflip');
  expect([...answers.keys()]).toEqual(['/api/settings/list', '/api/coinflip']);
  expect(sent.mock.calls.map(([url]) => url)).toEqual([...answers.keys()]);
});

test('asks for nothing on a page that it does not know', () => {
  expect(askFirst('/profile').size).toBe(0);
  expect(sent).not.toHaveBeenCalled();
});

test('leaves a reload to the app, which asks with the position of this tab', async () => {
  vi.resetModules(); // the position of a page only grows
  const { keepPosition, reachPosition } = await import('./platform/calls/position.ts');
  reachPosition(70);
  keepPosition();
  expect(askFirst('/coinflip').size).toBe(0);
});

test('a lost one is no unhandled rejection, and is left to the app', async () => {
  sent.mockImplementation(() => Promise.reject(new TypeError('lost')));
  const answers = askFirst('/faq');
  await expect(answers.get('/api/settings/list')).rejects.toThrow('lost');
});
