/** How the client is built and served in development. CSP is `script-src 'self'; style-src 'self'`: nothing inline. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { patientLogger, patientProxy } from './dev-proxy.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Where `npm run dev` finds the API; the start script sets it. */
const API = process.env['FAIRPOT_API'] ?? 'http://127.0.0.1:3000';

/** The contract's schemas are types to the browser (see platform/calls/zod-erased.ts). 'zod/mini' stays what it is. */
export const erasedSchemas = { find: /^zod$/, replacement: here('./src/platform/calls/zod-erased.ts') };

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

/** The parts of a call's declaration that only the server and OpenAPI use. */
const SERVER_PARTS = new Set(['input', 'output', 'summary', 'limit', 'refusals']);

/**
 * Takes schemas and prose out of the contract's calls: what is left, name, method and path, is all that a client needs. And
 * marks what the contract declares as free of side effects, so that schemas and calls that nothing names fall out of the
 * bundle. In the contract alone: told by name, as `manualPureFunctions` does, it would hold for every `query.invalidate()`
 * of the libraries too.
 */
function slimCalls(): Plugin {
  return {
    name: 'fairpot:slim-calls',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!id.includes('/contract/src/')) return null;
      let slim = code;
      for (const { start, end } of serverParts(this.parse(code))) {
        slim = slim.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + slim.slice(end);
      }
      return { code: withPureCalls(slim, this.parse(slim)), map: null };
    },
  };
}

/** The router's build without development warnings; its package names only the other one. */
const productionRouter = {
  find: /^react-router$/,
  replacement: fileURLToPath(import.meta.resolve('react-router')).replace('/development/', '/production/'),
};

/**
 * Lets the parts of the router that nothing names fall out of the bundle: its contexts and components are made by calls and
 * get a display name for React's tools, which a bundler has to take for side effects. Here they are none.
 */
function slimRouter(): Plugin {
  return {
    name: 'fairpot:slim-router',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/react-router/dist/')) return null;
      let slim = code;
      for (const { start, end } of displayNames(this.parse(code))) {
        slim = slim.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + slim.slice(end);
      }
      return { code: withPureCalls(slim, this.parse(slim)), map: null };
    },
  };
}

/** Nothing here mutates through the query library: its cache for that becomes a few lines (see there). */
function withoutMutations(): Plugin {
  return {
    name: 'fairpot:without-mutations',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === './mutationCache.js' && importer?.includes('/@tanstack/query-core/')
        ? here('./src/platform/calls/no-mutations.ts')
        : null,
  };
}

/** Spans of the module's own statements `Component.displayName = ...`. */
function displayNames(tree: { readonly body: readonly unknown[] }): readonly Span[] {
  return tree.body.flatMap((statement) => {
    const { start, end, expression } = statement as Span & AssigningNode;
    return expression?.left?.property?.name === 'displayName' ? [{ start, end }] : [];
  });
}

/** As much of an ESTree assignment as `displayNames` reads. */
interface AssigningNode {
  readonly expression?: { readonly left?: { readonly property?: { readonly name?: string } } };
}

/** The code with the calls that make the module's own constants marked as free of side effects. */
function withPureCalls(code: string, tree: { readonly body: readonly unknown[] }): string {
  return declaredByCalls(tree)
    .toReversed()
    .reduce(
      (slim, { start, end }) =>
        `${slim.slice(0, start)}/* @__PURE__ */ (() => (${slim.slice(start, end)}))()${slim.slice(end)}`,
      code,
    );
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Spans of the server's properties, with the comma after each, in the object given to `query(...)` or `command(...)`. */
function serverParts(tree: unknown): readonly Span[] {
  const spans: Span[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, callee, arguments: given } = node as CallNode;
    const declares = type === 'CallExpression' && (callee?.name === 'query' || callee?.name === 'command');
    const parts = (declares && given?.[0]?.properties) || [];
    parts.forEach((part, i) => {
      const end = parts[i + 1]?.start ?? part.end;
      if (part.key?.name !== undefined && SERVER_PARTS.has(part.key.name)) spans.push({ start: part.start, end });
    });
    Object.values(node).forEach(visit);
  };
  visit(tree);
  return spans;
}

/** Spans of the values of the module's own constants that are made by calls, in order. */
function declaredByCalls(tree: { readonly body: readonly unknown[] }): readonly Span[] {
  return tree.body.flatMap((statement) => {
    const { declaration, declarations } = statement as DeclaringNode;
    const all = declaration?.declarations ?? declarations ?? [];
    return all.flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []));
  });
}

/** As much of an ESTree declaration, exported or not, as `declaredByCalls` reads. */
interface DeclaringNode {
  readonly declarations?: readonly { readonly init?: (Span & { readonly type: string }) | null }[];
  readonly declaration?: DeclaringNode | null;
}

/** As much of an ESTree call as `serverParts` reads. */
interface CallNode {
  readonly type?: string;
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly {
    readonly properties?: readonly (Span & { readonly key?: { readonly name?: string } })[];
  }[];
}

export default defineConfig(({ command }) => ({
  root: here('.'),
  plugins: [react(), tailwindcss(), preloadFont(), slimCalls(), slimRouter(), withoutMutations()],
  resolve: { alias: command === 'build' ? [erasedSchemas, productionRouter] : [erasedSchemas] },
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
