/**
 * The steps of `npm test`, grouped by what may run beside what. Each step takes the way to run a command (`run` or
 * `runCaptured` of lib.mjs) and resolves to an exit code.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bin, buildWeb, ensureChromium, findChromium, root } from './lib.mjs';

export const rooms = [
  'contract',
  'fairness',
  'catalogue',
  'simulators',
  'witness',
  'trade-worker',
  'chain-watcher',
  'signer',
  'server',
  'web',
  'e2e',
  'bench',
];
/**
 * The programs that are checked for types. Rooms with the same settings are one, because each program reads again all that it imports;
 * the simulators are apart from the trade worker, as each declares the parts of Steam's libraries that it uses.
 */
export const programs = [
  'tsconfig.node.json',
  ...['simulators', 'web', 'e2e', 'scripts'].map((room) => `${room}/tsconfig.json`),
];
/** The tests that need neither a browser nor whole sites. */
const inNode = [...rooms.filter((room) => room !== 'e2e'), 'scripts'].flatMap((room) => ['--project', room]);
const cache = join(root, '.cache');

/** Where the JSON reports of this run will be; those of an earlier one are removed. */
export function freshReports() {
  const folder = join(cache, 'reports');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = (name) => join(folder, `${name}.json`);
  return { unit: file('unit'), soak: file('soak'), journeys: file('journeys') };
}

/** Everything, from nothing. */
export function fullSteps(reports) {
  return {
    lint: { lint: (exec) => lint(exec, ['.']) },
    checks: {
      format: (exec) => exec(bin('prettier'), ['--check', '--log-level=warn', '.']),
      types: (exec) => types(exec, []),
      ...structure,
      example: (exec) => exec(process.execPath, ['scripts/example-game.mjs']),
    },
    soak: { soak: (exec) => exec(bin('vitest'), vitest(reports.soak, ['--project', 'soak'])) },
    unit: {
      unit: (exec) => {
        ensureChromium();
        return exec(bin('vitest'), vitest(reports.unit, [...inNode, '--project', 'web-browser']));
      },
    },
    speed: { speed: (exec) => exec(bin('vitest'), vitest(reports.unit, ['--project', 'speed'])) },
    journeys: { journeys: (exec) => journeys(exec, reports.journeys) },
  };
}

/** All static checks and all tests that need neither a browser nor a whole site. */
export function quickSteps(reports) {
  return {
    checks: { ...cachedChecks(['.']), ...structure },
    lint: cachedLint(['.']),
    unit: { unit: (exec) => exec(bin('vitest'), vitest(reports.unit, inNode)) },
  };
}

/** The changed files, every type (a change is felt anywhere), and the tests that import what changed. */
export function checksOfChanged(reports, base, files) {
  const linted = files.filter((file) => /\.(ts|tsx|js|mjs|cjs)$/.test(file));
  const inBrowser = files.some((file) => file.startsWith('web/')) && findChromium() !== undefined;
  if (inBrowser) ensureChromium();
  const projects = inBrowser ? [...inNode, '--project', 'web-browser'] : inNode;
  return {
    checks: { ...cachedChecks(['--ignore-unknown', ...files]), arrows: structure.arrows },
    lint: linted.length > 0 ? cachedLint(['--no-warn-ignored', ...linted]) : {},
    unit: {
      unit: (exec) => exec(bin('vitest'), vitest(reports.unit, [...projects, '--changed', base, '--passWithNoTests'])),
    },
  };
}

const structure = {
  arrows: (exec) => exec(bin('depcruise'), ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...rooms]),
  deadcode: (exec) => exec(bin('knip'), []),
  schema: (exec) =>
    exec(process.execPath, ['--import', 'tsx', 'server/src/platform/database/schema-cli.ts', '--check']),
};

function cachedChecks(formatted) {
  return {
    format: (exec) => exec(bin('prettier'), ['--check', '--log-level=warn', ...cached('prettier'), ...formatted]),
    types: (exec) => types(exec, ['--incremental']),
  };
}

/** The result of a file is kept until that file changes: what another file's change breaks in it, the full run finds. */
function cachedLint(files) {
  return { lint: (exec) => lint(exec, [...cached('eslint'), ...files]) };
}

/** The rules that need types are judged for every file: a change is felt anywhere, and it takes seconds. */
async function lint(exec, more) {
  const typed = await exec(bin('oxlint'), ['--deny-warnings']);
  const untyped = await exec(bin('eslint'), ['--max-warnings=0', ...more]);
  return typed || untyped;
}

function cached(tool) {
  return ['--cache', '--cache-strategy=content', `--cache-location=${join(cache, `${tool}.json`)}`];
}

/** The native compiler; it uses all cores by itself, so the programs follow one another. */
async function types(exec, more) {
  const codes = [];
  for (const program of programs) {
    const info = more.length > 0 ? ['--tsBuildInfoFile', join(cache, 'types', program)] : [];
    codes.push(await exec(bin('tsgo'), ['-p', program, ...more, ...info]));
  }
  return Math.max(...codes);
}

function vitest(report, projects) {
  return ['run', ...projects, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
}

async function journeys(exec, report) {
  ensureChromium();
  await buildWeb(exec);
  return exec(bin('playwright'), ['test'], {
    cwd: join(root, 'e2e'),
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
}
