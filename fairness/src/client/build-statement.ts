/**
 * A build of the web client, as the site announces it in the public log before a node serves it. Written by the server,
 * parsed by every verifier; one from before this statement existed skips it.
 */
import { readHex, readInt, readObject } from '../encoding/shape.ts';
import { readCommit } from './manifest.ts';
import type { ClientManifest } from './manifest.ts';

/** The name of these statements in the log. */
export const CLIENT_BUILD = 'client-build';

export type BuildStatement = {
  /** Hash of the manifest's text: the name of the build. */
  readonly manifest: string;
  readonly commit: string | null;
  readonly lockFile: string;
  /** How many files it has. */
  readonly files: number;
};

/** What the leaf of a build says, as plain JSON. */
export function buildStatementBody(manifest: string, { commit, lockFile, files }: ClientManifest) {
  return { v: 1, manifest, commit, lockFile, files: files.length };
}

/** Parses what the leaf says; throws a ShapeError that names the wrong field. */
export function parseBuildStatement(value: unknown, path: string): BuildStatement {
  const fields = readObject(value, path, ['v', 'manifest', 'commit', 'lockFile', 'files']);
  readInt(fields['v'], `${path}.v`, 1, 1);
  return {
    manifest: readHex(fields['manifest'], `${path}.manifest`, 32),
    commit: readCommit(fields['commit'], `${path}.commit`),
    lockFile: readHex(fields['lockFile'], `${path}.lockFile`, 32),
    files: readInt(fields['files'], `${path}.files`, 1),
  };
}
