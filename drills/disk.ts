/** Small disks for the database servers, so that one can be filled: file systems in memory, mounted as root only. */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const SIZE = '900m';
const BALLAST = 'ballast';
const CHUNK_BYTES = 1 << 20;

/** False where this account may not mount: the drill is skipped. */
export function mountSmallDisk(folder: string): boolean {
  return (
    process.getuid?.() === 0 &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'fairpot', folder]).status === 0
  );
}

export function unmountDisk(folder: string): void {
  execFileSync('umount', ['--lazy', folder]);
}

/** Writes until nothing is left, byte by byte at the end. */
export function fillDisk(folder: string): void {
  const file = openSync(join(folder, BALLAST), 'w');
  const chunk = Buffer.alloc(CHUNK_BYTES, 1);
  try {
    for (let bytes = CHUNK_BYTES; bytes >= 1; bytes = Math.floor(bytes / 2))
      try {
        for (;;) writeSync(file, chunk, 0, bytes);
      } catch {
        // No room for a piece of this size: a smaller one may fit.
      }
  } finally {
    closeSync(file);
  }
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export function emptyDisk(folder: string): void {
  rmSync(join(folder, BALLAST));
}
