/**
 * Every call that people can make: what any file of this room exports as one, but those of the system. Nothing has to be added to a
 * list, so no call can be forgotten. For tests, which hold that each has a handler, a test and texts; the server takes its calls from
 * the features.
 */
import { readdirSync } from 'node:fs';
import type { Call } from './call.ts';

export const CALLS: readonly Call[] = await callsOfAllFiles();

async function callsOfAllFiles(): Promise<Call[]> {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => /^[a-z-]+[.]ts$/.test(file) && file !== 'registry.ts',
  );
  const modules = await Promise.all(files.sort().map((file) => import(`./${file}`) as Promise<object>));
  return [...new Set(modules.flatMap((module): unknown[] => Object.values(module)).filter(isCall))].filter(
    ({ permission }) => permission !== 'system',
  );
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'kind' in value && 'path' in value && 'input' in value;
}
