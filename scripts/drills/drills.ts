/**
 * The drills: one fault each, on a cluster under play. `strike` returns when the fault is over for the clients' part; the runner (main.ts) then waits
 * until stakes are acknowledged again, and checks what must hold.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { equalBytes } from '@fairpot/fairness/encoding/bytes';
import { Viewers } from '../../bench/lib/viewers.ts';
import { brokenInvariants } from '../../e2e/lib/soak/account.ts';
import { logIsComplete } from '../../e2e/lib/soak/verifier.ts';
import { openPool } from '../../server/src/platform/database/db.ts';
import { rootFrom } from '../../server/src/transparency/edge.ts';
import { placedSize } from '../../server/src/transparency/store.ts';
import { sql } from '../../server/src/platform/database/sql.ts';
import { pause, withDatabase } from '../cluster/cluster.ts';
import { serverFolders } from '../cluster/configs.ts';
import type { DatabaseServer } from '../cluster/database-server.ts';
import { databaseUrl, LOOPBACK, NODES, superuserUrl } from '../cluster/plan.ts';
import { ended, root, stop, untilReady } from '../processes.ts';
import { archived, backUp, restoreTo } from './backup.ts';
import { logKey, publishedHead } from './checks.ts';
import { emptyDisk, fillDisk, freeBytes } from './disk.ts';
import type { Scene } from './scene.ts';

export interface Drill {
  readonly name: string;
  /** The longest time without an acknowledged stake that passes, in ms. */
  readonly mostGapMs: number;
  /** Returns findings in words, or what the table shows beside the figures. */
  readonly strike: (scene: Scene) => Promise<DrillReport>;
  /** The reason why it cannot run here; null: it can. */
  readonly skipped?: (scene: Scene) => string | null;
  /** The site is down afterwards, so nothing of the clients' figures is measured. */
  readonly isLast?: boolean;
}

export interface DrillReport {
  readonly findings?: readonly string[];
  readonly note?: string;
}

/** As the issue of production demands: the site answers again within this time. */
const AWAY_MS = 30_000;
const RETURNS_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;
const WATCH_AFTER_WAKE_MS = 6_000;
const VIEWERS = 300;
const FULL_MS = 8_000;
const ETCD_AWAY_MS = 25_000;
const HUNG_MS = 12_000;
/** Longer than the leader's lock in etcd lives. */
const LONGER_THAN_LOCK_MS = 30_000;
/** The standby replays what it has. */
const SETTLES_MS = 1_000;
const EXIT_REFUSED = 2;

const other = async (scene: Scene, primary: DatabaseServer): Promise<void> => {
  const until = Date.now() + RETURNS_WITHIN_MS;
  for (;;) {
    for (const server of scene.cluster.servers.values())
      if (server !== primary && (await server.role()) === 'primary') return;
    if (Date.now() > until) throw new Error('no other server became primary');
    await pause(LOOK_EVERY_MS);
  }
};

const primaryKilled: Drill = {
  name: 'primary killed (kill -9 of PostgreSQL and Patroni)',
  mostGapMs: AWAY_MS,
  strike: async (scene) => {
    const { primary } = await scene.cluster.pair();
    await primary.kill();
    await other(scene, primary);
    await scene.untilStaked(5, RETURNS_WITHIN_MS);
    primary.patroni.start();
    await scene.cluster.pair();
    return {};
  },
};

const standbyKilled: Drill = {
  name: 'standby killed (kill -9 of PostgreSQL and Patroni)',
  mostGapMs: AWAY_MS,
  strike: async (scene) => {
    const { standby } = await scene.cluster.pair();
    await standby.kill();
    await scene.untilStaked(5, RETURNS_WITHIN_MS);
    standby.patroni.start();
    await scene.cluster.pair();
    return {};
  },
};

const primaryPaused: Drill = {
  name: 'primary paused (SIGSTOP), then woken',
  mostGapMs: AWAY_MS,
  strike: async (scene) => {
    const { primary } = await scene.cluster.pair();
    primary.pause();
    await other(scene, primary);
    await scene.untilStaked(5, RETURNS_WITHIN_MS);
    const commits = commitsOn(scene, primary);
    primary.wake();
    const findings = await twoPrimaries(scene);
    const committed = await commits.stop();
    if (committed > 0) findings.push(`the woken server committed ${committed} transactions`);
    await scene.cluster.pair();
    return { findings, note: 'the woken server committed nothing' };
  },
};

/** Whether Patroni ever calls both servers primary. */
async function twoPrimaries(scene: Scene): Promise<string[]> {
  const until = Date.now() + WATCH_AFTER_WAKE_MS;
  while (Date.now() < until) {
    const roles = await Promise.all([...scene.cluster.servers.values()].map((server) => server.role()));
    if (roles.filter((role) => role === 'primary').length > 1) return ['two servers were primary at once'];
    await pause(LOOK_EVERY_MS);
  }
  return [];
}

/** Tries to write on one server directly, past HAProxy, again and again. A commit that it acknowledges would be a split brain. */
function commitsOn({ cluster }: Scene, server: DatabaseServer): { stop: () => Promise<number> } {
  const stopping = new AbortController();
  let committed = 0;
  const trying = (async () => {
    while (!stopping.signal.aborted) {
      const url = superuserUrl(cluster.plan, server.name);
      const wrote = await withDatabase(url, (db) =>
        db.transaction((tx) => tx.one<{ xid: string }>(sql`select pg_current_xact_id()::text as xid`)),
      ).catch(() => null);
      if (wrote !== null) committed += 1;
      await pause(LOOK_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([trying, pause(RETURNS_WITHIN_MS)]);
      return committed;
    },
  };
}

const cutOff: Drill = {
  name: 'primary cut off from etcd, then reached again',
  mostGapMs: AWAY_MS,
  strike: async (scene) => {
    const { primary } = await scene.cluster.pair();
    const link = scene.cluster.links.get(primary.name);
    link?.cut();
    await other(scene, primary);
    const findings = await twoPrimaries(scene);
    await scene.untilStaked(5, RETURNS_WITHIN_MS);
    link?.heal();
    await scene.cluster.pair();
    return { findings };
  },
};

const etcdAway: Drill = {
  name: `etcd away for ${ETCD_AWAY_MS / 1_000} s`,
  mostGapMs: ETCD_AWAY_MS + AWAY_MS,
  strike: async (scene) => {
    await scene.cluster.etcd.stop();
    await pause(ETCD_AWAY_MS);
    scene.cluster.etcd.start();
    await scene.cluster.pair();
    return { note: 'no primary without etcd: calls wait' };
  },
};

const diskFull: Drill = {
  name: "primary's disk full, then freed",
  mostGapMs: FULL_MS + AWAY_MS,
  skipped: () => (process.getuid?.() === 0 ? null : 'needs root to mount a small disk'),
  strike: async (scene) => {
    const { primary } = await scene.cluster.pair();
    const { disk } = serverFolders(scene.cluster.plan, primary.name);
    fillDisk(disk);
    const acknowledged = scene.crowd.answeredAt.length;
    const left = freeBytes(disk);
    await pause(FULL_MS);
    const whileFull = scene.crowd.answeredAt.length - acknowledged;
    emptyDisk(disk);
    await scene.cluster.pair();
    return { note: `${left} bytes left, ${whileFull} stakes acknowledged meanwhile` };
  },
};

const nodeKilled: Drill = {
  name: 'a node killed (kill -9)',
  mostGapMs: AWAY_MS / 2,
  strike: async (scene) => {
    const node = scene.cluster.node('node1');
    await node.kill();
    await scene.untilStaked(5, RETURNS_WITHIN_MS);
    await untilReady(scene.cluster.nodeOrigin('node1'), RETURNS_WITHIN_MS, () => null);
    return {};
  },
};

const nodeHung: Drill = {
  name: `a node hung for ${HUNG_MS / 1_000} s (SIGSTOP)`,
  mostGapMs: AWAY_MS,
  strike: async (scene) => {
    const node = scene.cluster.node('node1');
    node.signal('SIGSTOP');
    await pause(HUNG_MS);
    node.signal('SIGCONT');
    await untilReady(scene.cluster.nodeOrigin('node1'), RETURNS_WITHIN_MS, () => null);
    return {};
  },
};

const rollingRestart: Drill = {
  name: 'rolling restart of both nodes',
  mostGapMs: AWAY_MS / 6,
  strike: async (scene) => {
    for (const name of NODES) {
      const node = scene.cluster.node(name);
      await node.stop();
      node.start();
      await untilReady(scene.cluster.nodeOrigin(name), RETURNS_WITHIN_MS, () => null);
    }
    return {};
  },
};

const termUnderSockets: Drill = {
  name: `SIGTERM to a node under ${VIEWERS} sockets that reconnect`,
  mostGapMs: AWAY_MS / 6,
  strike: async (scene) => {
    const { plan } = scene.cluster;
    const ca = readFileSync(join(plan.folder, 'tls/certificate.pem'), 'utf8');
    const viewers = new Viewers(`wss://${LOOPBACK}:${plan.ports.site}`, ca);
    try {
      await viewers.come(VIEWERS);
      const node = scene.cluster.node('node2');
      const began = Date.now();
      const stopped = node.stop();
      while (viewers.lost === 0 && Date.now() - began < RETURNS_WITHIN_MS) await pause(LOOK_EVERY_MS);
      while (viewers.connected < VIEWERS && Date.now() - began < RETURNS_WITHIN_MS) await pause(LOOK_EVERY_MS);
      const ms = Date.now() - began;
      await stopped;
      node.start();
      await untilReady(scene.cluster.nodeOrigin('node2'), RETURNS_WITHIN_MS, () => null);
      const findings = viewers.connected < VIEWERS ? [`only ${viewers.connected} of ${VIEWERS} sockets returned`] : [];
      return { findings, note: `${viewers.lost} sockets lost, all back after ${ms} ms` };
    } finally {
      viewers.leave();
    }
  },
};

const restored: Drill = {
  name: 'backup, and restore to a moment into a third server',
  mostGapMs: AWAY_MS,
  strike: async (scene) => {
    const { cluster } = scene;
    const key = await logKey(scene);
    const backupMs = await backUp(cluster);
    await scene.untilStaked(5, RETURNS_WITHIN_MS);
    const head = await publishedHead(scene, key);
    const { at } = await cluster.asSuperuser((db) => db.one<{ at: string }>(sql`select clock_timestamp()::text as at`));
    await scene.untilStaked(20, RETURNS_WITHIN_MS);
    await archived(cluster);
    const server = await restoreTo(cluster, at);
    const copy = openPool({
      url: databaseUrl(cluster.plan, 'owner', 'restored'),
      maxConnections: 2,
      statementTimeoutMs: 0,
    });
    try {
      const size = await placedSize(copy);
      const findings = [
        ...(size < head.size ? [`the copy has ${size} leaves of the ${head.size} that were published`] : []),
        ...(equalBytes(await rootFrom(copy, head.size), head.root) ? [] : ['the copy has other leaves']),
        ...(await brokenInvariants({ db: copy, inside: scene.inside })),
        ...(await acceptingNode(scene)),
      ];
      const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;
      const note = `backup ${seconds(backupMs)}, restore ${seconds(server.ms)}, ${size} leaves, ${head.size} published before`;
      return { findings, note: `${note}; a node refuses the older copy` };
    } finally {
      await copy.close();
      await server.stop();
    }
  },
};

/** A node of this site on the restored copy must refuse to start: more was published since. */
async function acceptingNode({ cluster }: Scene): Promise<string[]> {
  const { plan } = cluster;
  const elsewhere = ['DATABASE_APP_URL_FILE', 'DATABASE_SETTLER_URL_FILE', 'METRICS_PORT'];
  const own = Object.entries(cluster.nodeEnv('node1')).filter(([name]) => !elsewhere.includes(name));
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: join(root, 'dist'),
    env: {
      PATH: process.env['PATH'],
      ...Object.fromEntries(own),
      PORT: '0',
      FAIRPOT_DATA_DIR: join(plan.folder, 'refused'),
      DATABASE_APP_URL: databaseUrl(plan, 'app', 'restored'),
      DATABASE_SETTLER_URL: databaseUrl(plan, 'settler', 'restored'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await Promise.race([ended(child), pause(RETURNS_WITHIN_MS)]);
  await stop(child);
  const refused = child.exitCode === EXIT_REFUSED && text.includes('was published up to');
  return refused ? [] : [`a node started on the older copy (${child.exitCode}): ${text.slice(-300)}`];
}

/** What only an operator's errors make possible: asynchronous replication, a standby that does not follow, and a failover by force. */
const promotedBehind: Drill = {
  name: 'a standby that is behind the published head, promoted by force',
  mostGapMs: AWAY_MS,
  isLast: true,
  strike: async (scene) => {
    const { cluster } = scene;
    const { primary, standby } = await cluster.pair();
    const patroni = (server: DatabaseServer, method: string, path: string, body: object) =>
      fetch(`http://${LOOPBACK}:${cluster.plan.ports[`${server.name}-patroni`]}/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((answer) => answer.text());
    await patroni(primary, 'PATCH', 'config', { synchronous_mode: false });
    await withDatabase(superuserUrl(cluster.plan, primary.name), async (db) => {
      const isSynchronous = async () =>
        (await db.one<{ names: string }>(sql`select current_setting('synchronous_standby_names') as names`)).names !==
        '';
      while (await isSynchronous()) await pause(LOOK_EVERY_MS);
      await db.run(sql`alter role replicator connection limit 0`);
      await pause(SETTLES_MS);
      await db.many(sql`select pg_terminate_backend(pid) from pg_stat_replication`);
    });
    const key = await logKey(scene);
    const before = await publishedHead(scene, key);
    await scene.untilStaked(20, RETURNS_WITHIN_MS);
    await scene.rest();
    await logIsComplete(scene);
    const { size } = await publishedHead(scene, key);
    await primary.kill();
    const findings = size > before.size ? [] : ['nothing was published meanwhile'];
    const until = Date.now() + LONGER_THAN_LOCK_MS;
    while (Date.now() < until && findings.length === 0) {
      if ((await standby.role()) === 'primary') findings.push('Patroni promoted the server that is behind by itself');
      await pause(LOOK_EVERY_MS);
    }
    const said = await patroni(standby, 'POST', 'failover', { candidate: standby.name });
    const promoted = Date.now() + RETURNS_WITHIN_MS;
    while ((await standby.role()) !== 'primary') {
      if (Date.now() > promoted) return { findings: [...findings, `no failover by force: ${said}`] };
      await pause(LOOK_EVERY_MS);
    }
    const began = Date.now();
    const goesOn = () => NODES.filter((name) => cluster.node(name).refusal === null);
    while (goesOn().length > 0 && Date.now() - began < RETURNS_WITHIN_MS) await pause(LOOK_EVERY_MS);
    findings.push(...goesOn().map((name) => `${name} goes on with it`));
    const note = `Patroni leaves it alone; by force, both nodes stop within ${Date.now() - began} ms`;
    return { findings, note };
  },
};

export const DRILLS: readonly Drill[] = [
  primaryKilled,
  standbyKilled,
  primaryPaused,
  cutOff,
  diskFull,
  etcdAway,
  nodeKilled,
  nodeHung,
  rollingRestart,
  termUnderSockets,
  restored,
  promotedBehind,
];
