/**
 * The esbuild plugin of both bundlers: bundle.mjs (processes that tests start, run where they were built) and build.mjs (the release, run anywhere).
 * They differ in where a bundled source finds its location and its threads, and in which packages they bundle.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './lib.mjs';

/** The threads that processes start. Each is an entry of its own. */
export const THREADS = [
  'server/src/games/kit/beacon/window-thread.ts',
  'server/src/solvency/tree-thread.ts',
  'server/src/transparency/reports/report-thread.ts',
  'fairness/src/cli/thread.ts',
];

/** A thread gets the loader before its source; a bundled thread needs none. */
const TRANSLATOR = /\bimport\('tsx\/esm\/api'\)/g;
/** The address of a thread's source, or a source's own location. */
const PLACE = /new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)\.href|\bimport\.meta\.(dirname|url)\b/g;
/** A file of a package, such as a font. */
const FILE = /\bimport\.meta\.resolve\('([^']+)'\)/g;

/**
 * `isExternal`: whether a package is loaded from node_modules. `hereOf(path, what)`, `threadOf(path)`: the expression that replaces a source's
 * `import.meta.dirname` or `.url`, and the one for the address of a thread's bundle. `fileOf(name, path)`: the one for a package's file; without it,
 * the file is found where the package is installed.
 */
export function repositoryPlugin({ isExternal, hereOf, threadOf, fileOf }) {
  return {
    name: 'repository',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        if (kind === 'entry-point' || path.startsWith('@fairpot/')) return undefined;
        // Bundled code needs no loader.
        if (path === 'tsx/esm/api') return { path, namespace: 'no-translator' };
        return isExternal(path) ? { path, external: true } : undefined;
      });
      onLoad({ filter: /.*/, namespace: 'no-translator' }, () => ({
        contents: 'export const register = () => undefined;',
      }));
      onLoad({ filter: /\.m?[tj]s$/ }, ({ path }) => {
        if (path.includes('node_modules')) return undefined;
        return {
          loader: path.endsWith('.ts') ? 'ts' : 'js',
          contents: readFileSync(path, 'utf8')
            .replace(TRANSLATOR, 'Promise.resolve({ register: () => undefined })')
            .replace(FILE, (found, name) => (fileOf === undefined ? found : fileOf(name, path)))
            .replace(PLACE, (_, thread, what) =>
              thread === undefined ? hereOf(path, what) : threadOf(knownThread(join(dirname(path), thread))),
            ),
        };
      });
    },
  };
}

function knownThread(path) {
  if (!THREADS.includes(relative(root, path).replaceAll('\\', '/'))) throw new Error(`no entry for ${path}`);
  return path;
}
