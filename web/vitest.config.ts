/** Pure logic of the client, in Node. What needs a page is `*.browser.test.tsx`: see vitest.browser.config.ts. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'web',
    root: import.meta.dirname,
    isolate: false,
    include: ['{src,worker}/**/*.test.{ts,tsx}'],
    exclude: ['**/*.browser.test.{ts,tsx}', '**/*.speed.test.ts'],
  },
});
