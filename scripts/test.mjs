/**
 * `npm test`: installs what it lacks, then runs every check. One step's failure does not hide the others; the last
 * line counts them. `npm test -- lint unit` runs only the named steps.
 *
 * Lint takes as long as all the other static checks together and uses one core, so that the two halves run side by side;
 * unit, soak and journeys follow one after the other; the web client is built beside the soak.
 */
import { bin, buildWeb, ensureChromium, ensureDependencies, fail, root, run, runCaptured, say } from './lib.mjs';
import { journeyReport, vitestReport } from './reports.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

ensureDependencies();
const rooms = ['contract', 'fairness', 'catalogue', 'simulators', 'witness', 'server', 'web', 'e2e', 'bench'];
const reports = join(root, '.cache', 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const unitReport = join(reports, 'unit.json');
const soakReport = join(reports, 'soak.json');
const journeysReport = join(reports, 'journeys.json');

async function types(exec) {
  const codes = [];
  for (const room of ['.', ...rooms, 'scripts'])
    codes.push(await exec(bin('tsc'), ['-p', join(room, 'tsconfig.json')]));
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

let built;
/** Builds the web client once. A failure is told to whoever waits for it. */
function webClient() {
  built ??= buildWeb();
  built.catch(() => undefined);
  return built;
}

async function soak() {
  // The soak mostly waits, and leaves a core for what the journeys need next.
  if (isWanted('journeys')) void webClient();
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
  await webClient();
  return run(bin('playwright'), ['test'], {
    cwd: join(root, 'e2e'),
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: journeysReport },
  });
}

/** Each takes the way to run a command (`run` or `runCaptured`) and resolves to an exit code. */
const checks = {
  format: (exec) => exec(bin('prettier'), ['--check', '--log-level=warn', '.']),
  types,
  arrows: (exec) => exec(bin('depcruise'), ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...rooms]),
  deadcode: (exec) => exec(bin('knip'), []),
  schema: (exec) =>
    exec(process.execPath, ['--import', 'tsx', 'server/src/platform/database/schema-cli.ts', '--check']),
};
const lint = { lint: (exec) => exec(bin('eslint'), ['--max-warnings=0', '.']) };
const tests = { unit, soak, journeys };

const wanted = process.argv.slice(2);
const names = [checks, lint, tests].flatMap(Object.keys);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) fail(`Unknown step ${unknown.join(', ')}. Steps: ${names.join(', ')}.`);

const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
const outcomes = [];

/** Runs the wanted ones of `steps`, one after the other. */
async function runAll(steps, exec) {
  for (const [name, step] of Object.entries(steps)) {
    if (!isWanted(name)) continue;
    const began = Date.now();
    say(`\n== ${name}`);
    const code = await step(exec);
    outcomes.push({ name, ok: code === 0, seconds: Math.round((Date.now() - began) / 1000) });
  }
}

await Promise.all([runAll(checks, runCaptured), runAll(lint, runCaptured)]);
await runAll(tests, run);

const reported = [vitestReport(unitReport), vitestReport(soakReport), journeyReport(journeysReport)];
const failures = reported.flatMap((report) => report.failures);
if (failures.length > 0) say(`\nWhat failed:\n${failures.join('\n')}`);
say('');
for (const { name, ok, seconds } of outcomes) say(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
const failedSteps = outcomes.filter((o) => !o.ok).length;
const passed = reported.reduce((sum, report) => sum + report.passed, 0);
say(`${passed} passed, ${Math.max(failures.length, failedSteps)} failed`);
process.exit(failedSteps > 0 ? 1 : 0);
