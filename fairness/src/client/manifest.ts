/**
 * The manifest of a build of the web client: every file that a browser can be served, with its hash and size. The build
 * writes it, the server compares its files with it, `fairpot-verify --client` compares what a site serves with it.
 *
 * Invariant: a manifest has one spelling (canonical JSON, files in the order of their paths), so that its hash names a
 * build. Item pictures are not part of it: a picture runs no code, and its bytes depend on the machine that drew it.
 */
import { canon } from '../encoding/canon.ts';
import { hashText } from '../encoding/sha256.ts';
import { readArray, readHex, readInt, readObject, readText, ShapeError } from '../encoding/shape.ts';

/** The path of the manifest itself, below the address of the site. */
export const MANIFEST_FILE = 'client.json';

export type BuildFile = {
  /** Relative to the folder of the build: 'assets/main-1a2b.js'. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
};

export type ClientManifest = {
  /** The commit of the sources, 20 bytes in hex; null when files of the sources were not committed. */
  readonly commit: string | null;
  /** sha256 of package-lock.json. */
  readonly lockFile: string;
  /** In the order of their paths, by code unit. */
  readonly files: readonly BuildFile[];
};

/** The only spelling of a manifest. */
export function formatManifest({ commit, lockFile, files }: ClientManifest): string {
  return canon({ v: 1, commit, lockFile, files: files.map((file) => ({ ...file })) });
}

/** sha256 of its text, in hex: the name of a build. */
export function hashManifest(text: string): string {
  return hashText(text);
}

/** Parses the text of a manifest. Throws a ShapeError, also for another spelling. */
export function parseManifest(text: string): ClientManifest {
  const fields = readObject(JSON.parse(text), 'manifest', ['v', 'commit', 'lockFile', 'files']);
  readInt(fields['v'], 'manifest.v', 1, 1);
  const manifest: ClientManifest = {
    commit: readCommit(fields['commit'], 'manifest.commit'),
    lockFile: readHex(fields['lockFile'], 'manifest.lockFile', 32),
    files: readArray(fields['files'], 'manifest.files', 1, readFile),
  };
  const unsorted = manifest.files.find(({ path }, i) => i > 0 && path <= (manifest.files[i - 1]?.path ?? ''));
  if (unsorted !== undefined) throw new ShapeError('manifest.files', `${unsorted.path} is not in its place`);
  if (formatManifest(manifest) !== text) throw new ShapeError('manifest', 'not in its canonical spelling');
  return manifest;
}

/** A commit as in a manifest. */
export function readCommit(value: unknown, path: string): string | null {
  return value === null ? null : readHex(value, path, 20);
}

/** The path in the address of a file: the page that a first HTML belongs to, the file's own path for any other. */
export function addressOfFile(path: string): string {
  const [, page] = /^first\/(.+)[.]html$/.exec(path) ?? [];
  if (page === undefined) return `/${path}`;
  return page === 'index' ? '/' : `/${page}`;
}

/** Path segments without dots in front: no file is hidden, none is outside the folder. */
const PATH = /^[\w@~+-][\w.@~+-]*(?:\/[\w@~+-][\w.@~+-]*)*$/;

function readFile(value: unknown, path: string): BuildFile {
  const fields = readObject(value, path, ['path', 'bytes', 'sha256']);
  const name = readText(fields['path'], `${path}.path`, 200);
  if (!PATH.test(name)) throw new ShapeError(`${path}.path`, `not the path of a file of a build: ${name}`);
  return {
    path: name,
    bytes: readInt(fields['bytes'], `${path}.bytes`),
    sha256: readHex(fields['sha256'], `${path}.sha256`, 32),
  };
}
