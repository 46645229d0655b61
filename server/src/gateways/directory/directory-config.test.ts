/** The settings of a cell's directory. */
import { expect, test } from 'vitest';
import { readDirectory } from './directory-config.ts';

const KEY = 'ab'.repeat(32);
function read(env: Record<string, string>, mode: 'demo' | 'live' = 'live') {
  const problems: string[] = [];
  return { ...readDirectory({ mode, env, simulators: null }, problems), problems };
}

test('a site without a directory has none', () => {
  expect(read({})).toEqual({ directory: null, problems: [] });
});

test('both settings make one', () => {
  const directory = { url: 'https://directory.example', key: KEY };
  expect(read({ DIRECTORY_URL: 'https://directory.example/', DIRECTORY_KEY: KEY })).toEqual({
    directory,
    problems: [],
  });
  expect(read({ DIRECTORY_URL: 'http://127.0.0.1:3400', DIRECTORY_KEY: KEY }).problems).toEqual([]);
});

test.each([
  ['live', { DIRECTORY_URL: 'https://directory.example' }, 'set both'],
  ['live', { DIRECTORY_KEY: KEY }, 'set both'],
  ['live', { DIRECTORY_URL: 'directory', DIRECTORY_KEY: KEY }, 'set both'],
  ['live', { DIRECTORY_URL: 'http://directory.example', DIRECTORY_KEY: KEY }, 'https'],
  ['demo', { DIRECTORY_URL: 'https://directory.example', DIRECTORY_KEY: KEY }, 'this machine'],
  ['live', { DIRECTORY_URL: 'https://directory.example', DIRECTORY_KEY: 'short' }, 'DIRECTORY_KEY'],
] as const)('in %s %j is refused', (mode, env, why) => {
  expect(read(env, mode).problems.join()).toContain(why);
});
