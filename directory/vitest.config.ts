/** Tests of the directory: real databases beside those of the server's worlds. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'directory',
    include: ['src/**/*.test.ts'],
    isolate: false,
    globalSetup: ['../server/testing/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
