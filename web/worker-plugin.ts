/**
 * Adds the service worker to the build as one file, `sw.js` (worker/), so that it is part of the manifest as any other file. In development there is
 * none, and one that an earlier build left in the browser removes itself.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { bundleOne } from './bundle-one.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const FILE = 'sw.js';
const REMOVE =
  "addEventListener('install', () => skipWaiting());" +
  "addEventListener('activate', (event) => event.waitUntil(registration.unregister()" +
  '.then(() => clients.matchAll()).then((all) => Promise.all(all.map((one) => one.navigate(one.url))))));';

export function serviceWorker(): Plugin {
  return {
    name: 'fairpot:service-worker',
    apply: (_, { isSsrBuild }) => isSsrBuild !== true,
    configureServer: ({ middlewares }) =>
      void middlewares.use(`/${FILE}`, (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(REMOVE);
      }),
    async writeBundle({ dir = here('./dist') }) {
      writeFileSync(join(dir, FILE), await bundleOne('worker'));
    },
  };
}
