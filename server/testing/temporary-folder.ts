/** A folder of one test, removed when the test ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Called inside a test. Returns an absolute path. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairpot-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
