/**
 * Bundles the processes that tests start repeatedly, each into one file with all of the repository's sources: `node scripts/bundle.mjs FOLDER`. Node
 * then has nothing to transpile, which is most of the cost of starting a process. Used by the soak and the journeys of `npm test` (`runTs` and
 * `programOf` of processes.ts, when FAIRPOT_BUNDLES names the folder); `npm start` transpiles on load.
 *
 * Nothing else changes: dependencies are loaded from node_modules, and a source that reads its own location gets the location of the source.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './lib.mjs';

/** Processes, and the threads that they start. */
const ENTRIES = [
  'server/src/main.ts',
  'server/src/games/kit/beacon/window-thread.ts',
  'server/src/solvency/tree-thread.ts',
  'server/src/transparency/reports/report-thread.ts',
  'fairness/src/cli/thread.ts',
  'fairness/bin/fairpot-verify.mjs',
  'simulators/src/main.ts',
  'trade-worker/src/main.ts',
  'chain-watcher/src/main.ts',
  'signer/src/main.ts',
  'witness/bin/fairpot-witness.mjs',
  'e2e/lib/moved/host.ts',
  'e2e/soak/host.ts',
  'e2e/soak/trade-host.ts',
  'e2e/soak/chain-host.ts',
  'e2e/soak/signer-host.ts',
  'scripts/example-site.ts',
];
const HERE = /\bimport\.meta\.(dirname|url)\b/g;
/** A thread gets the loader before its source; a bundled thread needs none. */
const TRANSLATOR = /\bimport\('tsx\/esm\/api'\)/g;
const THREAD = /new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)\.href/g;

const folder = process.argv[2];
const bundleOf = (file) => join(folder, relative(root, file).replace(/\.m?[tj]s$/, '.mjs'));

const repository = {
  name: 'repository',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || path.startsWith('@fairpot/')) return undefined;
      // Bundled code needs no loader.
      return path === 'tsx/esm/api' ? { path, namespace: 'no-translator' } : { path, external: true };
    });
    onLoad({ filter: /.*/, namespace: 'no-translator' }, () => ({
      contents: 'export const register = () => undefined;',
    }));
    onLoad({ filter: /\.m?[tj]s$/ }, ({ path }) => ({
      loader: path.endsWith('.ts') ? 'ts' : 'js',
      contents: readFileSync(path, 'utf8')
        .replace(TRANSLATOR, 'Promise.resolve({ register: () => undefined })')
        .replace(THREAD, (_, name) => {
          const thread = join(dirname(path), name);
          if (!ENTRIES.includes(relative(root, thread).replaceAll('\\', '/')))
            throw new Error(`no entry for ${thread}`);
          return JSON.stringify(pathToFileURL(bundleOf(thread)).href);
        })
        .replace(HERE, (_, what) => JSON.stringify(what === 'url' ? pathToFileURL(path).href : dirname(path))),
    }));
  },
};

await build({
  absWorkingDir: root,
  entryPoints: ENTRIES,
  outbase: root,
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
  plugins: [repository],
});
