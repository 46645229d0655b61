/** A cluster's configurations are those of deploy/, with other names, addresses and passwords. Where the programs are installed, they check theirs. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  backupConfig,
  environmentOf,
  fill,
  haproxyConfig,
  nginxConfig,
  patroniConfig,
  prometheusConfig,
  roleStatements,
} from './configs.ts';
import { planIn, type Tools } from './plan.ts';

const folder = mkdtempSync(join(tmpdir(), 'fp-plan-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const tools = { postgres: '/pg/bin' } as Tools;
const plan = planIn(folder, { tools, account: null, firstPort: 5_100 });
const all = () => [
  patroniConfig(plan, 'pg1'),
  patroniConfig(plan, 'pg2'),
  haproxyConfig(plan),
  backupConfig(plan, 'pg1', plan.ports.pg1),
  nginxConfig(plan),
  prometheusConfig(plan),
];

test('a replacement that finds nothing fails, so that a change of deploy/ is noticed', () => {
  expect(fill('port 1, port 1', [['port 1', 'port 2']])).toBe('port 2, port 2');
  expect(() => fill('port 1', [['port 3', 'port 2']])).toThrow('no "port 3" to replace');
});

test('nothing of the examples is left: no password to replace, no address but loopback', () => {
  for (const text of all()) {
    const lines = text.split('\n').filter((line) => !line.trimStart().startsWith('#'));
    const addresses = lines.flatMap((line) =>
      [...line.matchAll(/\b\d+\.\d+\.\d+\.\d+\b/g)].map(([address]) => address),
    );
    expect(lines.filter((line) => /REPLACE|fairpot\.example|\/etc\//.test(line))).toEqual([]);
    expect(addresses.filter((address) => address !== '127.0.0.1')).toEqual([]);
  }
});

test('what a failover depends on is what the operator deploys', () => {
  const text = patroniConfig(plan, 'pg2');
  for (const line of [
    'synchronous_mode: true',
    'synchronous_mode_strict: false',
    'maximum_lag_on_failover: 0',
    'ttl: 20',
  ])
    expect(text).toContain(line);
  expect(haproxyConfig(plan)).toContain('on-marked-down shutdown-sessions');
  expect(nginxConfig(plan)).toContain('proxy_next_upstream error timeout http_503');
  expect(backupConfig(plan, 'pg1', 1)).toContain('repo1-cipher-type=aes-256-cbc');
});

test('a second start has the same passwords, and no port is used twice', () => {
  expect(planIn(folder, { tools, account: null, firstPort: 5_100 })).toEqual(plan);
  const ports = Object.values(plan.ports);
  expect(new Set(ports).size).toBe(ports.length);
});

test('roles are created by the statements of the first deployment', () => {
  const statements = roleStatements(plan);
  expect(statements).toContain('create database fairpot owner fairpot_owner;');
  expect(statements).toContain(
    `create role fairpot_settler login password '${plan.secrets.settler}' in role fairpot_app;`,
  );
  expect(statements.join()).not.toMatch(/REPLACE|undefined/);
});

test('settings come from the examples; one that is not there cannot be left out', () => {
  expect(environmentOf('signer', { FAIRPOT_MODE: 'demo', SIGNER_PASSPHRASE_FILE: null })).toMatchObject({
    FAIRPOT_MODE: 'demo',
    TRON_BASE: 'https://tron.example',
  });
  expect(() => environmentOf('signer', { NO_SUCH: null })).toThrow('has no NO_SUCH');
});

const has = (tool: string) => spawnSync('which', [tool]).status === 0;

test.skipIf(!has('pgbackrest'))('pgBackRest accepts its configuration', () => {
  const file = join(folder, 'pgbackrest.conf');
  writeFileSync(file, backupConfig(plan, 'pg1', plan.ports.pg1));
  for (const name of ['log', 'lock', 'spool']) mkdirSync(join(folder, 'pg1', name), { recursive: true });
  mkdirSync(join(folder, 'backups'), { recursive: true });
  const checked = spawnSync('pgbackrest', [`--config=${file}`, 'info'], { encoding: 'utf8' });
  expect({ status: checked.status, text: checked.stderr }).toEqual({ status: 0, text: '' });
});
