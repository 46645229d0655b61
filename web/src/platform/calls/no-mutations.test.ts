/** The stand-in has every method that the library's query client calls on its mutation cache. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { MutationCache } from './no-mutations.ts';

test('the client of this version asks for nothing else', () => {
  const entry = createRequire(import.meta.url).resolve('@tanstack/query-core');
  const client = readFileSync(entry.replace(/build[/\\].*$/, 'build/modern/queryClient.js'), 'utf8');
  const asked = [...client.matchAll(/#mutationCache\.(\w+)/g)].map(([, name = '']) => name);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((name) => !Reflect.has(new MutationCache(), name))).toEqual([]);
});
