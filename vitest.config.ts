/** One run for every room; a room's own vitest.config.ts, where it has one, says how it is tested. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const plain = ['contract', 'fairness', 'catalogue', 'simulators', 'scripts'].map((room) => ({
  test: { name: room, root: join(import.meta.dirname, room), testTimeout: 20_000 },
}));
const own = ['server/vitest.config.ts', 'web/vitest.config.ts', 'web/vitest.browser.config.ts'];

export default defineConfig({
  test: { projects: [...plain, ...own.filter((file) => existsSync(join(import.meta.dirname, file)))] },
});
