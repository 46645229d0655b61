/** Bundles of the processes that tests start: one file with all of the repository's sources, which keep their locations. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { run } from './lib.mjs';
import { programOf, root } from './processes.ts';

let folder: string;
let bundles: readonly string[];

beforeAll(async () => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache', 'bundles-'));
  expect(await run(process.execPath, ['scripts/bundle.mjs', folder])).toBe(0);
  bundles = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mjs'));
}, 120_000);

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('a bundle needs no loader, imports no room, and knows the locations of its sources', () => {
  expect(bundles.length).toBeGreaterThan(8);
  for (const name of bundles) {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(
      text.match(
        /import\.meta(?!\.resolve\(['"]@?[a-z])|['"]tsx\/esm|from "(@fairpot\/|\.{1,2}\/)[^"]*"|-thread\.ts"/g,
      ) ?? [],
      name,
    ).toEqual([]);
  }
  expect(readFileSync(join(folder, 'server/src/main.mjs'), 'utf8')).toContain(
    JSON.stringify(join(root, 'server', 'src', 'platform', 'database')),
  );
});

test('a process runs from its bundle if there is one, otherwise from its source with the loader', () => {
  const source = { path: join(root, 'server/src/main.ts'), execArgv: ['--import', 'tsx'] };
  vi.stubEnv('FAIRPOT_BUNDLES', undefined);
  expect(programOf('server/src/main.ts')).toEqual(source);
  vi.stubEnv('FAIRPOT_BUNDLES', join(folder, 'nowhere'));
  expect(programOf('server/src/main.ts')).toEqual(source);
  vi.stubEnv('FAIRPOT_BUNDLES', folder);
  expect(programOf('server/src/main.ts')).toEqual({ path: join(folder, 'server/src/main.mjs'), execArgv: [] });
  expect(programOf('witness/bin/fairpot-witness.mjs').path).toBe(join(folder, 'witness/bin/fairpot-witness.mjs'));
});
