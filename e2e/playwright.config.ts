/**
 * The journeys: players in real browsers on a whole site of its own. Run by `npm test -- journeys`, or here by `npx playwright test` once web/dist is
 * built.
 *
 * No retries: a journey that passes only the second time has found something.
 */
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'];
const browser = process.env['CHROMIUM_PATH'] ?? PLACES.find((path) => existsSync(path));

/** No sandbox, because tests may run as root in a container; no background traffic of the browser. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];

const DESKTOP = { viewport: { width: 1440, height: 900 } };
/** Reduced motion, for journeys that are not about what moves. It halves what a browser draws. */
const STILL = { contextOptions: { reducedMotion: 'reduce' } } as const;
const files = (...names: readonly string[]) => names.map((name) => `${name}.test.ts`);
/** They follow whole rounds in real time, with all motion. */
const ROUNDS = files('address', 'battles', 'stranger', 'duel', 'late');
/** They start a site of their own. */
const SITES = files('crypto', 'push', 'restart', 'staff');
/** Each of these has one site for all its files, which therefore share a worker. */
const MOVED = files('jackpot', 'scripted', 'silence', 'staff-ops');
const TRADES = files('deposit', 'profile', 'steam-stake', 'withdraw');

export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.test.ts',
  globalSetup: './lib/global-setup.config.ts',
  fullyParallel: true,
  // A journey spends part of its time waiting for countdowns and other players, so one worker more than there are cores (decision 0019).
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // PLAYWRIGHT_JSON_OUTPUT_NAME names the file of the JSON report; without it only the list is written.
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    launchOptions: { ...(browser === undefined ? {} : { executablePath: browser }), args: ARGS },
    // A click or a page that hangs fails where it hangs, not at the end of the journey's time.
    actionTimeout: 45_000,
    navigationTimeout: 45_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    // Playwright's routes do not see what a worker fetches. pwa.test.ts and e2e/operator run with it.
    serviceWorkers: 'block',
  },
  projects: [
    // Projects begin in this order: journeys of a minute and more do not come last.
    { name: 'moved', testMatch: MOVED, use: DESKTOP, fullyParallel: false, workers: 1 },
    { name: 'trades', testMatch: TRADES, use: { ...DESKTOP, ...STILL }, fullyParallel: false, workers: 1 },
    { name: 'rounds', testMatch: ROUNDS, use: DESKTOP },
    { name: 'sites', testMatch: SITES, use: { ...DESKTOP, ...STILL } },
    {
      name: 'desktop',
      testIgnore: [...ROUNDS, ...SITES, ...TRADES, ...MOVED, 'phone.test.ts'],
      use: { ...DESKTOP, ...STILL },
    },
    {
      name: 'phone',
      testMatch: 'phone.test.ts',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
});
