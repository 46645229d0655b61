import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { breaksVersionBefore } from '../server/src/platform/database/migration-rule.ts';
import { readFunctions, readMigrations } from '../server/src/platform/database/sql-files.ts';
import { root } from '../scripts/processes.ts';
import { makeNextRelease, NEXT_MIGRATION } from './next-release.ts';

test('the next release has one migration more, which only adds, and changes every function', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairpot-next-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [now, next] = [join(folder, 'now'), join(folder, 'next')];
  for (const name of ['migrations', 'functions'])
    cpSync(join(root, 'server', name), join(now, 'server', name), { recursive: true });
  makeNextRelease(now, next);
  const before = readMigrations(join(now, 'server/migrations'));
  const [more, ...others] = readMigrations(join(next, 'server/migrations')).slice(before.length);
  expect([more?.number, others]).toEqual([NEXT_MIGRATION, []]);
  expect(breaksVersionBefore(more?.text ?? 'drop table rounds')).toEqual([]);
  const old = new Map(readFunctions(join(now, 'server/functions')).map((each) => [each.name, each.checksum]));
  const changed = readFunctions(join(next, 'server/functions'));
  expect(changed.length).toBe(old.size);
  expect(changed.filter(({ name, checksum }) => old.get(name) === checksum)).toEqual([]);
});
