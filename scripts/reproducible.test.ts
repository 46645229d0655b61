/** The web client is reproducible: the same sources give the same bytes, in whichever folder they are built. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseManifest } from '@fairpot/fairness/client/manifest';
import { expect, onTestFinished, test } from 'vitest';
import { writeManifest } from '../server/src/platform/http/client-build.ts';
import { buildEnv, buildWeb, runCaptured } from './lib.mjs';
import { root } from './processes.ts';

const ROOMS = ['web', 'contract', 'fairness', 'catalogue'];

/** A checkout of the client's sources in another folder, of another depth, with its own copy of the same dependencies. */
function checkout(): string {
  const outside = mkdtempSync(join(tmpdir(), 'fp-build-'));
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
  const copy = join(outside, 'some', 'where');
  const apart = /(^|\/)(node_modules|dist|[.]cache)(\/|$)/;
  for (const room of ROOMS)
    cpSync(join(root, room), join(copy, room), {
      recursive: true,
      filter: (from) => !apart.test(from.slice(root.length)),
    });
  cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
  for (const folder of ['node_modules', 'web/node_modules']) copyOf(join(root, folder), join(copy, folder));
  return copy;
}

/** Hard links where the system has them: the files are not changed. Links between the rooms are relative and lead into the copy. */
function copyOf(from: string, to: string): void {
  if (spawnSync('cp', ['-al', from, to]).status === 0) return;
  rmSync(to, { recursive: true, force: true });
  expect(spawnSync('cp', ['-a', from, to]).status).toBe(0);
}

test('two builds in different folders are the same bytes', async () => {
  await buildWeb(runCaptured);
  const copy = checkout();
  const built = spawnSync(join(copy, 'node_modules', '.bin', 'vite'), ['build', '--logLevel', 'warn'], {
    cwd: join(copy, 'web'),
    env: buildEnv,
    encoding: 'utf8',
  });
  expect(built.status, built.stderr).toBe(0);
  const manifest = (folder: string) => readFileSync(join(folder, 'client.json'), 'utf8');
  const own = manifest(join(root, 'web', 'dist'));
  const { commit, lockFile, files } = parseManifest(own);
  expect(files.length).toBeGreaterThan(100);
  await writeManifest(join(copy, 'web', 'dist'), { commit, lockFile });
  expect(parseManifest(manifest(join(copy, 'web', 'dist'))).files).toEqual(files);
  expect(manifest(join(copy, 'web', 'dist'))).toBe(own);
}, 180_000);
