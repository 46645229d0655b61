/** Parts and frame of the client in a real Chromium: layout, focus and live regions as a person meets them. */
import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

/** None named and none where Debian puts it: Playwright's own. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env['CHROMIUM_PATH'] ?? PLACES.find((path) => existsSync(path));
const launchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  resolve: { dedupe: ['react', 'react-dom'] },
  // every dependency, the worker's too, is found before the first test: one found later would be bundled anew, with a
  // second React
  optimizeDeps: {
    entries: ['src/**/*.{ts,tsx}', '!src/**/*.test.{ts,tsx}'],
    include: ['vitest-browser-react', 'react/jsx-dev-runtime', 'react-dom/client', 'zod'],
  },
  test: {
    name: 'web-browser',
    root: import.meta.dirname,
    // One page for all files, with the modules loaded once; testing/page.ts gives each the page of somebody who just came.
    isolate: false,
    include: ['{src,worker}/**/*.browser.test.{ts,tsx}'],
    setupFiles: ['./src/testing/page.ts'],
    // A condition is waited for; how long a busy machine takes says nothing about it.
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
    },
  },
});
