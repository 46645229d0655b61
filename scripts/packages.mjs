/**
 * `npm run build:packages [FOLDER]`: the packages that strangers install, each alone and without dependencies, as tarballs in FOLDER (.cache/packages).
 * A package is one bundle for its command and one for its library, the declarations that the library's types need, its README. Publishing them, and
 * under which licence, is up to the owner.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { bin, fail, root, say } from './lib.mjs';

const PACKAGES = [
  {
    name: 'fairpot-verify',
    room: 'fairness',
    description: 'Verifies rounds, public logs, solvency statements and web clients of Fairpot sites',
    main: 'process.exitCode = await main(process.argv.slice(2));',
    command: 'cli/main',
    threads: ['cli/thread'],
    more: ['vectors'],
  },
  {
    name: 'fairpot-witness',
    room: 'witness',
    description: 'Watches and cosigns the public log of a Fairpot site from outside',
    main: 'await main(process.argv.slice(2));',
    command: 'main',
    threads: [],
    more: [],
  },
  {
    name: 'fairpot-client',
    room: 'api-client',
    description: 'Typed client of the API of Fairpot sites: calls, live topics, refusals',
    main: null,
    threads: [],
    more: ['package/examples'],
    // Its calls and their types are written from the contract, whose schemas stay out of the package.
    library: writeClientLibrary,
  },
];
const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** A thread of a bundle is a file next to it, and needs no loader. */
const LOADER = /\bimport\('tsx\/esm\/api'\)/g;
const THREAD = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;
const inBundle = {
  name: 'in-bundle',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]threads\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8')
        .replace(LOADER, 'Promise.resolve({ register: () => undefined })')
        .replace(THREAD, "new URL('./$1.mjs', import.meta.url)"),
    }));
  },
};

const target = process.argv[2] ?? join(root, '.cache', 'packages');
mkdirSync(target, { recursive: true });

async function pack({ name, room, description, main, command, threads, more, library }) {
  const folder = join(target, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const index = library?.() ?? `${room}/package/index`;
  const inside = await bundle(folder, { room, name, main, command, threads, index });
  declare(folder, index);
  cpSync(join(root, room, 'package', 'README.md'), join(folder, 'README.md'));
  for (const each of more)
    cpSync(join(root, room, each), join(folder, each.replace('package/', '')), { recursive: true });
  writeFileSync(join(folder, 'LICENSES.txt'), inside.map(licenceOf).join(`\n${'-'.repeat(80)}\n\n`));
  const entry = { types: './index.d.ts', default: './index.mjs' };
  const about = { name, version, description, type: 'module', engines };
  const manifest = { ...about, ...(main !== null && { bin: { [name]: `${name}.mjs` } }), exports: { '.': entry } };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const args = ['pack', '--silent', '--pack-destination', target];
  const packed = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (packed.status !== 0) fail(`${name} was not packed:\n${packed.stderr}`);
  say(join(target, packed.stdout.trim()));
}

const CLIENT_LIBRARY = `
import { makeClient, type ClientOptions, type FairpotClient } from '../../api-client/src/client.ts';
import { CALLS, type Calls, type Facts } from './calls.ts';
export { FairpotRefusal } from '../../api-client/src/refusal.ts';
export type { CallOptions, ClientOptions, FairpotClient } from '../../api-client/src/client.ts';
export type { Fact, Following, TopicListener } from '../../api-client/src/live.ts';
export type { LimitState } from '../../api-client/src/limits.ts';
export type { Calls, Facts };
export type Fairpot = FairpotClient<Calls, Facts>;

/** A client of the site. */
export function connect(options: ClientOptions): Fairpot {
  return makeClient<Calls, Facts>(CALLS, options);
}
`;

/** The library of `fairpot-client`: the room's client with the calls of the contract. Returns its path without ending, below the repository. */
function writeClientLibrary() {
  const path = '.cache/fairpot-client/index';
  const written = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'scripts', 'call-types.ts')], {
    cwd: root,
    encoding: 'utf8',
  });
  if (written.status !== 0) fail(`the calls were not written:\n${written.stderr}`);
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, '.cache', 'fairpot-client', 'calls.ts'), written.stdout);
  writeFileSync(join(root, `${path}.ts`), CLIENT_LIBRARY);
  return path;
}

/** The licence of a package whose code is in a bundle; `folder`: below the repository. */
function licenceOf(folder) {
  const file = readdirSync(join(root, folder)).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) fail(`${folder} has no licence to hand on`);
  return `${folder.split('node_modules/').at(-1)}\n\n${readFileSync(join(root, folder, file), 'utf8')}`;
}

/** What code of CommonJS in a bundle needs. */
const REQUIRE = "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);";

/** Command, library and threads, each a file, with what they share in a file of its own. Returns the folders of the packages inside. */
async function bundle(folder, { room, name, main, command, threads, index }) {
  const source = join(root, room);
  const program = join(folder, 'command.ts');
  if (main !== null) writeFileSync(program, `import { main } from '${join(source, 'src', command)}.ts';\n${main}\n`);
  const entryPoints = {
    ...(main !== null && { [name]: program }),
    index: join(root, `${index}.ts`),
    ...Object.fromEntries(threads.map((thread) => [thread.split('/').at(-1), join(source, 'src', `${thread}.ts`)])),
  };
  const { metafile } = await build({
    entryPoints,
    absWorkingDir: root,
    metafile: true,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'shared-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'inline',
    ...(main === null && { banner: { js: REQUIRE } }),
    plugins: [inBundle],
  });
  if (main !== null) {
    rmSync(program);
    const file = join(folder, `${name}.mjs`);
    writeFileSync(file, `#!/usr/bin/env node\n${readFileSync(file, 'utf8')}`);
    chmodSync(file, 0o755);
  }
  const packages = Object.keys(metafile.inputs).map((path) => /^.*node_modules[/](?:@[^/]+[/])?[^/]+/.exec(path)?.[0]);
  return [...new Set(packages.filter((each) => each !== undefined))].sort();
}

/** The declarations that the library's types need, below types/, with names that every resolution of TypeScript finds. */
function declare(folder, entry) {
  const emitted = emitDeclarations(folder, entry);
  const seen = new Set();
  const copy = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    const from = file.startsWith(VENDOR) ? join(root, 'node_modules', file.slice(VENDOR.length)) : join(emitted, file);
    const text = readFileSync(`${from}.d.ts`, 'utf8').replace(IMPORTED, (_, before, specifier) => {
      const found = sourceOf(file, specifier);
      copy(found);
      const path = relative(dirname(file), found).replaceAll('\\', '/');
      return `${before}'${path.startsWith('.') ? '' : './'}${path}.js'`;
    });
    const to = join(folder, 'types', `${file}.d.ts`);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, text.replace(/^\/\/# sourceMappingURL=.*$/m, ''));
  };
  copy(entry);
  writeFileSync(join(folder, 'index.d.ts'), `export * from './types/${entry}.js';\n`);
  rmSync(emitted, { recursive: true });
}

const VENDOR = 'vendor/';
const IMPORTED = /(from |import\(|import )['"]([^'"]+)['"]/g;

function emitDeclarations(folder, entry) {
  const outDir = join(folder, '.declared');
  const config = join(folder, 'tsconfig.json');
  const emit = { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir, rootDir: root };
  // Through node_modules a source of another room would count as a library, whose declarations are not emitted.
  const paths = Object.fromEntries(
    ['fairness', 'contract'].map((each) => [`@fairpot/${each}/*`, [join(root, each, 'src', '*')]]),
  );
  const compilerOptions = { ...emit, paths, typeRoots: [join(root, 'node_modules', '@types')] };
  const files = [join(root, `${entry}.ts`)];
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files }));
  const done = spawnSync(bin('tsgo'), ['-p', config, '--singleThreaded'], { encoding: 'utf8' });
  if (done.status !== 0) fail(`no declarations:\n${done.stdout}`);
  rmSync(config);
  return outDir;
}

/** What a declaration imports, without its ending: of the same room, of another room, or of a library whose code is in the bundle. */
function sourceOf(file, specifier) {
  if (specifier.startsWith('.')) return join(dirname(file), specifier.replace(/[.][jt]s$/, '')).replaceAll('\\', '/');
  const [, room, path] = /^@fairpot\/([\w-]+)\/(.+)$/.exec(specifier) ?? [];
  if (room !== undefined) return `${room}/src/${path}`;
  if (!specifier.startsWith('@noble/')) fail(`${file} has types of ${specifier}, which the package lacks`);
  return `${VENDOR}${specifier.replace(/[.]js$/, '')}`;
}

for (const each of PACKAGES) await pack(each);
