/** A manifest has one spelling, its hash names the build, and the leaf of a build says which. */
import { describe, expect, test } from 'vitest';
import { utf8 } from '../encoding/bytes.ts';
import { canon } from '../encoding/canon.ts';
import { parseLeaf } from '../log/leaf.ts';
import { buildStatementBody } from './build-statement.ts';
import { addressOfFile, formatManifest, hashManifest, parseManifest } from './manifest.ts';

const FILE = { path: 'assets/main-1a2b.js', bytes: 3, sha256: 'ab'.repeat(32) };
const MANIFEST = {
  commit: 'c0'.repeat(20),
  lockFile: 'de'.repeat(32),
  files: [FILE, { ...FILE, path: 'index.html' }],
};

describe('a manifest', () => {
  test('is read as it was written', () => {
    expect(parseManifest(formatManifest(MANIFEST))).toEqual(MANIFEST);
    expect(parseManifest(formatManifest({ ...MANIFEST, commit: null })).commit).toBe(null);
  });

  test('has another hash for one other byte of one file', () => {
    const other = { ...MANIFEST, files: [{ ...FILE, sha256: 'ac'.repeat(32) }, ...MANIFEST.files.slice(1)] };
    expect(hashManifest(formatManifest(other))).not.toBe(hashManifest(formatManifest(MANIFEST)));
  });

  test.each([
    ['files in another order', { ...MANIFEST, files: [...MANIFEST.files].reverse() }, 'not in its place'],
    ['a file twice', { ...MANIFEST, files: [FILE, FILE] }, 'not in its place'],
    ['a path that leaves the folder', { ...MANIFEST, files: [{ ...FILE, path: '../x.js' }] }, 'not the path of a file'],
    ['a hidden file', { ...MANIFEST, files: [{ ...FILE, path: 'assets/.x' }] }, 'not the path of a file'],
    ['a short hash', { ...MANIFEST, files: [{ ...FILE, sha256: 'ab' }] }, 'manifest.files[0].sha256'],
    ['no file', { ...MANIFEST, files: [] }, 'manifest.files'],
    ['a word for a commit', { ...MANIFEST, commit: 'main' }, 'manifest.commit'],
  ])('with %s is refused', (_, manifest, problem) => {
    expect(() => parseManifest(formatManifest(manifest))).toThrow(problem);
  });

  test('in another spelling is refused: it would have a second hash', () => {
    expect(() => parseManifest(`${formatManifest(MANIFEST)}\n`)).toThrow('canonical');
  });
});

test('the first HTML of a page is served at the page, any other file at its own path', () => {
  expect(['first/index.html', 'first/fairplay/solvency.html', 'index.html', 'assets/a.js'].map(addressOfFile)).toEqual([
    '/',
    '/fairplay/solvency',
    '/index.html',
    '/assets/a.js',
  ]);
});

describe('the leaf of a build', () => {
  const hash = hashManifest(formatManifest(MANIFEST));
  const says = buildStatementBody(hash, MANIFEST);
  const leaf = (content: object) =>
    utf8(canon({ v: 'fp/2', type: 'statement', about: 'client-build', at: 5, says: content }));

  test('names manifest, commit, lock file and number of files', () => {
    expect(parseLeaf(leaf(says))).toMatchObject({
      build: { manifest: hash, commit: MANIFEST.commit, lockFile: MANIFEST.lockFile, files: 2 },
    });
  });

  test('is strict in version 1; a later version is skipped', () => {
    expect(() => parseLeaf(leaf({ ...says, by: 'me' }))).toThrow('unknown field');
    expect(() => parseLeaf(leaf({ ...says, manifest: 'ab' }))).toThrow('leaf.says.manifest');
    expect(parseLeaf(leaf({ v: 2, other: true }))).toMatchObject({ build: null });
  });
});
