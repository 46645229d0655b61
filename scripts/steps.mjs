/**
 * The steps of `npm test`, grouped by what may run in parallel. Each step gets a function to run commands (`run` or `runCaptured` of lib.mjs) and
 * resolves to an exit code.
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
  'api-client',
  'trade-worker',
  'chain-watcher',
  'signer',
  'server',
  'web',
  'e2e',
  'bench',
];
/**
 * The type-checked programs. Rooms with the same settings share one, because each program reads all its imports again; simulators and trade worker
 * are separate, because each declares its own parts of Steam's libraries.
 */
export const programs = [
  'tsconfig.node.json',
  ...['simulators', 'web', 'e2e', 'scripts', 'drills'].map((room) => `${room}/tsconfig.json`),
];
/** The tests that need neither a browser nor whole sites. */
const inNode = [...rooms.filter((room) => room !== 'e2e'), 'scripts', 'drills'].flatMap((room) => ['--project', room]);
const cache = join(root, '.cache');
/** For Go programs that live for seconds: memory is cheaper than garbage collection. */
export const nativeEnv = { ...process.env, GOGC: '400' };

/** The paths of this run's JSON reports; removes those of an earlier run. */
export function freshReports() {
  const folder = join(cache, 'reports');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = (name) => join(folder, `${name}.json`);
  return { unit: file('unit'), kills: file('kills'), soak: file('soak'), journeys: file('journeys') };
}

/** Everything, from scratch. */
export function fullSteps(reports) {
  return {
    lint,
    checks: {
      format: (exec) => format(exec, []),
      types: (exec) => types(exec, []),
      ...structure,
    },
    kills: { kills: (exec) => kills(exec, reports.kills) },
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

/** All static checks and all tests that need neither a browser nor a whole site, except the longest files. */
export function quickSteps(reports) {
  const short = LONG.flatMap((file) => ['--exclude', join(root, file)]);
  return {
    checks: { ...cachedChecks([]), ...structure },
    lint,
    unit: { unit: (exec) => exec(bin('vitest'), vitest(reports.unit, [...inNode, ...short])) },
  };
}

/**
 * The format of the changed files, all types and lint rules (a change can affect anything), and the tests that import code with changed behaviour:
 * direct importers and neighbours come first (longest-first.ts).
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

/** Of these files, or of all. Files unknown to the formatter, or ignored by it, are skipped. */
function format(exec, files) {
  return exec(bin('oxfmt'), ['--check', '--no-error-on-unmatched-pattern', ...files]);
}

/**
 * The native compiler, one program after the other, single-threaded: several threads repeat each other's checks and cost more than twice the
 * processor time. Other steps use the second core.
 */
async function types(exec, more) {
  const codes = [];
  // A file that belongs to several programs reports its errors in each.
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

/** The environment that starts whole sites from bundles, which are built here, once in a run: see bundle.mjs. */
async function withBundles(exec) {
  const folder = join(cache, 'bundles');
  bundled ??= exec(process.execPath, ['scripts/bundle.mjs', folder]);
  if ((await bundled) !== 0) throw new Error('bundling the processes failed; see above');
  return { ...process.env, FAIRPOT_BUNDLES: folder };
}

async function soak(exec, report, files) {
  return exec(bin('vitest'), vitest(report, ['--project', 'soak', ...files]), { env: await withBundles(exec) });
}

let built;

/** Builds the client, once in a run: steps that need it may begin together. */
export function builtClient(exec) {
  built ??= buildWeb(exec);
  return built;
}

/** The operator serves changed copies of the built client to a browser. */
async function kills(exec, report) {
  ensureChromium();
  await builtClient(exec);
  return soak(exec, report, ['soak/kill', 'soak/start', 'operator/']);
}

async function journeys(exec, report) {
  ensureChromium();
  await builtClient(exec);
  return exec(bin('playwright'), ['test'], {
    cwd: join(root, 'e2e'),
    env: { ...(await withBundles(exec)), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
}
