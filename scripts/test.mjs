/**
 * `npm test`: installs missing dependencies, then runs every check from scratch, without results of earlier runs. A failed step does not stop the
 * others; the last line counts them. `npm test -- lint unit` runs only the named steps; `speed`, time limits for an otherwise idle machine, runs only
 * when named.
 *
 * Two quicker tiers, which may use what earlier runs left in .cache/ (docs/decisions/0019-suite.md):
 * npm test -- changed [REF]   what differs from the merge base with REF (main by default), or is not committed
 * npm test -- quick           all static checks, and all tests without a browser and without whole sites, except the longest files (scripts/long.mjs)
 *
 * The static checks, the soak, and the tests that kill or attack a site (both of which mostly wait) run in parallel; then the unit tests, then the
 * journeys, each of which uses all cores.
 */
import { cpus } from 'node:os';
import { changedCode, changedFiles } from './changed.mjs';
import { ensureDependencies, fail, run, runCaptured, say } from './lib.mjs';
import { journeyReport, vitestReport } from './reports.mjs';
import { builtClient, checksOfChanged, freshReports, fullSteps, quickSteps } from './steps.mjs';

ensureDependencies();
const [first, ...rest] = process.argv.slice(2);
const reports = freshReports();
const outcomes = [];
const began = Date.now();

/** Busy time of all cores of the machine since it started, of all processes. */
function busyMs() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/** Runs steps one after the other, each with a function to run commands (`run` or `runCaptured`); each returns an exit code. */
async function runAll(steps, exec) {
  for (const [name, step] of Object.entries(steps)) {
    const from = Date.now();
    const busyFrom = busyMs();
    const tally = {};
    say(`\n== ${name}`);
    const counted = (command, args, options) => exec(command, args, { ...options, tally });
    const code = await step(counted).catch((error) => {
      say(String(error?.stack ?? error));
      return 1;
    });
    const ms = Date.now() - from;
    outcomes.push({
      name,
      ok: code === 0,
      seconds: Math.round(ms / 1000),
      cores: (busyMs() - busyFrom) / ms,
      ...tally,
    });
  }
}

/** Lanes run in parallel; the output of each command is printed in one piece. */
function sideBySide(...lanes) {
  return Promise.all(lanes.map((steps) => runAll(steps, runCaptured)));
}

async function runQuick() {
  const { checks, lint, unit } = quickSteps(reports);
  await sideBySide({ ...checks, ...lint }, unit);
}

async function runChanged(ref) {
  const changed = changedFiles(ref);
  const { base, files } = changed;
  const code = await changedCode(changed);
  say(`${files.length} files differ from ${base.slice(0, 10)} or are not committed, ${code.length} in what they do`);
  if (files.length === 0) return;
  const { checks, lint, unit } = checksOfChanged(reports, files, code);
  await sideBySide({ ...checks, ...lint }, unit);
}

async function runFull(wanted) {
  const { checks, lint, kills, soak, unit, speed, journeys } = fullSteps(reports);
  const names = [checks, lint, kills, soak, unit, speed, journeys].flatMap(Object.keys);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    fail(`Unknown step ${unknown.join(', ')}. Steps: ${names.join(', ')}; tiers: changed, quick.`);
  const only = (steps) =>
    Object.fromEntries(Object.entries(steps).filter(([name]) => wanted.length === 0 || wanted.includes(name)));
  // Builds what the journeys need while the soak waits, unless the kills have begun to.
  const client = wanted.length === 0 ? { client: (exec) => builtClient(exec).then(() => 0) } : {};
  await sideBySide({ ...only(lint), ...only(kills) }, { ...only(checks), ...client }, only(soak));
  // A time limit says nothing on a busy machine: those tests run only on request.
  const quiet = wanted.includes('speed') ? speed : {};
  await runAll({ ...only(unit), ...quiet, ...only(journeys) }, run);
}

if (first === 'quick') await runQuick();
else if (first === 'changed') await runChanged(rest[0]);
else await runFull(process.argv.slice(2));

const reported = [...[reports.unit, reports.kills, reports.soak].map(vitestReport), journeyReport(reports.journeys)];
const failures = reported.flatMap((report) => report.failures);
if (failures.length > 0) say(`\nWhat failed:\n${failures.join('\n')}`);
say('');
for (const { name, ok, seconds, cpuSeconds, cores } of outcomes) {
  const cpu = cpuSeconds === undefined ? '' : `, ${Math.round(cpuSeconds)} s of processor`;
  const busy = seconds < 10 ? '' : `; the machine had ${cores.toFixed(1)} of ${cpus().length} cores at work`;
  say(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s${cpu}${busy})`);
}
const failedSteps = outcomes.filter((o) => !o.ok).length;
const passed = reported.reduce((sum, report) => sum + report.passed, 0);
const seconds = Math.round((Date.now() - began) / 1000);
say(`${passed} passed, ${Math.max(failures.length, failedSteps)} failed, in ${seconds} s`);
process.exit(failedSteps > 0 ? 1 : 0);
