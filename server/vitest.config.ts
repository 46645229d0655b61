/** Tests of the server: `npx vitest run --root server [folder]`. One PostgreSQL for the run, one database per world. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    // Everything a test depends on is handed to it; the modules keep no state, and loading them once saves a minute.
    isolate: false,
    testTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 30_000,
  },
});
