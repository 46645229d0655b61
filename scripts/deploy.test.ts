/**
 * The files of deploy/ agree with the code and the runbook: metrics, headings, settings, programs, ports. Where the tools are installed, they check
 * their own files: promtool, nginx, haproxy, systemd-analyze.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './processes.ts';

const deploy = join(root, 'deploy');
const text = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const filesIn = (folder: string) => readdirSync(join(deploy, folder)).map((name) => join('deploy', folder, name));

/** Code that names a metric, without the tests. */
function sources(folder: string): string {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const code = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return code.map((name) => text(folder, name)).join('\n');
}

const rules = text('deploy/prometheus/rules.yml');
const headings = new Set([...text('docs/runbook.md').matchAll(/^#{2,3} (.+)$/gm)].map(([, name = '']) => name));

test('every metric of alerts and dashboard exists, and every metric is shown', () => {
  const code = sources('server/src');
  const shown = `${rules}\n${text('deploy/grafana/fairpot.json')}`;
  const named = new Set([...shown.matchAll(/\bfairpot_[a-z_]+/g)].map(([name]) => name.replace(/_bucket$/, '')));
  const made = new Set([...code.matchAll(/'(fairpot_[a-z_]+)'/g)].map(([, name = '']) => name));
  made.delete('fairpot_app');
  expect(named.size).toBeGreaterThan(25);
  expect([...named].filter((name) => !made.has(name))).toEqual([]);
  const roles = ['fairpot_settler', 'fairpot_trader', 'fairpot_watcher', 'fairpot_signer'];
  const unseen = [...made].filter((name) => !named.has(name) && !roles.includes(name));
  expect(unseen.sort()).toEqual([
    'fairpot_draining',
    'fairpot_log_leaves',
    'fairpot_loop_failures',
    'fairpot_sweep_age_seconds',
    'fairpot_sweep_done',
  ]);
});

test('every alert has a severity, a summary and a heading of the runbook', () => {
  const alerts = rules.split('- alert: ').slice(1);
  expect(alerts.length).toBeGreaterThan(20);
  for (const alert of alerts) {
    const [name] = alert.split('\n');
    expect(alert, name).toMatch(/severity: (page|ticket)/);
    expect(alert, name).toMatch(/summary: \S/);
    const [, runbook = ''] = /runbook: (.+)/.exec(alert) ?? [];
    expect(headings.has(runbook), `${name}: ${runbook}`).toBe(true);
  }
});

test('every setting of the examples is in the runbook, and no metrics port is used twice', () => {
  const runbook = text('docs/runbook.md');
  const examples = filesIn('env').map((file) => text(file));
  const names = examples.flatMap((file) => [...file.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name));
  expect(names.length).toBeGreaterThan(20);
  const ofUnits = ['WITNESS_SITE', 'WITNESS_LISTEN'];
  expect(names.filter((name) => !ofUnits.includes(name) && !runbook.includes(name.replace(/_FILE$/, '')))).toEqual([]);
  const ports = examples.flatMap((file) => [...file.matchAll(/METRICS_PORT=(\d+)/g)].map(([, port = '']) => port));
  expect(new Set(ports).size).toBe(ports.length);
  const scraped = text('deploy/prometheus/prometheus.yml');
  expect(ports.filter((port) => !scraped.includes(`127.0.0.1:${port}`))).toEqual([]);
});

test('every unit runs a program of the release, as a user of its own', () => {
  const build = text('scripts/build.mjs');
  const units = filesIn('systemd').map((file) => text(file));
  expect(units.length).toBe(5);
  const users = units.map((unit) => /^User=(.+)$/m.exec(unit)?.[1]);
  expect(new Set(users).size).toBe(5);
  for (const unit of units) {
    const [, program = ''] = /^ExecStart=\/usr\/bin\/node .*?\/opt\/fairpot\/current\/([a-z-]+)\.mjs/m.exec(unit) ?? [];
    expect(build, program).toMatch(new RegExp(`^  '?${program}'?: '`, 'm'));
    for (const line of ['ProtectSystem=strict', 'ProtectHome=yes', 'NoNewPrivileges=yes'])
      expect(unit, program).toContain(line);
    expect(unit, program).toContain('RestartPreventExitStatus=2');
  }
  expect(text('deploy/systemd/fairpot-signer.service')).toMatch(/^IPAddressDeny=any$/m);
});

test('each location of nginx that sets a header sets those that it then does not inherit', () => {
  const [server = '', ...locations] = text('deploy/nginx/fairpot.conf').split(/^ {4}location /m);
  const headersOf = (block: string) => [...block.matchAll(/proxy_set_header (\S+) /g)].map(([, name = '']) => name);
  expect(headersOf(server)).toContain('X-Forwarded-For');
  expect(locations.length).toBeGreaterThan(2);
  for (const location of locations) {
    const own = headersOf(location);
    if (own.length > 0) expect(own, location.split('\n')[0]).toEqual(expect.arrayContaining(headersOf(server)));
  }
});

const has = (tool: string) => spawnSync('which', [tool]).status === 0;

test.skipIf(!has('promtool'))('promtool accepts rules and configuration', () => {
  for (const [kind, file] of [
    ['rules', 'rules.yml'],
    ['config', 'prometheus.yml'],
  ] as const)
    execFileSync('promtool', ['check', kind, join(deploy, 'prometheus', file)]);
});

test.skipIf(!has('prometheus-blackbox-exporter'))('the exporter that probes the site accepts its configuration', () => {
  const file = join(deploy, 'prometheus/blackbox.yml');
  const checked = spawnSync('prometheus-blackbox-exporter', [`--config.file=${file}`, '--config.check']);
  expect({ status: checked.status, text: String(checked.stderr) }).toMatchObject({ status: 0 });
});

test.skipIf(!has('haproxy'))('haproxy accepts its configuration', () => {
  execFileSync('haproxy', ['-c', '-q', '-f', join(deploy, 'postgres/haproxy.cfg')]);
});

test.skipIf(!has('systemd-analyze'))('systemd accepts the units', () => {
  const units = filesIn('systemd').map((file) => join(root, file));
  const checked = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' });
  expect(checked.stderr.split('\n').filter((line) => line.includes('fairpot-'))).toEqual([]);
});

test.skipIf(!has('nginx') || !has('openssl'))('nginx accepts its configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairpot-nginx-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', [...made, '-subj', '/CN=fairpot.example', '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  const site = text('deploy/nginx/fairpot.conf')
    .replace(/^(\s*ssl_certificate )\s*\S+;/m, `$1${certificate};`)
    .replace(/^(\s*ssl_certificate_key )\s*\S+;/m, `$1${key};`)
    .replace('/var/lib/nginx/fairpot', join(folder, 'cache'));
  writeFileSync(join(folder, 'site.conf'), site);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${paths.join(' ')} include site.conf; }`,
  );
  const checked = spawnSync('nginx', ['-t', '-q', '-p', folder, '-c', join(folder, 'nginx.conf')], {
    encoding: 'utf8',
  });
  expect({ status: checked.status, text: checked.stderr }).toEqual({ status: 0, text: '' });
});
