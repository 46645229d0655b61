/**
 * The steps of `npm test`, grouped by what may run beside what. Each step takes the way to run a command (`run` or
 * `runCaptured` of lib.mjs) and resolves to an exit code.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bin, buildWeb, ensureChromium, findChromium, root } from './lib.mjs';
import { LONG } from './long.mjs';

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
/** Of programs in Go that live for seconds: memory is cheaper than looking for what could be given back. */
export const nativeEnv = { ...process.env, GOGC: '400' };

/** Where the JSON reports of this run will be; those of an earlier one are removed. */
export function freshReports() {
  const folder = join(cache, 'reports');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = (name) => join(folder, `${name}.json`);
  return { unit: file('unit'), kills: file('kills'), soak: file('soak'), journeys: file('journeys') };
}

/** Everything, from nothing. */
export function fullSteps(reports) {
  return {
    lint,
    checks: {
      format: (exec) => format(exec, []),
      types: (exec) => types(exec, []),
      ...structure,
      example: (exec) => exec(process.execPath, ['scripts/example-game.mjs']),
    },
    kills: { kills: (exec) => soak(exec, reports.kills, ['soak/kill', 'operator/']) },
    soak: { soak: (exec) => soak(exec, reports.soak, ['soak/rounds', 'soak/trades', 'soak/crypto']) },
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

/** All static checks and all tests that need neither a browser nor a whole site, but for the longest files. */
export function quickSteps(reports) {
  const short = LONG.flatMap((file) => ['--exclude', join(root, file)]);
  return {
    checks: { ...cachedChecks([]), ...structure },
    lint,
    unit: { unit: (exec) => exec(bin('vitest'), vitest(reports.unit, [...inNode, ...short])) },
  };
}

/**
 * The format of the changed files, every type and every lint rule (a change is felt anywhere), and the tests that import what runs
 * otherwise than before: those that import it themselves or stand beside it come first (longest-first.ts).
 */
export function checksOfChanged(reports, files, code) {
  const inBrowser = code.some((file) => file.startsWith('web/')) && findChromium() !== undefined;
  if (inBrowser) ensureChromium();
  const projects = inBrowser ? [...inNode, '--project', 'web-browser'] : inNode;
  return {
    checks: { ...cachedChecks(files), arrows: structure.arrows },
    lint,
    unit:
      code.length === 0
        ? {}
        : {
            unit: (exec) => exec(bin('vitest'), ['related', ...code, '--run', ...projects, ...reportTo(reports.unit)]),
          },
  };
}

const lint = {
  lint: (exec) => exec(bin('oxlint'), ['--deny-warnings', '--threads=1'], { env: { ...nativeEnv, GOMAXPROCS: '1' } }),
};

const structure = {
  arrows: (exec) => exec(bin('depcruise'), ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...rooms]),
  deadcode: (exec) => exec(bin('knip'), []),
  schema: (exec) =>
    exec(process.execPath, ['--import', 'tsx', 'server/src/platform/database/schema-cli.ts', '--check']),
};

function cachedChecks(formatted) {
  return {
    format: (exec) => format(exec, formatted),
    types: (exec) => types(exec, ['--incremental']),
  };
}

/** Of these files, or of all. One that the formatter does not know, or leaves alone, is passed over. */
function format(exec, files) {
  return exec(bin('oxfmt'), ['--check', '--no-error-on-unmatched-pattern', ...files]);
}

/**
 * The native compiler, one program after the other, each in one thread: several threads of it check again what others have checked, and
 * cost more than twice the processor time. Other steps have the second core.
 */
async function types(exec, more) {
  const codes = [];
  // A file of several programs has its errors in each.
  const options = { env: nativeEnv, once: new Set() };
  for (const program of programs) {
    const info = more.length > 0 ? ['--tsBuildInfoFile', join(cache, 'types', program)] : [];
    codes.push(await exec(bin('tsgo'), ['-p', program, '--singleThreaded', ...more, ...info], options));
  }
  return Math.max(...codes);
}

function vitest(report, projects) {
  return ['run', ...projects, ...reportTo(report)];
}

function reportTo(report) {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
}

let bundled;

/** The environment in which whole sites are started from bundles, which are made here, once in a run: see bundle.mjs. */
async function withBundles(exec) {
  const folder = join(cache, 'bundles');
  bundled ??= exec(process.execPath, ['scripts/bundle.mjs', folder]);
  if ((await bundled) !== 0) throw new Error('the sources of the processes were not bundled; see above');
  return { ...process.env, FAIRPOT_BUNDLES: folder };
}

async function soak(exec, report, files) {
  return exec(bin('vitest'), vitest(report, ['--project', 'soak', ...files]), { env: await withBundles(exec) });
}

async function journeys(exec, report) {
  ensureChromium();
  await buildWeb(exec);
  return exec(bin('playwright'), ['test'], {
    cwd: join(root, 'e2e'),
    env: { ...(await withBundles(exec)), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
}
