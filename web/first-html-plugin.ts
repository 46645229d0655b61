/**
 * Adds an HTML file for each public page to the build, `first/<path>.html`: frame, heading and lead, and preloads of the page's files. The
 * server sends it for that path (server/src/platform/http/http-files.ts); the app replaces it in one frame. Changes no source and no library.
 * Every script, style sheet and preload of a page carries its hash (Subresource Integrity), so that a browser runs no other bytes.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Manifest, type Plugin } from 'vite';
import type { FirstHtml } from './src/first-html.tsx';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Loaded by every page: main.tsx imports them after the first paint. */
const START = ['src/start.tsx'];
/** The public pages, and the modules that their routes import. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/': ['jackpot/pot-page.tsx'],
  '/coinflip': ['coinflip/coinflip-page.tsx'],
  '/casebattles': ['casebattles/casebattles-page.tsx'],
  '/marketplace': ['market/market-page.tsx'],
  '/prices': ['market/prices/prices-page.tsx'],
  '/support': ['support/support-page.tsx'],
  '/fairplay': ['fairplay/fairplay-page.tsx', 'log-check/log-panel.tsx', 'log-check/round-in-log.tsx'],
  '/fairplay/solvency': ['solvency/solvency-page.tsx'],
  '/faq': ['faq/faq-page.tsx', 'coinflip/question.ts'],
  '/self-exclusion': ['profile/limits/exclusion-page.tsx'],
};

export function firstHtml(): Plugin {
  return {
    name: 'fairpot:first-html',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    async writeBundle({ dir = here('./dist') }) {
      const manifest = JSON.parse(readFileSync(join(dir, '.vite', 'manifest.json'), 'utf8')) as Manifest;
      const shell = readFileSync(join(dir, 'index.html'), 'utf8');
      const start = links(manifest, START, shell);
      const render = await renderer();
      for (const [path, modules] of Object.entries(PAGES)) {
        const file = join(dir, 'first', path === '/' ? 'index.html' : `${path}.html`);
        mkdirSync(dirname(file), { recursive: true });
        const own = links(manifest, [...START, ...modules.map((name) => `src/features/${name}`)], shell);
        writeFileSync(file, withIntegrity(pageOf(shell, own, await render(path)), dir));
      }
      writeFileSync(join(dir, 'index.html'), withIntegrity(shell.replace('</head>', `${start}</head>`), dir));
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

/** Links to the files of these modules that the page does not name already. */
function links(manifest: Manifest, modules: readonly string[], page: string): string {
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
  const missing = (files: ReadonlySet<string>) => [...files].filter((file) => !page.includes(file));
  return [
    ...missing(styles).map((file) => `    <link rel="stylesheet" crossorigin href="/${file}">\n`),
    ...missing(scripts).map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`),
  ].join('');
}

/** The page with the hash of each script and style sheet that it names. */
function withIntegrity(page: string, dir: string): string {
  return page.replaceAll(/<(?:script|link)\b[^>]*"\/(assets\/[^"]+[.](?:js|css))"[^>]*(?=>)/g, (tag, file: string) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(dir, file)))
      .digest('base64');
    return `${tag} integrity="sha256-${hash}"`;
  });
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
