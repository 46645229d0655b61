/** Where the directory of cells is, and this cell's key there: the directory gateway's part of the configuration. */
import type { Mode, PartSource } from '../../platform/process/config.ts';
import { httpUrl, isLoopback, trimSlash } from '../../platform/process/outside-urls.ts';

export interface DirectorySettings {
  readonly url: string;
  readonly key: string;
}

export interface DirectoryConfig {
  /** Null: this site is the only one, and every person's home. */
  readonly directory: DirectorySettings | null;
}

/** Demo and live never mix: a demo's cells are on this machine, those of live are not, and have https. */
export function isAddressOf(mode: Mode, url: string): boolean {
  return mode === 'demo' ? isLoopback(url) : !isLoopback(url) && url.startsWith('https://');
}

/** DIRECTORY_URL and DIRECTORY_KEY. Adds to `problems` if the site cannot start. */
export function readDirectory({ mode, env }: PartSource, problems: string[]): DirectoryConfig {
  const { DIRECTORY_URL: url, DIRECTORY_KEY: key } = env;
  if (url === undefined && key === undefined) return { directory: null };
  const read = httpUrl.safeParse(url);
  if (!read.success || key === undefined) {
    problems.push('DIRECTORY_URL and DIRECTORY_KEY: set both, the first to an http(s) URL, or neither');
    return { directory: null };
  }
  // The directory itself may be on the same machine as a cell in live: then nothing passes over the network.
  if (!isAddressOf(mode, read.data) && !isLoopback(read.data))
    problems.push(`DIRECTORY_URL: ${mode === 'live' ? 'live requires https' : 'a demo calls this machine only'}`);
  if (!/^[0-9a-f]{64}$/.test(key))
    problems.push('DIRECTORY_KEY: 64 hexadecimal digits from a random source, of which the directory has the sha256');
  return { directory: { url: trimSlash(read.data), key } };
}
