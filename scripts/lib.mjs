/**
 * Shared by `npm start` and `npm test`, in plain JavaScript because it runs before anything is installed. Checks Node, installs the locked
 * dependencies when they are missing or stale, runs steps, builds what is stale.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const NODE_MIN = [20, 19];

/** Fields of /proc/PID/stat, counted from after the name: cutime and cstime, in ticks, of which Linux shows 100 a second everywhere. */
const [CHILDREN_USER, CHILDREN_SYSTEM, TICKS] = [13, 14, 100];

/** Ends the process with a readable reason. */
export function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

export function say(message) {
  process.stdout.write(`${message}\n`);
}

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1])) {
    fail(`Fairpot needs Node.js ${NODE_MIN.join('.')} or later; this is ${process.versions.node}.`);
  }
}

/** Runs `npm ci` unless node_modules was installed from this lock file by this Node. */
export function ensureDependencies() {
  checkNode();
  const lock = readFileSync(join(root, 'package-lock.json'));
  const stamp = createHash('sha256').update(lock).update(process.version).digest('hex');
  const stampFile = join(root, 'node_modules', '.fairpot-installed');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  say('Installing dependencies from the lock file ...');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const done = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
  if (done.status !== 0) fail('npm ci failed; see above. Is the npm registry reachable?');
  writeFileSync(stampFile, stamp);
}

/** Path of a command that a dependency ships. */
export function bin(name) {
  return join(root, 'node_modules', '.bin', name);
}

/**
 * Runs a command to its end with inherited output; resolves to the exit code. `tally`, if given, is an object whose `cpuSeconds` grows by the
 * processor time of the command.
 */
export function run(command, args, { tally, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      count(tally);
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/**
 * As `run`, but prints the command's output in one piece when it has ended: for commands that run side by side. `once`, if given, is a set of
 * messages: a message already in it is not printed again.
 */
export function runCaptured(command, args, { tally, once, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
    child.once('error', reject);
    child.once('exit', () => count(tally));
    child.once('close', (code, signal) => {
      const text = Buffer.concat(said);
      process.stdout.write(once === undefined ? text : withoutPrinted(text.toString(), once));
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/** The messages of a text that are not in `once`; adds them to it. A message begins with an unindented line. */
export function withoutPrinted(text, once) {
  const messages = text.split(/^(?=\S)/m).filter((message) => !once.has(message));
  for (const message of messages) once.add(message);
  return messages.join('');
}

let counted = 0;

/** The increase since the last child ended belongs to this child, so every ended child is counted, with a tally or without. */
function count(tally) {
  const seconds = endedSeconds();
  if (tally && seconds !== null) tally.cpuSeconds = (tally.cpuSeconds ?? 0) + seconds - counted;
  counted = seconds ?? 0;
}

/**
 * Processor time, in seconds, of all ended children of this process, including the children that they waited for; null where the system does not
 * report it (Linux does). A grandchild that outlives its parent is not included.
 */
export function endedSeconds() {
  if (process.platform !== 'linux') return null;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_SYSTEM])) / TICKS;
}

/** The browser for the journeys: CHROMIUM_PATH, or the usual paths of Debian and others; undefined if there is none. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  const places = [
    named,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
  ];
  return places.find((path) => path && existsSync(path));
}

/**
 * Ensures a browser: an existing one; else Debian's, if this machine is Debian and we may install; else Playwright's own, in the user's cache folder,
 * which needs no rights. Stores the path in CHROMIUM_PATH; Playwright finds its own without it.
 */
export function ensureChromium() {
  let found = findChromium();
  const mayInstall = process.platform === 'linux' && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (!found && mayInstall) found = installFromDebian();
  if (found) {
    process.env.CHROMIUM_PATH = found;
    return;
  }
  say("No Chromium found: using Playwright's own ...");
  const done = spawnSync(bin('playwright'), ['install', '--only-shell', 'chromium'], { cwd: root, stdio: 'inherit' });
  if (done.status === 0) return;
  fail(
    'The browser tests need Chromium; none was found, and Playwright could not download its own (see above).\n' +
      'Debian: sudo apt-get install chromium-headless-shell. ' +
      'Elsewhere: install Chromium or Chrome and set CHROMIUM_PATH to it.',
  );
}

/** The path of the installed browser; undefined if none was. */
function installFromDebian() {
  say('Installing Chromium from the Debian packages ...');
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  // The shell is the same engine without windows: a third less work, and less to install. Older Debians lack it.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet);
    if (findChromium()) break;
  }
  return findChromium();
}

const SKIPPED = new Set(['node_modules', 'dist', '.git', '.cache', '.data', 'test-results', 'playwright-report']);

function hashTree(hash, path) {
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (SKIPPED.has(entry.name) || entry.name.endsWith('.test.ts') || entry.name.endsWith('.test.tsx')) continue;
    const full = join(path, entry.name);
    if (entry.isDirectory()) hashTree(hash, full);
    else hash.update(entry.name).update(readFileSync(full));
  }
}

/**
 * Builds the web client and the item art when their sources changed since the last build, into a folder of its own that replaces `web/dist` whole.
 * The manifest names every file and the commit (scripts/client-manifest.ts).
 */
export async function buildWeb(exec = run) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const room of SOURCES) hashTree(hash, join(root, room));
  const stamp = hash.digest('hex');
  const [dist, next] = [join(root, 'web', 'dist'), join(root, '.cache', 'web-next')];
  const [before, commit] = [builtFrom(dist), commitOfSources()];
  if (before?.stamp === stamp) {
    if (before.commit === commit) return;
    await writeManifest(exec, dist, commit);
    return writeFileSync(join(dist, STAMP), JSON.stringify({ stamp, commit }));
  }
  say('Building the web client ...');
  const args = ['build', '--logLevel', 'warn', '--outDir', next, '--emptyOutDir'];
  const built = await exec(bin('vite'), args, { cwd: join(root, 'web'), env: buildEnv });
  if (built !== 0) fail('The web client did not build; see above.');
  say('Drawing the item art ...');
  // In a folder next to the client, whose build empties its own folder: only changed pictures are drawn again.
  const art = join(root, '.cache', 'art');
  mkdirSync(art, { recursive: true });
  const drawn = await exec(process.execPath, ['--import', 'tsx', 'catalogue/scripts/build-art.ts', art]);
  if (drawn !== 0) fail('The item art was not drawn; see above.');
  cpSync(art, join(next, 'art'), { recursive: true });
  await writeManifest(exec, next, commit);
  writeFileSync(join(next, STAMP), JSON.stringify({ stamp, commit }));
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
}

/** A build does not depend on the caller's environment: a test's NODE_ENV would make another client. */
export const buildEnv = { ...process.env, NODE_ENV: 'production' };

const STAMP = '.built-from';
const SOURCES = ['web', 'contract', 'fairness', 'catalogue'];

async function writeManifest(exec, folder, commit) {
  const written = await exec(process.execPath, [
    ...['--import', 'tsx', 'scripts/client-manifest.ts', folder],
    ...(commit === null ? [] : [commit]),
  ]);
  if (written !== 0) fail('The manifest of the web client was not written; see above.');
}

/** What the last build was made from; null when there is none. */
function builtFrom(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, STAMP), 'utf8'));
  } catch {
    return null; // no build, or one of an earlier kind
  }
}

/** The commit of the client's sources; null when some of them are not committed, or without git. */
function commitOfSources() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const changed = git('status', '--porcelain', '--', ...SOURCES, 'package-lock.json', 'tsconfig.base.json');
  if (changed.status !== 0 || changed.stdout !== '') return null;
  const head = git('rev-parse', 'HEAD');
  return head.status === 0 ? head.stdout.trim() : null;
}
