/**
 * The processes that tests start again and again, each with all of the house's sources in one file: `node scripts/bundle.mjs FOLDER`.
 * Node then has nothing to translate, which is most of what the start of a process costs. Used by the soak and the journeys of `npm test`
 * (`runTs` and `programOf` of processes.ts, where FAIRPOT_BUNDLES names the folder); what `npm start` runs is translated as it is read.
 *
 * Nothing else changes: dependencies are loaded from node_modules, and a source that asks where it is, is told the place of the source.
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
/** A thread is given the translator before its source; the bundle of one needs none. */
const TRANSLATOR = /\bimport\('tsx\/esm\/api'\)/g;
const THREAD = /new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)\.href/g;

const folder = process.argv[2];
const bundleOf = (file) => join(folder, relative(root, file).replace(/\.m?[tj]s$/, '.mjs'));

const house = {
  name: 'house',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || path.startsWith('@fairpot/')) return undefined;
      // What is in the bundle needs no translator.
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
  plugins: [house],
});
