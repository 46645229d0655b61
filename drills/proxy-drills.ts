/** Faults of the proxy: an expired certificate, and a configuration without the headers of the live channel. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { join } from 'node:path';
import { Viewers } from '../bench/lib/viewers.ts';
import { pause, type Cluster } from '../scripts/cluster/cluster.ts';
import { LOOPBACK } from '../scripts/cluster/plan.ts';
import { untilAlert } from './alerts.ts';
import { AWAY_MS, LOOK_EVERY_MS, RETURNS_WITHIN_MS, type Drill } from './drill.ts';
import type { Scene } from './scene.ts';

const VIEWERS = 20;
const EXPIRED = 'CERT_HAS_EXPIRED';

export const certificateExpired: Drill = {
  name: 'the certificate of nginx expires, then is renewed',
  sparesDatabase: true,
  maxGapMs: AWAY_MS,
  skipped: () => (spawnSync('faketime', ['--version']).error ? 'faketime is not installed' : null),
  strike: async (scene) => {
    const { cluster } = scene;
    const file = join(cluster.plan.folder, 'tls/certificate.pem');
    const valid = readFileSync(file, 'utf8');
    const viewers = await comeTo(scene, valid);
    try {
      certify(cluster, valid, '20 days ago', 30);
      await restartProxy(cluster);
      const findings = await untilAlert(cluster, 'CertificateExpires');
      certify(cluster, valid, '40 days ago', 30);
      await restartProxy(cluster);
      const said = await handshake(cluster, valid);
      if (said !== EXPIRED) findings.push(`a new client got ${said} instead of ${EXPIRED}`);
      findings.push(...(await untilAlert(cluster, 'SiteUnreachable')));
      const away = viewers.connected;
      if (away > 0) findings.push(`${away} sockets connect under the expired certificate`);
      writeFileSync(file, valid);
      await restartProxy(cluster);
      findings.push(...(await untilBack(viewers)));
      return { findings, note: `new connections end with ${EXPIRED}; alerts CertificateExpires, SiteUnreachable` };
    } finally {
      writeFileSync(file, valid);
      viewers.leave();
    }
  },
};

export const noUpgrade: Drill = {
  name: 'nginx without the upgrade headers, then with them',
  sparesDatabase: true,
  maxGapMs: AWAY_MS / 2,
  strike: async (scene) => {
    const { cluster } = scene;
    const file = join(cluster.plan.folder, 'nginx/nginx.conf');
    const right = readFileSync(file, 'utf8');
    const wrong = right.replace(/^ *proxy_set_header (Upgrade|Connection) \$.*\n/gm, '');
    const viewers = await comeTo(scene, readFileSync(join(cluster.plan.folder, 'tls/certificate.pem'), 'utf8'));
    try {
      writeFileSync(file, wrong);
      await restartProxy(cluster);
      const findings = wrong === right ? ['the configuration has no such headers'] : [];
      const before = scene.crowd.answeredAt.length;
      findings.push(...(await untilAlert(cluster, 'SocketsAway')));
      await scene.untilStaked(10, RETURNS_WITHIN_MS);
      if (viewers.connected > 0) findings.push(`${viewers.connected} sockets connect without the headers`);
      const stakes = scene.crowd.answeredAt.length - before;
      writeFileSync(file, right);
      await restartProxy(cluster);
      findings.push(...(await untilBack(viewers)));
      return { findings, note: `no socket connects, ${stakes} stakes go on meanwhile; alert SocketsAway` };
    } finally {
      writeFileSync(file, right);
      viewers.leave();
    }
  },
};

async function comeTo({ cluster }: Scene, ca: string): Promise<Viewers> {
  const viewers = new Viewers(`wss://${LOOPBACK}:${cluster.plan.ports.site}`, ca);
  await viewers.come(VIEWERS);
  return viewers;
}

async function untilBack(viewers: Viewers): Promise<string[]> {
  const until = Date.now() + RETURNS_WITHIN_MS;
  while (viewers.connected < VIEWERS && Date.now() < until) await pause(LOOK_EVERY_MS);
  return viewers.connected < VIEWERS ? [`only ${viewers.connected} of ${VIEWERS} sockets returned`] : [];
}

/** Not a reload: workers of before would keep their connections and their certificate. */
async function restartProxy({ nginx }: Cluster): Promise<void> {
  await nginx.stop();
  nginx.start();
}

/** A certificate that began then and is valid for so many days, issued by that of the cluster. */
function certify({ plan }: Cluster, authority: string, since: string, days: number): void {
  const at = (name: string) => join(plan.folder, 'tls', name);
  writeFileSync(at('authority.pem'), authority);
  const issuer = ['-CA', at('authority.pem'), '-CAkey', at('key.pem'), '-key', at('key.pem')];
  const names = ['-subj', '/CN=renewed', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const request = ['openssl', 'req', '-x509', ...issuer, ...names, '-days', String(days)];
  const made = spawnSync('faketime', [since, ...request, '-out', at('certificate.pem')], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
}

/** How a new connection ends: `ok`, or the error's code. */
function handshake({ plan }: Cluster, ca: string): Promise<string> {
  return new Promise((resolve) => {
    const attempt = (left: number) => {
      const socket = connect({ host: LOOPBACK, port: plan.ports.site, ca, servername: 'localhost' });
      socket.once('secureConnect', () => {
        socket.destroy();
        resolve('ok');
      });
      socket.once('error', (error: NodeJS.ErrnoException) => {
        // nginx is starting.
        if (error.code === 'ECONNREFUSED' && left > 0) setTimeout(() => attempt(left - 1), LOOK_EVERY_MS);
        else resolve(error.code ?? error.message);
      });
    };
    attempt(100);
  });
}
