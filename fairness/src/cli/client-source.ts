/** `--from-source`: a build of your own, in a checkout or its `web/dist`, compared with the manifest of a site. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientManifest } from '../client/manifest.ts';
import { UnusableInput } from './load.ts';

const BUILT = join('web', 'dist');

/** Every file that differs, is missing, or is not in the manifest. */
export async function differencesFromSource(source: string, manifest: ClientManifest): Promise<string[]> {
  const folder = await builtFolder(source);
  const differences: string[] = [];
  for (const { path, sha256 } of manifest.files) {
    const bytes = await readFile(join(folder, path)).catch(() => null);
    if (bytes === null) differences.push(`${path} is served, but is not in ${folder}`);
    else if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      differences.push(`${path} is served with other bytes than it has in ${folder}`);
  }
  const served = new Set(manifest.files.map(({ path }) => path));
  const own = (await readdir(join(folder, 'assets')).catch(() => [])).map((name) => `assets/${name}`);
  // Compressed copies are of the same bytes.
  const missing = own.filter((path) => !served.has(path) && !/[.](br|gz)$/.test(path));
  return [...differences, ...missing.map((path) => `${path} is in ${folder}, but the manifest does not name it`)];
}

async function builtFolder(source: string): Promise<string> {
  for (const folder of [join(source, BUILT), source])
    if (
      await stat(join(folder, 'index.html')).then(
        () => true,
        () => false,
      )
    )
      return folder;
  throw new UnusableInput(`${source} has no built client: run npm ci && npm run build:client there`);
}
