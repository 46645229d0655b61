/** How the client is built and served in development. CSP is `script-src 'self'; style-src 'self'`: nothing inline. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { patientLogger, patientProxy } from './dev-proxy.ts';

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

export default defineConfig(({ command }) => ({
  root: here('.'),
  plugins: [react(), tailwindcss(), preloadFont()],
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
      // all that the first paint needs in one file: it compresses better than seven, and nothing else is in it
      output: { codeSplitting: { groups: [{ name: 'start', test: /web\/src\/app\.tsx$/ }] } },
    },
  },
}));
