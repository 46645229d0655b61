/** The runbook names every environment variable that a process of the release reads, and no other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './processes.ts';

const READERS = [
  'server/src/platform/process/config.ts',
  'server/src/platform/process/log-settings.ts',
  'server/src/platform/process/outside-urls.ts',
  'server/src/platform/process/worker-settings.ts',
  'server/src/platform/metrics/metrics-port.ts',
  'server/src/gateways/beacons/eos-config.ts',
  'server/src/gateways/rates/crypto-config.ts',
  'server/src/gateways/push/push-config.ts',
  'trade-worker/src/config.ts',
  'chain-watcher/src/config.ts',
  'signer/src/config.ts',
];
const SECRETS = 'server/src/platform/process/env.ts';

const text = (path: string) => readFileSync(join(root, path), 'utf8');

/** Names in capitals that the file neither declares nor imports. */
function variablesIn(source: string): string[] {
  const imported = [...source.matchAll(/^import \{([^}]*)\}/gm)].flatMap(([, names = '']) => names.split(/[\s,]+/));
  const declared = [...source.matchAll(/\bconst ([A-Z][A-Z0-9_]*)\b/g)].map(([, name = '']) => name);
  const ours = new Set([...imported, ...declared]);
  const named = [...source.matchAll(/(?<![.\w])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name);
  return ['PORT', 'HOST', ...named].filter((name) => !ours.has(name) && source.includes(name));
}

const secrets = [...text(SECRETS).matchAll(/^ {2}'([A-Z_]+)',$/gm)].map(([, name = '']) => name);
const read = new Set(READERS.flatMap((path) => variablesIn(text(path))));
const runbook = text('docs/runbook.md');

test('every variable is in the runbook', () => {
  expect(read.size).toBeGreaterThan(50);
  for (const path of READERS) expect(variablesIn(text(path)).length, path).toBeGreaterThan(0);
  const named = new Set([...runbook.matchAll(/[A-Z][A-Z0-9_]{3,}/g)].map(([name]) => name));
  expect([...read].filter((name) => !named.has(name))).toEqual([]);
});

test('every setting in a table of the runbook is read', () => {
  const rows = runbook.split('\n').filter((line) => /^\| `[A-Z][A-Z0-9_]+`/.test(line));
  const settings = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)]);
  const listed = settings.map(([, name = '']) => name).filter((name) => !BREAKERS.has(name));
  expect(listed.length).toBeGreaterThan(25);
  expect(listed.filter((name) => !read.has(name))).toEqual([]);
});

/** The first column of another table. */
const BREAKERS = new Set(['OUTFLOW', 'PROFIT', 'TYPE_DEPOSITS', 'PRICES', 'RATES']);

test('every secret that a file can hold is a setting, and the runbook lists them', () => {
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter((name) => !read.has(name))).toEqual([]);
  const [, list = ''] = /\*\*Secrets from files\.\*\*([^]*?)\n\n/.exec(runbook) ?? [];
  expect(secrets.filter((name) => !list.includes(`\`${name}_FILE\``))).toEqual([]);
});
