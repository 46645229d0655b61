/** What a visitor's browser loads before it shows anything, from the manifest of the served build. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../../scripts/processes.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const dist = join(root, 'web', 'dist');
/** KiB as a browser gets them: the copies that the build compressed. The first load is 105.0 now (docs/performance.md); review anything above before release. */
const FIRST_LOAD_MAX = 106;
const CHUNK_MAX = 37;
const STYLES_MAX = 12;

/** A small file has no copy. */
function kib(file: string): number {
  const [whole, copy] = [join(dist, file), join(dist, `${file}.br`)];
  return statSync(existsSync(copy) ? copy : whole).size / 1024;
}

/** The files that `name` needs at once, itself included. */
function neededBy(manifest: Readonly<Record<string, Chunk>>, name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports ?? []) neededBy(manifest, next, found);
  return found;
}

test('the first load and every chunk stay within their budgets', () => {
  const file = join(dist, '.vite', 'manifest.json');
  expect(existsSync(file), 'the client is built').toBe(true);
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk & { readonly css?: string[] }>;
  // main.tsx imports the app after the first paint, which is still the first load.
  const first = neededBy(manifest, 'src/start.tsx', neededBy(manifest, 'index.html'));
  expect(first.size).toBeGreaterThan(3);
  const total = [...first].reduce((sum, chunk) => sum + kib(chunk), 0);
  expect(total, `first load: ${[...first].join(', ')}`).toBeLessThan(FIRST_LOAD_MAX);
  for (const { file: chunk } of Object.values(manifest)) {
    if (chunk.endsWith('.js') && !first.has(chunk)) expect(kib(chunk), chunk).toBeLessThan(CHUNK_MAX);
  }
  // The staff desk has chunks of its own that only its page loads.
  const desk = Object.entries(manifest).filter(([name]) => name.includes('/features/staff/'));
  expect(desk.length).toBeGreaterThan(3);
  expect(desk.filter(([, chunk]) => first.has(chunk.file)).map(([name]) => name)).toEqual([]);
  for (const styles of manifest['index.html']?.css ?? []) expect(kib(styles), styles).toBeLessThan(STYLES_MAX);
});
