/** Tests of the chain watcher: the server's database and world, the simulated chains, a real local Ethereum node. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'chain-watcher',
    include: ['src/**/*.test.ts'],
    // As in the server: one module graph per worker for all its files, and databases that are reused from file to file.
    isolate: false,
    globalSetup: ['../server/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
