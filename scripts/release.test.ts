/** A release of a copy of this repository: version, changes, files, checksums, and a signed tag that a stranger can verify. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './processes.ts';

const { version: CURRENT } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const NEXT = `${Number(CURRENT.split('.')[0]) + 1}.0.0`;

let outside: string;
let copy: string;
let made: string;

const text = (...path: readonly string[]) => readFileSync(join(copy, ...path), 'utf8');
const execute = (command: string, ...args: readonly string[]) =>
  spawnSync(command, args, { cwd: copy, encoding: 'utf8' });
const git = (...args: readonly string[]) => execute('git', ...args);
const release = (...args: readonly string[]) =>
  execute(process.execPath, 'scripts/release.mjs', ...args, '--into', made, '--without-client');

/** The last commit of this checkout, with its packages. Links between the rooms are relative and lead into the copy. */
beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  outside = mkdtempSync(join(root, '.cache', 'release-'));
  copy = join(outside, 'fairpot');
  made = join(outside, 'made');
  expect(spawnSync('git', ['clone', '--quiet', '--shared', root, copy]).status).toBe(0);
  for (const folder of ['.', ...rooms()].filter((each) => hasModules(each)))
    expect(spawnSync('cp', ['-al', join(root, folder, 'node_modules'), join(copy, folder)]).status).toBe(0);
  expect(execute('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', join(outside, 'key')).status).toBe(0);
  for (const [name, value] of [
    ['user.name', 'Releaser'],
    ['user.email', 'releaser@fairpot.example'],
    ['gpg.format', 'ssh'],
    ['gpg.ssh.allowedSignersFile', join(outside, 'signers')],
  ] as const)
    git('config', name, value);
  writeFileSync(join(outside, 'signers'), `releaser@fairpot.example ${readFileSync(join(outside, 'key.pub'), 'utf8')}`);
}, 120_000);
afterAll(() => rmSync(outside, { recursive: true, force: true }));

const rooms = () =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }).workspaces;
const hasModules = (folder: string) => readdirSync(join(root, folder)).includes('node_modules');

test.each([
  ['no version', '2', /Usage/],
  ['an older version', '0.0.9', /not newer/],
  ['the same version', CURRENT, /not newer/],
  ['no key to sign with', NEXT, /Tags are signed/],
])('%s is refused, and nothing changes', (_, version, why) => {
  const { status, stderr } = release(version);
  expect(stderr).toMatch(why);
  expect(status).toBe(1);
  expect(git('status', '--porcelain').stdout).toBe('');
});

test('a change that is not committed is refused', () => {
  git('config', 'user.signingkey', join(outside, 'key.pub'));
  writeFileSync(join(copy, 'left.txt'), '');
  expect(release(NEXT).stderr).toContain('not committed');
  rmSync(join(copy, 'left.txt'));
});

test('a version that has a tag is refused', () => {
  git('tag', `v${NEXT}`);
  expect(release(NEXT).stderr).toContain(`There is a tag v${NEXT}`);
  git('tag', '--delete', `v${NEXT}`);
});

test('a release has its version everywhere, its files with checksums, and a signed tag that names them', () => {
  const { status, stderr } = release(NEXT);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(git('status', '--porcelain').stdout).toBe('');
  expect(git('log', '-1', '--format=%s').stdout.trim()).toBe(`release: ${NEXT}`);
  const versions = ['.', ...rooms()].map(
    (room) => (JSON.parse(text(room, 'package.json')) as { version: string }).version,
  );
  expect(new Set(versions)).toEqual(new Set([NEXT]));
  expect(text('CHANGELOG.md')).toMatch(new RegExp(`## Unreleased\n\n## ${NEXT}, \\d{4}-\\d\\d-\\d\\d\n\n\\S`));
  const [, released = ''] = /RELEASED = (\d+)/.exec(text('server/testing/migration-rule.test.ts')) ?? [];
  expect(readdirSync(join(copy, 'server/migrations')).findLast((name) => name.endsWith('.sql'))).toMatch(
    new RegExp(`^0*${released}_`),
  );
  expect(readdirSync(made).toSorted()).toEqual([
    'SHA256SUMS',
    `fairpot-${NEXT}.tar.gz`,
    `fairpot-client-${NEXT}.tgz`,
    `fairpot-verify-${NEXT}.tgz`,
    `fairpot-witness-${NEXT}.tgz`,
    'sbom.cdx.json',
  ]);
  expect(spawnSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: made }).status).toBe(0);
  expect(spawnSync('tar', ['-tzf', `fairpot-${NEXT}.tar.gz`], { cwd: made, encoding: 'utf8' }).stdout).toContain(
    `fairpot-${NEXT}/server.mjs\n`,
  );
  expect(git('verify-tag', `v${NEXT}`).stderr).toContain('Good "git" signature for releaser@fairpot.example');
  const sums = createHash('sha256')
    .update(readFileSync(join(made, 'SHA256SUMS')))
    .digest('hex');
  expect(git('tag', '--list', '--format=%(contents)', `v${NEXT}`).stdout).toContain(sums);
}, 180_000);

test('a version is released once, and the next one needs a line in the CHANGELOG', () => {
  expect(release(NEXT).stderr).toContain('not newer');
  expect(release(`${Number(NEXT.split('.')[0]) + 1}.0.0`).stderr).toContain('says nothing under Unreleased');
});
