/** Saves a log while it is being read: as the folder of its files, or as one file with a leaf per line. */
import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundlePath, tilePath } from '../tree/tiles.ts';
import type { Tile } from '../tree/tiles.ts';

export interface LogSink {
  bundle(index: number, width: number, bytes: Uint8Array, entries: readonly Uint8Array[]): Promise<void>;
  tile(tile: Tile, bytes: Uint8Array): Promise<void>;
  /** Called last, after everything else is written. */
  finish(): Promise<void>;
}

/** `NAME.log` becomes one file, anything else a folder. */
export async function sinkFor(path: string, note: string, key: string): Promise<LogSink> {
  return path.endsWith('.log') ? fileSink(path, note, key) : folderSink(path, note, key);
}

function folderSink(folder: string, note: string, key: string): LogSink {
  const write = async (path: string, bytes: Uint8Array | string) => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  };
  return {
    bundle: (index, width, bytes) => write(bundlePath(index, width), bytes),
    tile: (tile, bytes) => write(tilePath(tile), bytes),
    finish: async () => {
      await write('key', `${key}\n`);
      await write('checkpoint', note);
    },
  };
}

async function fileSink(path: string, note: string, key: string): Promise<LogSink> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(`${path}.new`, 'w');
  await file.write(`${note}\n`);
  return {
    bundle: async (_index, _width, _bytes, entries) => {
      await file.write(entries.map((entry) => `${new TextDecoder().decode(entry)}\n`).join(''));
    },
    tile: () => Promise.resolve(),
    finish: async () => {
      await file.close();
      await writeFile(`${path}.key`, `${key}\n`);
      await rename(`${path}.new`, path);
    },
  };
}
