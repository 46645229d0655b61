/**
 * Sources of `fairpot-verify --all`: a site's files, a folder of the same files, or one file with a leaf per line. An
 * unreachable source is `Unusable`; a missing file is null, and the log is judged for it.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleBytes, bundlePath, TILE_WIDTH, tilePath } from '../tree/tiles.ts';
import type { Tile } from '../tree/tiles.ts';
import { download } from './download.ts';
import { UnusableInput } from './load.ts';

export interface LogSource {
  readonly name: string;
  /** The signed note, as text. */
  checkpoint(): Promise<string>;
  /** The verifier key stored with the log; null when there is none. It proves nothing about itself. */
  key(): Promise<string | null>;
  /** Leaves [256 index, + width) in the form of tlog-tiles; null when they are missing. */
  bundle(index: number, width: number): Promise<Uint8Array | null>;
  /** Null when it is missing, or when this source has no tiles. */
  tile(tile: Tile): Promise<Uint8Array | null>;
  readonly hasTiles: boolean;
}

/** The log below {site}/api/fair/log. */
export function siteSource(site: URL): LogSource {
  const base = new URL('api/fair/log/', site.href.endsWith('/') ? site.href : `${site.href}/`);
  const file = (path: string) => download(new URL(path, base));
  return {
    name: site.href,
    hasTiles: true,
    checkpoint: async () => textOf(await file('checkpoint'), `${base.href}checkpoint`),
    key: async () => keyOfHead(textOf(await file('head'), `${base.href}head`)),
    bundle: (index, width) => file(bundlePath(index, width)),
    tile: (tile) => file(tilePath(tile)),
  };
}

/** The key in the response of GET /api/fair/log/head; null when there is none. */
function keyOfHead(answer: string): string | null {
  try {
    const { response }: { response?: { key?: unknown } } = JSON.parse(answer) as object;
    return typeof response?.key === 'string' ? response.key : null;
  } catch {
    // Not JSON, so it has no key.
    return null;
  }
}

/** A folder as written by `--save`, or a file as written by `--save NAME.log`. */
export async function savedSource(path: string): Promise<LogSource> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new UnusableInput(`there is no ${path}`);
  return found.isDirectory() ? folderSource(path) : fileSource(path, await readFile(path));
}

function folderSource(folder: string): LogSource {
  const file = (path: string): Promise<Uint8Array | null> => readFile(join(folder, path)).catch(() => null);
  return {
    name: folder,
    hasTiles: true,
    checkpoint: async () => textOf(await file('checkpoint'), join(folder, 'checkpoint')),
    key: async () => decode(await file('key'))?.trim() ?? null,
    bundle: (index, width) => file(bundlePath(index, width)),
    tile: (tile) => file(tilePath(tile)),
  };
}

/** Checkpoint, blank line, then a leaf per line: canonical JSON has no line breaks. */
function fileSource(name: string, bytes: Buffer): LogSource {
  const text = bytes.indexOf('\n\n');
  const end = text < 0 ? -1 : bytes.indexOf('\n\n', text + 2);
  if (end < 0) throw new UnusableInput(`${name} does not begin with a checkpoint and a blank line`);
  const note = bytes.subarray(0, end + 1).toString('utf8');
  const lines: Uint8Array[] = [];
  for (let at = end + 2; at < bytes.length;) {
    const to = bytes.indexOf('\n', at);
    // A last line without its newline is truncated: it is dropped, and the log is a leaf short.
    if (to < 0) break;
    lines.push(bytes.subarray(at, to));
    at = to + 1;
  }
  return {
    name,
    hasTiles: false,
    checkpoint: () => Promise.resolve(note),
    key: () =>
      readFile(`${name}.key`, 'utf8')
        .then((key) => key.trim())
        .catch(() => null),
    bundle: (index, width) => {
      const part = lines.slice(index * TILE_WIDTH, index * TILE_WIDTH + width);
      return Promise.resolve(part.length === 0 ? null : bundleBytes(part));
    },
    tile: () => Promise.resolve(null),
  };
}

function textOf(bytes: Uint8Array | null, name: string): string {
  const text = decode(bytes);
  if (text === null) throw new UnusableInput(`there is no ${name}`);
  return text;
}

function decode(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : new TextDecoder().decode(bytes);
}
