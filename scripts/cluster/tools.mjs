/**
 * The programs that a cluster consists of, from Debian's packages. As root they are installed when they are missing, and none of them is left running
 * or enabled as a system service: the cluster starts its own processes. Otherwise the missing packages are named.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, say } from '../lib.mjs';

const POSTGRES = '/usr/lib/postgresql';
const OLDEST_POSTGRES = 15;
const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];
/** Program, package, and the services that the package enables. */
const PACKAGES = [
  ['etcd', 'etcd-server', ['etcd']],
  ['patroni', 'patroni', ['patroni']],
  ['haproxy', 'haproxy', ['haproxy']],
  ['nginx', 'nginx', ['nginx']],
  ['prometheus', 'prometheus', ['prometheus']],
  ['prometheus-blackbox-exporter', 'prometheus-blackbox-exporter', ['prometheus-blackbox-exporter']],
  ['pgbackrest', 'pgbackrest', []],
  ['faketime', 'faketime', []],
  ['openssl', 'openssl', []],
];
const POSTGRES_PACKAGE = ['postgresql', ['postgresql']];
/** Debian asks this program whether an installation may start a service; 101 means no. */
const POLICY = '/usr/sbin/policy-rc.d';

const find = (program) => FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path));

/** The folder of PostgreSQL's programs, of the newest version; undefined if there is none that the site supports. */
function findPostgres() {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number) : [];
  const newest = Math.max(
    0,
    ...versions.filter((version) => existsSync(join(POSTGRES, String(version), 'bin/postgres'))),
  );
  return newest >= OLDEST_POSTGRES ? join(POSTGRES, String(newest), 'bin') : undefined;
}

function missing() {
  const programs = PACKAGES.filter(([program]) => find(program) === undefined);
  const lacking = programs.map(([, name, services]) => [name, services]);
  return findPostgres() === undefined ? [...lacking, POSTGRES_PACKAGE] : lacking;
}

/** Paths of all programs; installs what is missing, or ends the process with the names of the packages. */
export function ensureTools() {
  const lacking = missing();
  if (lacking.length > 0) install(lacking);
  const still = missing().map(([name]) => name);
  if (still.length > 0) fail(`A cluster needs these Debian packages: ${still.join(' ')}. Install them with apt-get.`);
  const paths = Object.fromEntries(PACKAGES.map(([program]) => [program, find(program)]));
  return { ...paths, postgres: findPostgres() };
}

function install(lacking) {
  const names = lacking.map(([name]) => name);
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    fail(`A cluster needs these Debian packages: ${names.join(' ')}. As root this command installs them.`);
  say(`Installing ${names.join(', ')} ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env };
  const ownPolicy = !existsSync(POLICY);
  if (ownPolicy) {
    writeFileSync(POLICY, '#!/bin/sh\nexit 101\n');
    chmodSync(POLICY, 0o755);
  }
  try {
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options);
  } finally {
    if (ownPolicy) rmSync(POLICY);
  }
  // None starts with the machine either.
  const services = lacking.flatMap(([, enabled]) => enabled);
  if (existsSync('/run/systemd/system') && services.length > 0)
    spawnSync('systemctl', ['disable', '--quiet', ...services], { stdio: 'ignore' });
}

/**
 * The account that PostgreSQL and the other daemons run as, because PostgreSQL refuses root. Null: the caller's own.
 * @returns {{ uid: number, gid: number } | null}
 */
export function daemonAccount() {
  if (process.getuid?.() !== 0) return null;
  const numberOf = (option) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [numberOf('-u'), numberOf('-g')];
  if (!(uid > 0 && gid > 0)) fail('There is no user postgres. The package postgresql creates it.');
  return { uid, gid };
}
