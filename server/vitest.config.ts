/** Tests of the server: `npx vitest run --root server [folder]`. One PostgreSQL for the run; databases are lent (testing/databases.ts). */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['{src,testing}/**/*.test.ts'],
    globalSetup: ['testing/global-setup.ts'],
    // Everything a test depends on is handed to it. Modules are loaded once for a worker, and databases pass from one file to the next.
    isolate: false,
    testTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 30_000,
  },
});
