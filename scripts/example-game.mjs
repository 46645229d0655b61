/**
 * Verifies docs/how-to/add-a-game.md: adds the example games (docs/how-to/example-games) to a copy of the repository, one after the other, with the
 * lines that the guide shows; runs types, import rules, lint, the games' tests and the plan tests; starts a site with them on the data of a site
 * without, and the reverse; removes them again and checks that nothing is left over. A step of `npm test`; alone: `node scripts/example-game.mjs
 * [--keep]` (keeps the copy).
 *
 * The copy is in .cache/, made of the files as they are, without git; the repository without the games is this one. The last lines show for each game
 * the files added, other files touched, and lines changed in those. Exits with 1 when that is more than LIMIT, or when anything fails.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { applied, costOf, differences, hunksOf, reversed } from './guide-hunks.mjs';
import { nativeEnv } from './steps.mjs';
import { bin, ensureChromium, ensureDependencies, root, runCaptured, say } from './lib.mjs';

/** Maximum cost of a game outside of its own folders. */
const LIMIT = { touched: 4, lines: 40 };
const EXAMPLES = 'docs/how-to/example-games';
const GUIDE = 'docs/how-to/add-a-game.md';
/** In this order: the changed lines of each game come after those of the previous one. */
const GAMES = ['diceduel', 'wheel'];
/** The first request of the pages of the example games, and of the existing games. */
const GAME_PATHS = GAMES.flatMap((game) => [`/api/${game}`, `/api/${game}/history/all`]);
const OLD_PATHS = ['/api/coinflip', '/api/jackpot', '/api/settings/list'];
/** The examples' own tests, and the tests that cover all games. */
const TESTS = {
  contract: ['src/wire/call.test.ts', 'src/registry/rules.test.ts'],
  fairness: [
    ...GAMES.map((game) => `src/games/${game}.test.ts`),
    'src/games/blind.test.ts',
    'src/log/other-games.test.ts',
  ],
  server: [
    ...GAMES.map((game) => `src/games/${game}`),
    'testing/architecture.test.ts',
    'src/games/staff-play.test.ts',
    'src/profile/own-tables.test.ts',
  ],
  web: GAMES.map((game) => `src/features/${game}`),
  'web-browser': GAMES.map((game) => `src/features/${game}`),
};
/** The plan tests of these games, and the tests that every sweep, query, fact and table has a case. */
const PLANS = ['server/testing/plans/plans.test.ts', '-t', `${GAMES.join('|')}|the cases`];
/** The rooms with a table of games, and the programs that type-check them. */
const ROOMS = ['contract', 'fairness', 'server', 'web'];
const PROGRAMS = ['tsconfig.node.json', 'web/tsconfig.json', 'e2e/tsconfig.json'];

const began = Date.now();
ensureDependencies();
ensureChromium();
mkdirSync(join(root, '.cache'), { recursive: true });
const scratch = mkdtempSync(join(root, '.cache', 'example-'));
const scratchName = basename(scratch);
const withGames = join(scratch, 'with');
const data = join(scratch, 'data');
const guide = readFileSync(join(root, GUIDE), 'utf8');
const examples = GAMES.map((game) => {
  const hunks = hunksOf(guide, game);
  return { game, hunks, added: filesBelow(join(root, EXAMPLES, game)), ...costOf(hunks) };
});

let failed = false;
try {
  await tryIt();
} catch (error) {
  failed = true;
  say(String(error?.message ?? error));
} finally {
  if (process.argv.includes('--keep')) say(`kept: ${scratch}`);
  else rmSync(scratch, { recursive: true, force: true });
}
for (const { game, touched, lines } of examples) {
  if (touched.length <= LIMIT.touched && lines <= LIMIT.lines) continue;
  failed = true;
  say(
    `${game}: more than ${LIMIT.touched} files touched or ${LIMIT.lines} lines changed: ` +
      "what has to be named there belongs into the game's value",
  );
}
say(`example games: ${failed ? 'FAILED' : 'ok'} in ${Math.round((Date.now() - began) / 1000)} s`);
for (const { game, added, touched, lines } of examples)
  say(`${game}: ${added.length} added, ${touched.length} touched, ${lines} lines`);
process.exitCode = failed ? 1 : 0;

async function tryIt() {
  copyRepository(withGames);
  const before = snapshot(withGames);
  for (const example of examples) addGame(example, before);
  // Runs waiting and computing work side by side. The data folder moves from one repository to the other and back.
  await together(sites().then(plans), checks());
  for (const example of [...examples].reverse()) removeGame(example);
  const left = differences(before, snapshot(withGames));
  if (left.length > 0) throw new Error(`left over or changed after the games were removed:\n${left.join('\n')}`);
}

async function sites() {
  await step('bundles of both', async () => Math.max(await bundle(root), await bundle(withGames)));
  await step('a site before the games', () => site(root, OLD_PATHS));
  await step('a site with the games, on that data', () => site(withGames, [...GAME_PATHS, ...OLD_PATHS]));
  await step('a site without them again, on that data', () => site(root, OLD_PATHS));
}

async function checks() {
  const files = [...new Set(examples.flatMap(({ added, touched }) => [...added, ...touched]))];
  const own = files.filter((file) => /[.]tsx?$/.test(file));
  const types = ['--singleThreaded', '-p'];
  for (const program of PROGRAMS)
    await step(`types of ${program}`, () => exec(bin('tsgo'), [...types, program], withGames, nativeEnv));
  const cruise = ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...ROOMS];
  await step('arrows', () => exec(bin('depcruise'), cruise));
  await step('format', () => exec(bin('oxfmt'), ['--check', ...own]));
  await step('lint', () => exec(bin('oxlint'), ['--deny-warnings', ...own]));
  const projects = Object.keys(TESTS).flatMap((project) => ['--project', project]);
  const roomOf = (project) => project.replace(/-.*/, '');
  const tests = Object.entries(TESTS).flatMap(([project, names]) => names.map((name) => join(roomOf(project), name)));
  await step('tests', () => exec(bin('vitest'), ['run', ...projects, ...tests]));
}

async function plans() {
  const fewer = { ...process.env, FAIRPOT_PLAN_ROWS: '10000' };
  await step('plan tests', () => exec(bin('vitest'), ['run', '--project', 'server', ...PLANS], withGames, fewer));
}

/** Waits for all of them, also when one fails: none may keep running. Throws the first failure. */
async function together(...works) {
  const ends = await Promise.allSettled(works);
  const failure = ends.find(({ status }) => status === 'rejected');
  if (failure) throw failure.reason;
}

async function step(name, work) {
  const from = Date.now();
  const code = await work();
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${Math.round((Date.now() - from) / 1000)} s)`);
  if (code !== 0) throw new Error(`${name}: exit ${code}`);
}

function exec(command, args, repo = withGames, env = process.env) {
  return runCaptured(command, args, { cwd: repo, env });
}

/** Bundles the processes of a repository, in this run's own folder: they are started three times. */
function bundlesOf(repo) {
  return join(repo, '.cache', scratchName, 'bundles');
}

function bundle(repo) {
  return exec(process.execPath, ['scripts/bundle.mjs', bundlesOf(repo)], repo);
}

function site(repo, paths) {
  const env = { ...process.env, FAIRPOT_BUNDLES: bundlesOf(repo) };
  const program = join(bundlesOf(repo), 'scripts/example-site.mjs');
  return runCaptured(process.execPath, [program, data, ...paths], { cwd: repo, env });
}

/** The files that git would include, as they are now; dependencies are links, except the rooms of the copy, which replace the originals. */
function copyRepository(repo) {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (listed.status !== 0) throw new Error(`git ls-files: ${listed.stderr}`);
  for (const file of listed.stdout.split('\0').filter((name) => name !== '' && !name.startsWith(`${EXAMPLES}/`)))
    cpSync(join(root, file), join(repo, file), { recursive: true, force: true, errorOnExist: false });
  // npm gives a room a folder of its own for what it does not put at the root; which rooms have one depends on the lock file.
  const rooms = readdirSync(root).filter((name) => existsSync(join(root, name, 'node_modules')));
  for (const room of ['.', ...rooms]) linkModules(repo, room);
}

function linkModules(repo, room) {
  const [from, to] = [join(root, room, 'node_modules'), join(repo, room, 'node_modules')];
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((each) => !/^[.](?!bin$)|^@fairpot$/.test(each)))
    symlinkSync(join(from, name), join(to, name));
  if (room !== '.') return;
  mkdirSync(join(to, '@fairpot'));
  for (const name of readdirSync(join(from, '@fairpot'))) symlinkSync(join(repo, name), join(to, '@fairpot', name));
}

function addGame({ game, added, hunks }, before) {
  const taken = added.filter((file) => before.has(file));
  if (taken.length > 0) throw new Error(`the example's files already exist: ${taken.join(', ')}`);
  for (const file of added) cpSync(join(root, EXAMPLES, game, file), join(withGames, file), { recursive: true });
  for (const hunk of hunks) change(hunk);
}

function removeGame({ added, hunks }) {
  for (const file of added) rmSync(join(withGames, file));
  for (const hunk of [...hunks].reverse()) change(reversed(hunk));
}

function change(hunk) {
  const file = join(withGames, hunk.file);
  writeFileSync(file, applied(readFileSync(file, 'utf8'), hunk));
}

/** Hash of each file of the copy, by its path, without the caches of tools. */
function snapshot(repo) {
  const skipped = /(^|\/)(node_modules|[.]cache)\//;
  const files = filesBelow(repo).filter((file) => !skipped.test(file));
  return new Map(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(repo, file)))
        .digest('hex'),
    ]),
  );
}

/** Paths of all files below a folder, relative to it, sorted; links are not followed. */
function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}
