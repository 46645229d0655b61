/**
 * Where the embedded PostgreSQL lives: its binaries, its system user, its folders. Called by embedded-postgres.ts. Invariant: PostgreSQL never runs
 * as root, and its user can enter every folder it needs.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
} from 'node:fs';
import { readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { OperatorMustAct } from '../process/exit.ts';

/** The embedded database cannot start, for a reason that the operator must resolve. */
export class EmbeddedPostgresRefused extends OperatorMustAct {
  override readonly name = 'EmbeddedPostgresRefused';
}

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

export interface PostgresHome {
  /** Folder of initdb, pg_ctl and postgres. */
  readonly bin: string;
  readonly dataDir: string;
  readonly socketDir: string;
  readonly logFile: string;
  /** The user to switch to before running them; null: stay the current user. */
  readonly user: SystemUser | null;
}

const PACKAGE_OS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin' };
/** A socket's path may have 107 bytes (104 on macOS), of which '/.s.PGSQL.5432' takes 14. */
const MAX_SOCKET_DIR = 85;
const ROOT_HOME = '/var/lib/fairpot';

/** Prepares every folder. Throws EmbeddedPostgresRefused with instructions. */
export function preparePostgresHome(dataDir: string): PostgresHome {
  const native = nativeFolder();
  mkdirSync(dataDir, { recursive: true });
  const user = userFor(dataDir);
  const base = baseFor(dataDir, user);
  mkdirSync(base, { recursive: true });
  if (user !== null && !canEnter(base, user)) {
    throw new EmbeddedPostgresRefused(
      `PostgreSQL does not run as root, and the user it would run as (uid ${user.uid}) cannot enter ${base}. ` +
        'Set FAIRPOT_DATA_DIR to a folder that everyone may enter, start as an ordinary user, or set DATABASE_URL.',
    );
  }
  const socketDir = shortSocketDir(base);
  ownFolder(socketDir, user);
  return {
    bin: join(reachableBinaries(native, base, user), 'bin'),
    dataDir: join(base, 'postgres'),
    socketDir,
    logFile: join(base, 'postgres.log'),
    user,
  };
}

/** Socket folder of the embedded PostgreSQL of an existing data folder; null if the folder does not exist. */
export function socketFolderOf(dataDir: string): string | null {
  return existsSync(dataDir) ? shortSocketDir(baseFor(dataDir, userFor(dataDir))) : null;
}

function userFor(dataDir: string): SystemUser | null {
  return process.getuid?.() === 0 ? unprivilegedUser(dataDir) : null;
}

/** When running as root (below /root, for instance) the database's user cannot reach our folders, so it gets its own. */
function baseFor(dataDir: string, user: SystemUser | null): string {
  return user === null || canEnter(dataDir, user) ? dataDir : join(ROOT_HOME, shortHash(dataDir));
}

/** Creates a folder with mode 700 for the database's user. Refuses a link, and a folder with another owner. */
export function ownFolder(path: string, user: SystemUser | null): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  const uid = user?.uid ?? process.getuid?.() ?? found.uid;
  if (!found.isDirectory() || (found.uid !== uid && found.uid !== process.getuid?.())) {
    throw new EmbeddedPostgresRefused(`${path} belongs to someone else (uid ${found.uid}); remove it`);
  }
  chmodSync(path, 0o700);
  if (user !== null) chownSync(path, user.uid, user.gid);
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${PACKAGE_OS[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(dirname(entry), '../native');
  } catch {
    throw new EmbeddedPostgresRefused(
      `The embedded PostgreSQL for this machine (package ${name}) is not installed. ` +
        'Run npm ci here, or set DATABASE_URL to a PostgreSQL 15 or later.',
    );
  }
}

/** The owner of an existing database, else the first of `postgres` and `nobody` that this machine has. */
function unprivilegedUser(dataDir: string): SystemUser {
  const existing = join(dataDir, 'postgres', 'PG_VERSION');
  if (existsSync(existing)) {
    const { uid, gid } = statSync(existing);
    if (uid !== 0) return { uid, gid };
  }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name]).stdout.toString() || NaN));
    if (uid !== undefined && gid !== undefined && uid > 0 && gid >= 0) return { uid, gid };
  }
  throw new EmbeddedPostgresRefused(
    'PostgreSQL does not run as root, and this machine has no user `postgres` and no user `nobody`. ' +
      'Start as an ordinary user, or set DATABASE_URL.',
  );
}

/** Whether the user may enter every folder on the way to `path`. */
export function canEnter(path: string, user: SystemUser): boolean {
  for (let at = path; ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function shortSocketDir(base: string): string {
  const inside = join(base, 'run');
  if (Buffer.byteLength(inside) <= MAX_SOCKET_DIR) return inside;
  const outside = join(tmpdir(), `fairpot-${shortHash(base)}`);
  return Buffer.byteLength(outside) <= MAX_SOCKET_DIR ? outside : join('/tmp', `fairpot-${shortHash(base)}`);
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * The package's native folder with its library links in place (npm packs no links, and install scripts are off). Uses a copy below `base` if the
 * package's own folder is not writable or not reachable for the database's user.
 */
function reachableBinaries(native: string, base: string, user: SystemUser | null): string {
  if ((user === null || canEnter(native, user)) && linkLibraries(native)) return native;
  const version = (JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }).version;
  const copy = join(base, `postgres-${version}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    rmSync(partial, { recursive: true, force: true });
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    linkLibraries(partial);
    renameSync(partial, copy);
  }
  return copy;
}

/** Creates the missing links that pg-symlinks.json lists. False when the folder is not writable. */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[];
  const present = new Set(readdirSync(join(native, 'lib')));
  const missing = links.filter(({ target }) => {
    const path = join(native, relative('native', target));
    return dirname(path) === join(native, 'lib') ? !present.has(relative(dirname(path), path)) : !existsSync(path);
  });
  if (missing.length === 0) return true;
  try {
    accessSync(join(native, 'lib'), constants.W_OK);
  } catch {
    return false;
  }
  for (const { source, target } of missing) {
    const path = join(native, relative('native', target));
    const to = relative(dirname(path), join(native, relative('native', source)));
    try {
      symlinkSync(to, path);
    } catch (error) {
      // Another process of this machine was faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return true;
}
