/**
 * The configuration of each program of a cluster, made from the files of deploy/ that an operator uses: only names, addresses, ports and passwords are
 * replaced. A replacement that finds nothing is an error, so that a change of deploy/ cannot pass by the drills unseen.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../processes.ts';
import { LOOPBACK, NODES, SERVERS, WORKERS, type ClusterPlan, type NodeName, type ServerName } from './plan.ts';

type Replacement = readonly [from: string, to: string];

const template = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8');

/** Replaces every occurrence. Throws if the text lacks one of them. */
export function fill(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((filled, [from, to]) => {
    if (!filled.includes(from)) throw new Error(`the file of deploy/ has no "${from}" to replace`);
    return filled.replaceAll(from, to);
  }, text);
}

const at = (port: number) => `${LOOPBACK}:${port}`;

/** Folders of a database server. The socket's folder is short: a socket's path has at most 107 characters. */
export const serverFolders = ({ folder }: Pick<ClusterPlan, 'folder'>, name: string) => ({
  home: join(folder, name),
  /** What a small disk can hold (drills). */
  disk: join(folder, name, 'disk'),
  data: join(folder, name, 'disk', 'data'),
  sockets: join(folder, name, 's'),
  spool: join(folder, name, 'spool'),
  logs: join(folder, name, 'log'),
  watchdog: join(folder, name, 'watchdog'),
});

/** One of the two servers. Its watchdog is a pipe (watchdog.ts), which Patroni requires as it would the device. */
export function patroniConfig(plan: ClusterPlan, name: ServerName): string {
  const { ports, secrets, tools, account } = plan;
  const { data, sockets, watchdog } = serverFolders(plan, name);
  const passwords = ['postgres', 'replicator', 'rewinder'] as const;
  return fill(template('postgres/patroni.yml'), [
    ['name: pg1', `name: ${name}`],
    ['10.0.0.5:8008', at(ports[`${name}-patroni`])],
    // Through this server's own link to etcd, not past it to the address that etcd names (link.ts).
    ['[10.0.0.5:2379, 10.0.0.6:2379, 10.0.0.7:2379]', `['${at(ports[`${name}-etcd`])}']\n  use_proxies: true`],
    ['10.0.0.5:5432', at(ports[name])],
    ['/var/lib/postgresql/15/fairpot', data],
    ['bin_dir: /usr/lib/postgresql/15/bin', `bin_dir: ${tools.postgres}`],
    ['  authentication:', `  parameters: { unix_socket_directories: '${sockets}' }\n  authentication:`],
    ...passwords.map((role): Replacement => [`${role}, password: REPLACE`, `${role}, password: '${secrets[role]}'`]),
    // The socket's folder belongs to one account only.
    ...(account === null ? [['local all postgres peer', 'local all postgres trust'] satisfies Replacement] : []),
    ['hostssl', 'host'],
    ['10.0.0.0/24', `${LOOPBACK}/32`],
    ['device: /dev/watchdog', `driver: testing\n  device: ${watchdog}`],
  ]);
}

export function haproxyConfig({ ports }: Pick<ClusterPlan, 'ports'>): string {
  return fill(template('postgres/haproxy.cfg'), [
    [`bind ${LOOPBACK}:5432`, `bind ${at(ports.database)}`],
    [`bind ${LOOPBACK}:5433`, `bind ${at(ports.replica)}`],
    ...SERVERS.map((name, i): Replacement => [
      `server ${name} 10.0.0.${5 + i}:5432 check port 8008`,
      `server ${name} ${at(ports[name])} check addr ${LOOPBACK} port ${ports[`${name}-patroni`]}`,
    ]),
  ]);
}

/** A repository in a folder instead of an object store; encrypted all the same. */
export function backupConfig(plan: ClusterPlan, name: string, port: number): string {
  const { folder, secrets } = plan;
  const { data, sockets, spool, logs } = serverFolders(plan, name);
  const s3 = template('postgres/pgbackrest.conf').match(/^repo1-s3-.*\n/gm) ?? [];
  const own = [`log-path=${logs}`, `lock-path=${join(folder, name, 'lock')}`, `pg1-socket-path=${sockets}`];
  return fill(template('postgres/pgbackrest.conf'), [
    ...s3.map((line): Replacement => [line, '']),
    ['repo1-type=s3', 'repo1-type=posix'],
    ['repo1-path=/fairpot', `repo1-path=${join(folder, 'backups')}`],
    ['repo1-cipher-pass=REPLACE', `repo1-cipher-pass=${secrets.backups}`],
    ['spool-path=/var/spool/pgbackrest', `spool-path=${spool}\n${own.slice(0, 2).join('\n')}`],
    ['pg1-path=/var/lib/postgresql/15/fairpot', `pg1-path=${data}`],
    ['pg1-port=5432', `pg1-port=${port}\n${own[2]}`],
  ]);
}

/** The proxy before the nodes, with what Debian's own nginx.conf sets around it. */
export function nginxConfig({ folder, ports }: Pick<ClusterPlan, 'folder' | 'ports'>): string {
  const home = join(folder, 'nginx');
  const site = fill(template('nginx/fairpot.conf'), [
    ['server 127.0.0.1:3000 ', `server ${at(ports.node1)} `],
    ['# server 10.0.0.12:3000 ', `server ${at(ports.node2)} `],
    ['/var/lib/nginx/fairpot', join(home, 'cache')],
    ['    listen [::]:80;\n', ''],
    ['    listen [::]:443 ssl http2 backlog=4096;\n', ''],
    ['listen 80;', `listen ${at(ports.http)};`],
    ['listen 443 ssl', `listen ${at(ports.site)} ssl`],
    ['server_name fairpot.example;', 'server_name localhost;'],
    ['https://$host$request_uri', `https://localhost:${ports.site}$request_uri`],
    ['/etc/letsencrypt/live/fairpot.example/fullchain.pem', join(folder, 'tls/certificate.pem')],
    ['/etc/letsencrypt/live/fairpot.example/privkey.pem', join(folder, 'tls/key.pem')],
    // With a port of its own: the site compares it with the browser's Origin.
    ['proxy_set_header Host $host;', 'proxy_set_header Host $http_host;'],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${home}/${of};`);
  return [
    `daemon off; worker_processes 1; pid ${home}/pid; error_log ${home}/error.log warn;`,
    'events { worker_connections 4096; }',
    `http { access_log off; ${temporary.join(' ')}`,
    site,
    '}\n',
  ].join('\n');
}

export function prometheusConfig({ ports }: Pick<ClusterPlan, 'ports'>): string {
  const quoted = (names: readonly (NodeName | (typeof WORKERS)[number])[]) =>
    names.map((name) => `'${at(ports[`${name}-metrics`])}'`).join(', ');
  return fill(template('prometheus/prometheus.yml'), [
    ["'127.0.0.1:9465', '127.0.0.1:9466', '127.0.0.1:9467'", quoted(WORKERS)],
    ["'127.0.0.1:9464'", quoted(NODES)],
    // A drill waits for an alert.
    ['_interval: 15s', '_interval: 2s'],
    ['https://fairpot.example', `https://localhost:${ports.site}`],
    ['127.0.0.1:9115', at(ports.outside)],
  ]);
}

/** The settings of an example in deploy/env, as an environment. `changes`: a setting's other value, or null to leave it out. */
export function environmentOf(
  example: string,
  changes: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> {
  const lines = template(`env/${example}.env.example`).matchAll(/^([A-Z_]+)=(.*)$/gm);
  const settings = new Map([...lines].map(([, name = '', value = '']) => [name, value]));
  for (const [name, value] of Object.entries(changes)) {
    if (value !== null) settings.set(name, value);
    else if (!settings.delete(name)) throw new Error(`${example}.env.example has no ${name} to leave out`);
  }
  return Object.fromEntries(settings);
}

/** The statements of docs/deployment.md that create roles and database, each role with its password. */
export function roleStatements({ secrets }: Pick<ClusterPlan, 'secrets'>): string[] {
  const deployment = readFileSync(join(root, 'docs/deployment.md'), 'utf8');
  const [, block = ''] = /<<'SQL'\n([^]*?)\n\s*SQL\n/.exec(deployment) ?? [];
  const statements = block.split('\n').map((line) => line.trim());
  if (statements.length < 6) throw new Error('docs/deployment.md has no statements that create the roles');
  return statements.map((line) =>
    line.replace(/role fairpot_(\w+) (.*)'REPLACE'/, (_, role: keyof typeof secrets, rest: string) => {
      return `role fairpot_${role} ${rest}'${secrets[role]}'`;
    }),
  );
}
