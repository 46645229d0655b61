/**
 * Renders the picture of every item type and case: `npx tsx catalogue/scripts/build-art.ts OUTDIR` writes
 * OUTDIR/<slug>.webp and OUTDIR/case-<id>.webp, 320 pixels wide. Called by the web build. A manifest of content hashes in OUTDIR makes a second run skip what is
 * unchanged; pictures of items that are gone are removed. Every file appears whole or not at all.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { ART_VERSION } from '../src/art.ts';
import { drawings, RECIPE } from '../src/drawings.ts';

const MANIFEST = '.manifest.json';
/** Read by the server: which addresses of pictures may be cached for good. */
const VERSION = 'version.txt';

type Manifest = Readonly<Record<string, string>>;

/** The last run's hashes by slug; none when there was no run or the file is damaged, which only costs time. */
async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) return {};
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Writes a temporary file and renames it, so a reader never sees half a file. */
async function writeWhole(path: string, data: Buffer | string): Promise<void> {
  const partial = `${path}.${process.pid}.part`;
  await writeFile(partial, data);
  await rename(partial, path);
}

function render(svg: string): Promise<Buffer> {
  const { density, width, webp } = RECIPE;
  return sharp(Buffer.from(svg), { density }).resize(width).webp(webp).toBuffer();
}

/** Runs `work` over the queue with at most `width` at a time. */
async function inParallel<T>(queue: readonly T[], width: number, work: (entry: T) => Promise<void>): Promise<void> {
  const rest = queue.values();
  const lane = async (): Promise<void> => {
    for (const entry of rest) await work(entry);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

async function build(folder: string): Promise<string> {
  const started = performance.now();
  await mkdir(folder, { recursive: true });
  sharp.concurrency(1);
  const recipe = JSON.stringify([RECIPE, sharp.versions]);
  const before = await readManifest(folder);
  const after: Record<string, string> = {};
  const stale: { slug: string; svg: string }[] = [];
  const all = drawings();
  for (const { slug, svg } of all) {
    const hash = createHash('sha256').update(recipe).update(svg).digest('base64url');
    after[slug] = hash;
    if (before[slug] !== hash || !existsSync(join(folder, `${slug}.webp`))) stale.push({ slug, svg });
  }
  let bytes = 0;
  await inParallel(stale, Math.max(2, availableParallelism()), async ({ slug, svg }) => {
    const picture = await render(svg);
    bytes += picture.length;
    await writeWhole(join(folder, `${slug}.webp`), picture);
  });
  const gone = Object.keys(before).filter((slug) => !(slug in after));
  for (const slug of gone) await rm(join(folder, `${slug}.webp`), { force: true });
  await writeWhole(join(folder, MANIFEST), `${JSON.stringify(after, null, 1)}\n`);
  await writeWhole(join(folder, VERSION), `${ART_VERSION}\n`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const drawn = `${stale.length} drawn (${(bytes / 1024 / 1024).toFixed(1)} MiB)`;
  return (
    `art: ${all.length} pictures, ${drawn}, ${all.length - stale.length} kept, ${gone.length} removed, ` +
    `${seconds} s\n`
  );
}

const target = process.argv[2];
if (target) {
  process.stdout.write(await build(resolve(target)));
} else {
  process.stderr.write('usage: build-art OUTDIR\n');
  process.exitCode = 2;
}
