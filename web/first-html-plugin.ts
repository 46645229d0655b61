/**
 * Adds an HTML file for each public page to the build, `first/<path>.html`: frame, heading and lead, and preloads of the page's files. The
 * server sends it for that path (server/src/platform/http/http-files.ts); the app replaces it in one frame. Changes no source and no library.
 * A page names the hash of every script and style sheet that it loads (Subresource Integrity), so that a browser runs no other bytes. Those of modules
 * are in an import map: a preload with another hash fails, but the import after it would fetch the file again, without a hash. The map is the same in
 * all pages, so that the policy names one (server/src/platform/http/client-build.ts).
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Manifest, type Plugin } from 'vite';
import type { FirstHtml } from './src/first-html.tsx';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Loaded by every page: main.tsx imports them after the first paint. */
const START = ['src/start.tsx'];
/** The public pages, and the modules that their routes import. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/': ['features/lobby/lobby.tsx', 'features/jackpot/pot-page.tsx'],
  '/coinflip': ['features/coinflip/coinflip-page.tsx'],
  '/casebattles': ['features/casebattles/casebattles-page.tsx'],
  '/marketplace': ['features/market/market-page.tsx'],
  '/prices': ['features/market/prices/prices-page.tsx'],
  '/support': ['features/support/support-page.tsx'],
  '/fairplay': ['fairplay.tsx'],
  '/fairplay/solvency': ['features/solvency/solvency-page.tsx'],
  '/faq': ['features/faq/faq-page.tsx', 'features/coinflip/question.ts'],
  '/self-exclusion': ['features/profile/limits/exclusion-page.tsx'],
};

export function firstHtml(): Plugin {
  return {
    name: 'fairpot:first-html',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    async writeBundle({ dir = here('./dist') }) {
      const manifest = JSON.parse(readFileSync(join(dir, '.vite', 'manifest.json'), 'utf8')) as Manifest;
      const shell = readFileSync(join(dir, 'index.html'), 'utf8');
      const start = links(manifest, START, shell, dir);
      const everyPage = Object.values(PAGES).flatMap((names) => names.map((name) => `src/${name}`));
      const map = importMap(neededBy(manifest, ['index.html', ...START, ...everyPage]).scripts, dir);
      const finish = (page: string): string => withIntegrity(page, map, dir);
      const render = await renderer();
      for (const [path, modules] of Object.entries(PAGES)) {
        const file = join(dir, 'first', path === '/' ? 'index.html' : `${path}.html`);
        mkdirSync(dirname(file), { recursive: true });
        const own = links(manifest, [...START, ...modules.map((name) => `src/${name}`)], shell, dir);
        writeFileSync(file, finish(pageOf(shell, own, await render(path))));
      }
      writeFileSync(join(dir, 'index.html'), finish(shell.replace('</head>', `${start}</head>`)));
    },
  };
}

/** The app bundled for Node, outside the build's folder. */
async function renderer(): Promise<(path: string) => Promise<FirstHtml>> {
  const outDir = here('../.cache/first-html');
  rmSync(outDir, { recursive: true, force: true });
  await build({
    configFile: false,
    root: here('.'),
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: here('./src/first-html.tsx'), outDir, target: 'node20', assetsInlineLimit: 0, copyPublicDir: false },
  });
  const bundle = (await import(pathToFileURL(join(outDir, 'first-html.js')).href)) as {
    firstHtml: (path: string) => Promise<FirstHtml>;
  };
  return bundle.firstHtml;
}

interface NeededFiles {
  readonly scripts: ReadonlySet<string>;
  readonly styles: ReadonlySet<string>;
}

/** The files of these modules and of what they import at once. */
function neededBy(manifest: Manifest, modules: readonly string[]): NeededFiles {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const collect = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not a chunk of its own`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    chunk.imports?.forEach(collect);
  };
  modules.forEach(collect);
  return { scripts, styles };
}

/**
 * Links to the files of these modules that the page does not name already. The first paint needs no script, so style sheets and font come first. The
 * largest script comes first: while it arrives by one connection, the others bring the small ones.
 */
function links(manifest: Manifest, modules: readonly string[], page: string, dir: string): string {
  const { scripts, styles } = neededBy(manifest, modules);
  const bytes = (file: string) => statSync(join(dir, file)).size;
  const missing = (files: ReadonlySet<string>) => [...files].filter((file) => !page.includes(file));
  return [
    ...missing(styles).map((file) => `    <link rel="stylesheet" crossorigin href="/${file}">\n`),
    ...missing(scripts)
      .sort((a, b) => bytes(b) - bytes(a))
      .map((file) => `    <link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">\n`),
  ].join('');
}

/** The hashes of modules: a browser compares every import of one, at once or later. */
function importMap(scripts: ReadonlySet<string>, dir: string): string {
  const integrity = Object.fromEntries([...scripts].sort().map((file) => [`/${file}`, hashOf(join(dir, file))]));
  return `<script type="importmap">${JSON.stringify({ integrity })}</script>`;
}

/** The page with the map before its first script, and with the hash at each link: a browser uses a preload only for an import of the same hash. */
function withIntegrity(page: string, map: string, dir: string): string {
  return page
    .replace(/<meta charset="[^>]*>/, (meta) => `${meta}\n    ${map}`)
    .replaceAll(/<(?:script|link)\b[^>]*"\/(assets\/[^"]+[.](?:js|css))"[^>]*(?=>)/g, (tag, file: string) => {
      return `${tag} integrity="${hashOf(join(dir, file))}"`;
    });
}

function hashOf(file: string): string {
  return `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`;
}

/** Inert, because nothing in it answers until the app runs. The policy allows no inline styles: the few of the app come with it. */
function pageOf(shell: string, preloads: string, { title, markup }: FirstHtml): string {
  if (markup.includes('<script')) throw new Error('the first HTML contains a script, which the policy forbids');
  const noscript = /<noscript\s*>[^]*?<\/noscript\s*>/.exec(shell)?.[0] ?? '';
  const still = markup.replaceAll(/ style="[^"]*"/g, '');
  return shell
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace('</head>', () => `${preloads}</head>`)
    .replace(
      /<div id="root">[^]*<\/div>(?=\s*<\/body>)/,
      () => `<div id="root"><div inert>${still}</div>${noscript}</div>`,
    );
}
