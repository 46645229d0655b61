/** How the client is built and served in development. CSP is `script-src 'self'; style-src 'self'`: nothing inline. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { checker } from './checker-plugin.ts';
import { firstHtml } from './first-html-plugin.ts';
import { patientLogger, patientProxy } from './dev-proxy.ts';
import { serviceWorker } from './worker-plugin.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Where `npm run dev` finds the API; the start script sets it. */
const API = process.env['FAIRPOT_API'] ?? 'http://127.0.0.1:3000';

/** Asks for the one font before the style sheet that names it has been read. */
function preloadFont(): Plugin {
  return {
    name: 'fairpot:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => {
        const font = Object.keys(bundle ?? {}).find((name) => name.endsWith('.woff2'));
        if (!font) throw new Error('the font is missing from the build');
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}

/**
 * Files that the pages share: the view library, the app with its icons, the parts of the games with all other icons. What one feature shares with its
 * own windows is in one file. Everything else is a chunk for each dynamic import: a page, a window, a screen.
 */
const KIT =
  /node_modules\/lucide-react\/|web\/src\/(ui\/(?!charts|values\/qr)|platform|fairness|games-kit\/(?!inventory|draw-steps))|contract\/src/;
/** What a page needs of staking before a window opens: where a stake can come from, and what fits. */
const SOURCES =
  /web\/src\/(games-kit\/inventory\/(fitting|picker-model|texts)|trade-kit\/(bets\/(use-sources|texts)|texts|deposit-stop|trade-link))/;
const STAKE = /web\/src\/(games-kit\/inventory|trade-kit\/bets\/)/;
/** Long lists of items, and the cart beside them. */
const GRID =
  /node_modules\/@tanstack\/(react-virtual|virtual-core|[^/]*query[^/]*\/.*[iI]nfiniteQuery)|web\/src\/(games-kit\/inventory\/(grid-keys|asset-details)|trade-kit\/cart\/)/;
const CHUNKS = [
  { name: 'runtime', test: /vite\/preload-helper|rolldown\/runtime/, priority: 60 },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 50 },
  { name: 'app', test: /web\/src\/(app\.tsx|platform\/page\/(gesture|quiet)\.ts)$/, priority: 45 },
  { name: 'kit', test: KIT, minShareCount: 2, priority: 20 },
  { name: 'grid', test: GRID, minShareCount: 2, priority: 18 },
  { name: 'sources', test: SOURCES, minShareCount: 2, priority: 16 },
  { name: 'stake', test: STAKE, minShareCount: 2, priority: 15 },
  { name: 'draw-steps', test: /web\/src\/games-kit\/draw-steps/, priority: 12 }, // of two games, not of every page
  { name: 'coinflip-texts', test: /web\/src\/features\/coinflip\/texts\.ts$/, priority: 12 }, // the FAQ needs no more
  ...['jackpot', 'coinflip', 'casebattles', 'log-check'].map((feature) => ({
    name: feature,
    // not the forms with the picker, which are in windows only
    test: new RegExp(`web/src/features/${feature}/(?!join-|stake/(create|join)-form)`),
    minShareCount: 2,
    priority: 10,
  })),
];

export default defineConfig(({ command }) => ({
  root: here('.'),
  plugins: [react(), tailwindcss(), preloadFont(), firstHtml(), checker(), serviceWorker()],
  ...(command === 'serve' ? { customLogger: patientLogger() } : {}),
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': patientProxy(API, { ws: true }),
      '/art': patientProxy(API),
      '/sim': patientProxy(API),
    },
  },
  build: {
    outDir: here('./dist'),
    target: 'es2023',
    manifest: true,
    assetsInlineLimit: 0, // data: URIs would need a wider CSP
    modulePreload: { polyfill: false }, // every browser that runs es2023 has it
    rolldownOptions: {
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
}));
