/**
 * The build of the client that a node serves: the manifest in its folder, after every file was compared with it. A changed, missing or additional file
 * refuses the start, so that a node serves the build that its leaf in the public log names. A compressed copy counts as the bytes that a browser
 * unpacks.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
  formatManifest,
  hashManifest,
  MANIFEST_FILE,
  parseManifest,
  type ClientManifest,
} from '@fairpot/fairness/client/manifest';
import { StartRefused } from '../runner/refused.ts';
import { copiedFile, unpackCopy, writeCopies } from './compressed-copies.ts';

export interface ClientBuild {
  /** Hash of the manifest: the name of the build. */
  readonly hash: string;
  readonly manifest: ClientManifest;
  /** Hashes of the scripts inside its pages, as the policy names them: the map of hashes of its modules. */
  readonly inlineScripts: readonly string[];
}

/** Pictures, and what a build keeps for itself. */
const APART = /^art\/|(^|\/)[.]/;

/** The build in `folder`; null when it has none: without a manifest there is no build. Throws StartRefused for a file that is not the manifest's. */
export async function readClientBuild(folder: string): Promise<ClientBuild | null> {
  const text = await readManifest(folder);
  if (text === null) return null;
  const manifest = parseText(text);
  const problem = await problemOf(folder, manifest);
  if (problem === null) return { hash: hashManifest(text), manifest, inlineScripts: await inlineScripts(folder) };
  // A build replaces its folder: it may have done so while this one was read.
  if ((await readManifest(folder)) !== text) return readClientBuild(folder);
  return refuseStart(problem);
}

/** All pages of a build contain the same ones. */
async function inlineScripts(folder: string): Promise<string[]> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => '');
  return [...page.matchAll(/<script type="importmap">([^<]*)<\/script>/g)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  );
}

function readManifest(folder: string): Promise<string | null> {
  return readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => null);
}

/** The first difference between folder and manifest; null when there is none. */
async function problemOf(folder: string, manifest: ClientManifest): Promise<string | null> {
  const expected = new Map(manifest.files.map((file) => [file.path, file.sha256]));
  const found = new Set<string>();
  for (const path of filesOfBuild(folder)) {
    const hash = expected.get(copiedFile(path) ?? path);
    if (hash === undefined) return `${path} is not in its manifest`;
    if (hash !== (await hashOf(folder, path))) return `${path} is not the file of its manifest`;
    found.add(path);
  }
  const missing = [...expected.keys()].find((path) => !found.has(path));
  return missing === undefined ? null : `${missing} is missing`;
}

/** Writes the manifest of the built client in `folder`, and the compressed copies of its files. Called by the build. */
export async function writeManifest(
  folder: string,
  { commit, lockFile }: Pick<ClientManifest, 'commit' | 'lockFile'>,
): Promise<void> {
  const paths = filesOfBuild(folder).filter((path) => copiedFile(path) === null);
  const files = paths.map(async (path) => ({
    path,
    bytes: (await stat(join(folder, path))).size,
    sha256: await hashOf(folder, path),
  }));
  await writeFile(join(folder, MANIFEST_FILE), formatManifest({ commit, lockFile, files: await Promise.all(files) }));
  await writeCopies(folder, paths);
}

/** The files of a built client that belong to its manifest, and their compressed copies, by their paths. */
function filesOfBuild(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => path !== MANIFEST_FILE && !APART.test(path))
    .sort((a, b) => (a < b ? -1 : 1));
}

function parseText(text: string): ClientManifest {
  try {
    return parseManifest(text);
  } catch (error) {
    return refuseStart(`its manifest is invalid (${error instanceof Error ? error.message : String(error)})`);
  }
}

function refuseStart(problem: string): never {
  throw new StartRefused(
    `The built client is not what its build wrote: ${problem}. Build it again: npm run build:client`,
  );
}

/** Of what a browser gets from the file at `path`; '' if it cannot unpack it. */
async function hashOf(folder: string, path: string): Promise<string> {
  const bytes = await readFile(join(folder, path));
  const unpacked = copiedFile(path) === null ? bytes : await unpackCopy(bytes).catch(() => null);
  return unpacked === null ? '' : createHash('sha256').update(unpacked).digest('hex');
}
