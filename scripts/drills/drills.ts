/**
 * The drills: one fault each, on a cluster under play. `strike` returns when the fault is over for the clients' part; the runner (main.ts) then waits
 * until stakes are acknowledged again, and checks what must hold.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Viewers } from '../../bench/lib/viewers.ts';
import { sql } from '../../server/src/platform/database/sql.ts';
import { pause, withDatabase } from '../cluster/cluster.ts';
import { serverFolders } from '../cluster/configs.ts';
import type { DatabaseServer } from '../cluster/database-server.ts';
import { LOOPBACK, NODES, superuserUrl } from '../cluster/plan.ts';
import { untilReady } from '../processes.ts';
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
];
