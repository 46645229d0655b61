/**
 * Rooms stand in floors: of the folders (and single files) of a place, no two import each other, directly or through others. Tests stand beside the code
 * and are left out; what tests share is a room as any other. Within a room, `no-cycles` of .dependency-cruiser.cjs says the same of files.
 */
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { bin, root } from './lib.mjs';

type Import = readonly [from: string, to: string];

/** Where rooms are looked at: '' is the repository. */
const PLACES = ['', ...['api-client', 'catalogue', 'chain-watcher', 'contract'].map(sourceOf)].concat(
  ['fairness', 'server', 'signer', 'simulators', 'trade-worker', 'web', 'witness'].map(sourceOf),
  ['bench/', 'drills/', 'e2e/', 'scripts/', 'server/testing/'],
);

function sourceOf(room: string): string {
  return `${room}/src/`;
}

/** 'games/' of 'server/src/games/kit/lock.ts' in 'server/src/'; a file beside the folders is a room of its own. */
function roomOf(place: string, file: string): string {
  const [first = '', ...rest] = file.slice(place.length).split('/');
  return rest.length > 0 ? `${first}/` : first;
}

/** The imports that make rings of rooms in this place, as 'a/ > b/: file > file'; the way of a ring is all of its imports. */
function rings(place: string, imports: readonly Import[]): string[] {
  const within = imports.filter(([from, to]) => from.startsWith(place) && to.startsWith(place));
  const between = within.filter(([from, to]) => roomOf(place, from) !== roomOf(place, to));
  const below = new Map<string, Set<string>>();
  for (const [from, to] of between) {
    const [room, other] = [roomOf(place, from), roomOf(place, to)];
    below.set(room, (below.get(room) ?? new Set()).add(other));
  }
  const reach = (room: string, seen = new Set<string>()): Set<string> => {
    for (const next of below.get(room) ?? []) if (!seen.has(next)) reach(next, seen.add(next));
    return seen;
  };
  const reached = new Map([...below.keys()].map((room) => [room, reach(room)]));
  return between
    .filter(([from, to]) => reached.get(roomOf(place, to))?.has(roomOf(place, from)) === true)
    .map(([from, to]) => `${roomOf(place, from)} > ${roomOf(place, to)}: ${from} > ${to}`);
}

let imports: Import[];

beforeAll(() => {
  const places = [...new Set(PLACES.flatMap((place) => (place === '' ? [] : [place.split('/')[0] ?? ''])))];
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...places];
  const { stdout } = spawnSync(bin('depcruise'), args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  const { modules } = JSON.parse(stdout) as {
    modules: { source: string; dependencies: { resolved: string; couldNotResolve: boolean }[] }[];
  };
  const files = modules.filter(({ source }) => !/[.]test[.]tsx?$/.test(source));
  imports = files.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved, couldNotResolve }) => !couldNotResolve && !resolved.includes('node_modules/'))
      .map(({ resolved }): Import => [source, resolved]),
  );
}, 120_000);

describe('rooms import no ring', () => {
  test.each(PLACES)('in %j', (place) => {
    expect(imports.filter(([from]) => from.startsWith(place)).length).toBeGreaterThan(0);
    expect(rings(place, imports)).toEqual([]);
  });

  test('a pair, and a ring of three, are found; what only reaches a ring is not part of it', () => {
    const pair: Import[] = [
      ['server/src/games/kit/lock.ts', 'server/src/trades/front.ts'],
      ['server/src/trades/store.ts', 'server/src/games/rules.ts'],
      ['server/src/app.ts', 'server/src/games/rules.ts'],
    ];
    expect(rings('server/src/', pair)).toHaveLength(2);
    const three: Import[] = [
      ['a/one.ts', 'b/one.ts'],
      ['b/two.ts', 'c/one.ts'],
      ['c/two.ts', 'a/two.ts'],
      ['c/two.ts', 'd/one.ts'],
    ];
    expect(rings('', three).map((line) => line.slice(0, 7))).toEqual(['a/ > b/', 'b/ > c/', 'c/ > a/']);
    expect(rings('', three.slice(0, 2))).toEqual([]);
  });
});
