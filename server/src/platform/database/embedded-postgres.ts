/**
 * Runs a real PostgreSQL as a supervised child process in the data folder, for sites without their own server. Started by main.ts and the tests.
 *
 * Invariants: reachable only through a unix socket in a private folder; one owner per data folder (a lock that the kernel releases however we die);
 * commits are durable; it ends when this process ends, even by SIGKILL.
 */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import type { Server } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgresRefused, ownFolder, preparePostgresHome, socketFolderOf } from './postgres-home.ts';
import type { PostgresHome } from './postgres-home.ts';
import type { Clock, Log } from '../process/ports.ts';

export interface EmbeddedPostgres {
  /** postgres:// URL of a database on this server. */
  url(database: string): string;
  /** Process id of the server, from its pid file; null while it is down. */
  pid(): number | null;
  /** Stops it cleanly (fast shutdown) and releases the folder. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** False trades durability for speed. Tests only. */
  readonly durable?: boolean;
}

const USER = 'fairpot';
const OWNER_SOCKET = 'owner.sock';
const READY_WITHIN_MS = 60_000;
const LOCK_WITHIN_MS = 1_500;
const POLL_MS = 25;
const MAX_LOG_BYTES = 10_000_000;
const BYTES_PER_MB = 1_048_576;
const BUFFERS_MB = { least: 128, most: 1_024 };

/**
 * shared_buffers. PostgreSQL defaults to 128 MB and recommends a quarter of a dedicated machine's memory. This machine also runs the site, so we take
 * an eighth of the available memory. Unused pages take no memory.
 */
function buffersMb(): number {
  // 0, or more than any machine has: the process has no limit.
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.max(BUFFERS_MB.least, Math.min(BUFFERS_MB.most, Math.floor(bytes / 8 / BYTES_PER_MB)));
}

/** Starts the server; creates the database cluster at the first start. Throws EmbeddedPostgresRefused when the operator must act. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const home = preparePostgresHome(options.dataDir);
  const lock = await lockFolder(home, options.clock);
  try {
    if (!existsSync(join(home.dataDir, 'PG_VERSION'))) initialise(home);
    checkVersion(home);
    await endLeftover(home, options.clock);
    const supervisor = new Supervisor(home, options);
    await supervisor.start();
    return {
      url: (database) => urlOf(home, database),
      pid: () => readPid(home),
      stop: async () => {
        await supervisor.stop();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

function urlOf(home: Pick<PostgresHome, 'socketDir'>, database: string): string {
  return `postgres://${USER}@/${database}?host=${encodeURIComponent(home.socketDir)}`;
}

/** The embedded PostgreSQL of an existing data folder, signed in as its owner; null if the folder does not exist. */
export function embeddedUrlOf(dataDir: string): string | null {
  const socketDir = socketFolderOf(dataDir);
  return socketDir === null ? null : urlOf({ socketDir }, 'postgres');
}

/** A socket URL for programs other than `pg`: the WHATWG parser accepts no user before an empty host, so the user is a parameter. */
export function userAsParameter(url: string): string {
  const [, user = '', rest = ''] = /^postgres:\/\/([^@]*)@(.*)$/.exec(url) ?? [];
  return `postgres://${rest}&user=${user}`;
}

/** Whether a living process owns the embedded PostgreSQL with this socket folder. */
export function isOwned(socketDir: string): Promise<boolean> {
  return someoneListens(join(socketDir, OWNER_SOCKET));
}

/** Listens on a socket next to the database's. A process that can connect to it has found a living owner. */
async function lockFolder(home: PostgresHome, clock: Clock): Promise<Server> {
  const path = join(home.socketDir, OWNER_SOCKET);
  const giveUpAt = clock.now() + LOCK_WITHIN_MS;
  // A killed owner may linger for a moment.
  while (await someoneListens(path)) {
    if (clock.now() > giveUpAt) {
      throw new EmbeddedPostgresRefused(
        `Another Fairpot server runs on this data folder (${home.dataDir}). Stop it, or set FAIRPOT_DATA_DIR.`,
      );
    }
    await clock.sleep(4 * POLL_MS);
  }
  rmSync(path, { force: true });
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.on('error', reject);
    server.listen(path, () => resolve(server.unref()));
  });
}

function someoneListens(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createConnection(path, () => {
      probe.destroy();
      resolve(true);
    });
    probe.on('error', () => resolve(false));
  });
}

function asUser(home: PostgresHome): { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv } {
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
  return { ...(home.user ?? {}), cwd: home.socketDir, env };
}

/** initdb writes to a temporary folder that is renamed when complete: a start that is killed half-way leaves nothing in the way. */
function initialise(home: PostgresHome): void {
  const partial = `${home.dataDir}.new`;
  rmSync(partial, { recursive: true, force: true });
  ownFolder(partial, home.user);
  // Trust authentication is safe here: only the database's user (and root) can enter the socket folder.
  const args = ['-D', partial, '-U', USER, '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-instructions'];
  const done = spawnSync(join(home.bin, 'initdb'), args, { ...asUser(home), encoding: 'utf8' });
  if (done.status !== 0) {
    const said = done.error?.message ?? `${done.stdout}${done.stderr}`;
    throw new EmbeddedPostgresRefused(`The embedded PostgreSQL could not create its files: ${said.slice(-2000)}`);
  }
  rmSync(home.dataDir, { recursive: true, force: true });
  renameSync(partial, home.dataDir);
}

function checkVersion(home: PostgresHome): void {
  const data = readFileSync(join(home.dataDir, 'PG_VERSION'), 'utf8').trim();
  const said = spawnSync(join(home.bin, 'postgres'), ['--version'], { ...asUser(home), encoding: 'utf8' });
  const binary = /\) (\d+)/.exec(said.stdout ?? '')?.[1];
  if (binary === undefined) {
    const why = said.error?.message ?? said.stderr;
    throw new EmbeddedPostgresRefused(`The embedded PostgreSQL does not run here: ${why}. Set DATABASE_URL.`);
  }
  if (binary !== data) {
    throw new EmbeddedPostgresRefused(
      `${home.dataDir} is of PostgreSQL ${data}, this is ${binary}. Dump and restore it, or use an empty folder.`,
    );
  }
}

function readPid(home: PostgresHome): number | null {
  const file = join(home.dataDir, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return Number.isSafeInteger(pid) && pid > 1 ? pid : null;
}

/** Stops a server left behind by an earlier run; removes a pid file whose number now belongs to another process. */
async function endLeftover(home: PostgresHome, clock: Clock): Promise<void> {
  const pid = readPid(home);
  if (pid === null) return;
  const command = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  if (!command.includes('postgres')) {
    rmSync(join(home.dataDir, 'postmaster.pid'), { force: true });
    return;
  }
  for (const mode of ['fast', 'immediate']) {
    const args = ['stop', '-D', home.dataDir, '-m', mode, '-w', '-t', '20'];
    if (spawnSync(join(home.bin, 'pg_ctl'), args, asUser(home)).status === 0) break;
  }
  await clock.sleep(POLL_MS);
}

/** Runs the server ($@), passes its exit code on, and stops it when standard input closes, which happens when this process dies. */
const WATCHED = `
exec 3<&0
"$@" 3<&- &
server=$!
(cat <&3 >/dev/null; kill -INT $server 2>/dev/null; sleep 10; kill -QUIT $server 2>/dev/null) >/dev/null 2>&1 &
watch=$!
wait $server
code=$?
kill $watch 2>/dev/null
exit $code`;

class Supervisor {
  readonly #home: PostgresHome;
  readonly #options: EmbeddedOptions;
  readonly #stopping = new AbortController();
  #child: ChildProcess | null = null;

  constructor(home: PostgresHome, options: EmbeddedOptions) {
    this.#home = home;
    this.#options = options;
  }

  async start(): Promise<void> {
    const { clock } = this.#options;
    const giveUpAt = clock.now() + READY_WITHIN_MS;
    this.#spawn();
    while (!(await answers(urlOf(this.#home, 'postgres')))) {
      if (clock.now() > giveUpAt) throw this.#refusal('did not become ready');
      // Processes of a killed predecessor may hold its memory for a moment: then the first try fails.
      if (this.#child === null) {
        if (clock.now() > giveUpAt - READY_WITHIN_MS + 10_000) throw this.#refusal('ends at once');
        await clock.sleep(500);
        this.#spawn();
      }
      await clock.sleep(POLL_MS);
    }
    this.#supervise();
  }

  #spawn(): void {
    const { bin, dataDir, socketDir, logFile } = this.#home;
    if (existsSync(logFile) && statSync(logFile).size > MAX_LOG_BYTES) truncateSync(logFile);
    const durable = this.#options.durable ?? true;
    const settings = {
      listen_addresses: '',
      unix_socket_directories: socketDir,
      unix_socket_permissions: '0700',
      // Test workers reuse the connections of databases that they lend out.
      max_connections: durable ? '150' : '400',
      log_min_messages: 'warning',
      shared_buffers: `${buffersMb()}MB`,
      ...(durable
        ? { fsync: 'on', synchronous_commit: 'on' }
        : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const log = openSync(logFile, 'a', 0o600);
    // Its own session: this process handles Ctrl-C, and requests drain before the database stops.
    const child = spawn('/bin/sh', ['-c', WATCHED, 'sh', join(bin, 'postgres'), '-D', dataDir, ...flags], {
      ...asUser(this.#home),
      detached: true,
      stdio: ['pipe', log, log],
    });
    closeSync(log);
    // The pipe closes when the server ends; the exit itself is handled elsewhere.
    child.stdin?.on('error', () => undefined);
    child.on('error', () => undefined);
    child.once('close', () => {
      if (this.#child === child) this.#child = null;
    });
    this.#child = child;
  }

  #refusal(what: string): EmbeddedPostgresRefused {
    const said = existsSync(this.#home.logFile) ? readFileSync(this.#home.logFile, 'utf8').slice(-2000) : '';
    return new EmbeddedPostgresRefused(`The embedded PostgreSQL ${what}. Its log:\n${said}`);
  }

  /** Restarts the server whenever it ends without being stopped by this process. */
  #supervise(): void {
    const child = this.#child;
    const again = async () => {
      if (this.#stopping.signal.aborted) return;
      const { clock, log } = this.#options;
      log.error({ logFile: this.#home.logFile }, 'embedded PostgreSQL exited unexpectedly; restarting');
      try {
        await this.start();
        log.info({ pid: readPid(this.#home) }, 'embedded PostgreSQL restarted');
      } catch (error) {
        log.error({ err: error }, 'embedded PostgreSQL failed to start');
        await clock.sleep(5_000, this.#stopping.signal);
        await again();
      }
    };
    const restart = () => {
      again().catch(() => undefined); // only the sleep of a stop ends here
    };
    if (child === null) restart();
    else child.once('close', restart);
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('stopped'));
    const child = this.#child;
    if (child === null) return;
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    child.stdin?.end();
    await ended;
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined); // connect() below reports the error
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false; // not ready yet: retried until the time is over
  } finally {
    await client.end().catch(() => undefined);
  }
}
