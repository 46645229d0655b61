/**
 * `npm run test:postgres`: everything that touches the database, on a PostgreSQL other than the embedded one. Creates a cluster in a temporary folder
 * with the named binaries (default: Debian's 15, the oldest supported version), runs the server's tests and the soak against it by DATABASE_URL, and
 * removes it again.
 *
 * npm run test:postgres -- [--bin /usr/lib/postgresql/15/bin] [server] [soak] [journeys]
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bin, buildWeb, ensureChromium, ensureDependencies, fail, root, run, say } from './lib.mjs';

const { values, positionals } = parseArgs({
  options: { bin: { type: 'string', default: '/usr/lib/postgresql/15/bin' } },
  allowPositionals: true,
});
ensureDependencies();
if (!existsSync(join(values.bin, 'initdb'))) {
  fail(`There is no PostgreSQL in ${values.bin}. Debian: sudo apt-get install postgresql; else name it with --bin.`);
}

const steps = {
  // Plan tests read the log of their own server.
  server: () => run(bin('vitest'), ['run', '--root', 'server', '--exclude', '**/testing/plans/**'], withDatabase()),
  soak: () => run(bin('vitest'), ['run', '--project', 'soak'], withDatabase()),
  journeys: async () => {
    ensureChromium();
    await buildWeb();
    return run(bin('playwright'), ['test'], withDatabase(join(root, 'e2e')));
  },
};
const wanted = positionals.length > 0 ? positionals : ['server', 'soak'];
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0) fail(`Unknown step ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}.`);

/** PostgreSQL refuses to run as root: then it runs as Debian's postgres user. */
const user = userInfo().uid === 0 ? owner('postgres') : {};
const folder = mkdtempSync(join(tmpdir(), 'fairpot-postgres-'));
const data = join(folder, 'data');
const port = await freePort();
if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
chmodSync(folder, 0o700);

function owner(name) {
  const ids = ['-u', '-g'].map((which) => Number(spawnSync('id', [which, name], { encoding: 'utf8' }).stdout));
  if (!ids.every((id) => id > 0)) fail(`Started as root, this needs the user ${name}, which PostgreSQL can run as.`);
  return { uid: ids[0], gid: ids[1] };
}

function postgres(command, ...args) {
  const options = { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] };
  return spawnSync(join(values.bin, command), args, options).status ?? 1;
}

function withDatabase(cwd = root) {
  return { cwd, env: { ...process.env, DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` } };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Starts it. Trust authentication is safe here: only this machine reaches a loopback address, and the data is worthless. */
function start() {
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=off`;
  if (postgres('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale') !== 0)
    return false;
  return postgres('pg_ctl', 'start', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings) === 0;
}

const failed = [];
try {
  if (!start()) throw new Error(`The PostgreSQL of ${values.bin} did not start; see above.`);
  const version = spawnSync(join(values.bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.trim();
  for (const name of wanted) {
    say(`\n== ${name} on ${version}`);
    if ((await steps[name]()) !== 0) failed.push(name);
  }
  say(
    failed.length === 0 ? `\nok: ${wanted.join(', ')} on ${version}` : `\nFAILED on ${version}: ${failed.join(', ')}`,
  );
} finally {
  postgres('pg_ctl', 'stop', '-D', data, '-m', 'immediate', '-w');
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed.length > 0 ? 1 : 0);
