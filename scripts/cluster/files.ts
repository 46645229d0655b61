/** What a cluster has on disk before it starts. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../processes.ts';
import { backupConfig, haproxyConfig, nginxConfig, patroniConfig, prometheusConfig, serverFolders } from './configs.ts';
import { databaseUrl, NODES, SERVERS, type ClusterPlan } from './plan.ts';

/** Folders, configurations and secrets of a cluster, each owned by the account that reads it. `prepareDisk`: called before a server's data exist. */
export function writeFiles(plan: ClusterPlan, prepareDisk?: (disk: string) => void): void {
  const { folder, ports, secrets, account } = plan;
  const own = (path: string) => account && chownSync(path, account.uid, account.gid);
  const make = (path: string, mode = 0o755) => {
    mkdirSync(path, { recursive: true });
    chmodSync(path, mode);
    own(path);
  };
  const write = (path: string, text: string, mode = 0o600) => {
    writeFileSync(path, text, { mode });
    own(path);
  };
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'logs'), { recursive: true });
  for (const name of ['etcd', 'nginx', 'prometheus', 'backups', 'tls']) make(join(folder, name));
  for (const name of ['tls/key.pem', 'tls/certificate.pem']) own(join(folder, name));
  chmodSync(join(folder, 'etcd'), 0o700);
  write(join(folder, 'haproxy.cfg'), haproxyConfig(plan));
  write(join(folder, 'nginx/nginx.conf'), nginxConfig(plan));
  write(join(folder, 'prometheus/prometheus.yml'), prometheusConfig(plan));
  for (const name of ['rules.yml', 'blackbox.yml'])
    copyFileSync(join(root, 'deploy/prometheus', name), join(folder, 'prometheus', name));
  for (const name of SERVERS) {
    const { home, disk, sockets, spool, logs, data, watchdog } = serverFolders(plan, name);
    for (const path of [home, disk, sockets, spool, logs]) make(path, path === sockets ? 0o700 : 0o755);
    if (!existsSync(data)) prepareDisk?.(disk);
    own(disk);
    if (!existsSync(watchdog)) execFileSync('mkfifo', ['-m', '600', watchdog]);
    own(watchdog);
    write(join(home, 'patroni.yml'), patroniConfig(plan, name));
    write(join(home, 'pgbackrest.conf'), backupConfig(plan, name, ports[name]));
  }
  const secretFolder = join(folder, 'secrets');
  mkdirSync(secretFolder, { recursive: true, mode: 0o700 });
  for (const role of ['app', 'settler', 'trader', 'watcher', 'signer'] as const)
    writeFileSync(join(secretFolder, `${role}-url`), databaseUrl(plan, role), { mode: 0o600 });
  writeFileSync(join(secretFolder, 'read-url'), databaseUrl(plan, 'app', 'replica'), { mode: 0o600 });
  for (const key of ['log-key', 'staff-key'] as const)
    writeFileSync(join(secretFolder, key), `${secrets[key]}\n`, { mode: 0o600 });
  for (const name of NODES) mkdirSync(join(folder, name), { recursive: true });
}
