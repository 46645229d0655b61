/**
 * Bundles the processes that tests start repeatedly, each into one file with all of the repository's sources: `node scripts/bundle.mjs FOLDER`. Node
 * then has nothing to transpile, which is most of the cost of starting a process. Used by the soak and the journeys of `npm test`
 * (`runTs` and `programOf` of processes.ts, when FAIRPOT_BUNDLES names the folder); `npm start` transpiles on load.
 *
 * Nothing else changes: dependencies are loaded from node_modules, and a source that reads its own location gets the location of the source.
 */
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { repositoryPlugin, THREADS } from './bundling.mjs';
import { root } from './lib.mjs';

/** Processes, and the threads that they start. */
const ENTRIES = [
  'server/src/main.ts',
  ...THREADS,
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
];

const folder = process.argv[2];
const bundleOf = (file) => join(folder, relative(root, file).replace(/\.m?[tj]s$/, '.mjs'));

const repository = repositoryPlugin({
  isExternal: () => true,
  hereOf: (path, what) => JSON.stringify(what === 'url' ? pathToFileURL(path).href : dirname(path)),
  threadOf: (path) => JSON.stringify(pathToFileURL(bundleOf(path)).href),
});

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
