/**
 * `npm test`: installs what it lacks, then runs every check. One step's failure does not hide the others; the last
 * line counts them. `npm test -- lint unit` runs only the named steps.
 */
import { bin, buildWeb, ensureChromium, ensureDependencies, fail, root, run, say } from './lib.mjs';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

ensureDependencies();
const rooms = ['contract', 'fairness', 'catalogue', 'simulators', 'server', 'web', 'e2e', 'bench'];
const reports = join(root, '.cache', 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const node = (...args) => run(process.execPath, ['--import', 'tsx', ...args]);
const unitReport = join(reports, 'unit.json');
const soakReport = join(reports, 'soak.json');
const journeyReport = join(reports, 'journeys.json');

async function types() {
  const codes = [];
  for (const room of ['.', ...rooms, 'scripts']) codes.push(await run(bin('tsc'), ['-p', join(room, 'tsconfig.json')]));
  return Math.max(...codes);
}

async function unit() {
  process.env.CHROMIUM_PATH = ensureChromium();
  return run(bin('vitest'), [
    'run',
    '--project',
    '!soak',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ]);
}

async function soak() {
  return run(bin('vitest'), [
    'run',
    '--project',
    'soak',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${soakReport}`,
  ]);
}

async function journeys() {
  process.env.CHROMIUM_PATH = ensureChromium();
  await buildWeb();
  return run(bin('playwright'), ['test'], {
    cwd: join(root, 'e2e'),
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport },
  });
}

const steps = {
  format: () => run(bin('prettier'), ['--check', '--log-level=warn', '.']),
  lint: () => run(bin('eslint'), ['--max-warnings=0', '.']),
  types,
  arrows: () => run(bin('depcruise'), ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...rooms]),
  deadcode: () => run(bin('knip')),
  schema: () => node('server/src/platform/schema-cli.ts', '--check'),
  unit,
  soak,
  journeys,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0) fail(`Unknown step ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}.`);

const outcomes = [];
for (const [name, step] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const began = Date.now();
  say(`\n== ${name}`);
  const code = await step();
  outcomes.push({ name, ok: code === 0, seconds: Math.round((Date.now() - began) / 1000) });
}

/** Passed and failed tests of a vitest JSON report; zero when there is none. */
function vitestCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

/** Passed and failed journeys of a Playwright JSON report; a flaky one counts as failed. */
function journeyCounts() {
  if (!existsSync(journeyReport)) return { passed: 0, failed: 0 };
  const { stats } = JSON.parse(readFileSync(journeyReport, 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

say('');
for (const { name, ok, seconds } of outcomes) say(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
const counts = [vitestCounts(unitReport), vitestCounts(soakReport), journeyCounts()];
const failedSteps = outcomes.filter((o) => !o.ok).length;
const passed = counts.reduce((sum, c) => sum + c.passed, 0);
const failed = Math.max(
  counts.reduce((sum, c) => sum + c.failed, 0),
  failedSteps,
);
say(`${passed} passed, ${failed} failed`);
process.exit(failedSteps > 0 ? 1 : 0);
