/** One run for every room; a room's own vitest.config.ts, where it has one, says how it is tested. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

const BOUNDS = '**/*.speed.test.ts';

/** Rooms without a state of their own: their files share one set of modules, which saves a third of the time. */
const ROOMS = [
  'contract',
  'fairness',
  'catalogue',
  'simulators',
  'witness',
  'api-client',
  'scripts',
  'drills',
  'bench',
];
const plain = ROOMS.map((room) => ({
  test: {
    name: room,
    root: join(import.meta.dirname, room),
    exclude: [...configDefaults.exclude, BOUNDS],
    testTimeout: 20_000,
    // some build and remove folders with tens of thousands of links to packages
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    isolate: false,
  },
}));
/** Bounds in seconds, for a machine that does nothing else: `npm test -- speed`. */
const speed = {
  test: {
    name: 'speed',
    root: import.meta.dirname,
    include: [`{fairness,web}/${BOUNDS}`],
    isolate: false,
    maxWorkers: 1,
  },
};
/** Long, and of whole processes: run by itself so that it has the machine. */
const soak = {
  test: {
    name: 'soak',
    root: join(import.meta.dirname, 'e2e'),
    include: ['soak/**/*.test.ts', 'operator/**/*.test.ts'],
    // By name alone, with a number: FAIRPOT_SOAK_CRYPTO=12 is the short run (e2e/README.md).
    exclude:
      process.env['FAIRPOT_SOAK_CRYPTO'] === undefined
        ? [...configDefaults.exclude, 'soak/crypto.test.ts']
        : configDefaults.exclude,
    testTimeout: 600_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
};
const own = [
  'server/vitest.config.ts',
  'trade-worker/vitest.config.ts',
  'chain-watcher/vitest.config.ts',
  'signer/vitest.config.ts',
  'web/vitest.config.ts',
  'web/vitest.browser.config.ts',
];

/** One more than there are cores: some tests wait, those in the browser most. More than four make the database the bottleneck. */
const maxWorkers = Math.max(3, Math.min(4, availableParallelism() + 1));

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [...plain, soak, speed, ...own.filter((file) => existsSync(join(import.meta.dirname, file)))],
  },
});
