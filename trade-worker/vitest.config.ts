/** Tests of the trade worker: the server's database and world, the simulated Steam, the real libraries. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'trade-worker',
    include: ['src/**/*.test.ts'],
    // As in the server: one set of modules for all files of a worker, and databases that pass from one file to the next.
    isolate: false,
    globalSetup: ['../server/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
