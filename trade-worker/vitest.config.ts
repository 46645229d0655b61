/** Tests of the trade worker: the server's database and world, the simulated Steam, the real libraries. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'trade-worker',
    include: ['src/**/*.test.ts'],
    globalSetup: ['../server/src/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
