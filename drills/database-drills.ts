/** Faults of the database servers and of etcd. */
import { sql } from '../server/src/platform/database/sql.ts';
import { pause, withDatabase } from '../scripts/cluster/cluster.ts';
import { serverFolders } from '../scripts/cluster/configs.ts';
import type { DatabaseServer } from '../scripts/cluster/database-server.ts';
import { superuserUrl } from '../scripts/cluster/plan.ts';
import { emptyDisk, fillDisk, freeBytes } from './disk.ts';
import { AWAY_MS, LOOK_EVERY_MS, RETURNS_WITHIN_MS, untilPromoted, type Drill } from './drill.ts';
import type { Scene } from './scene.ts';

const FULL_MS = 8_000;
/** Longer than Patroni keeps its lock. */
const STEPS_DOWN_WITHIN_MS = 40_000;

export const primaryKilled: Drill = {
  name: 'primary killed (kill -9 of PostgreSQL and Patroni)',
  maxGapMs: AWAY_MS,
  strike: async (scene) => {
    const { primary } = await scene.cluster.pair();
    await primary.kill();
    await untilPromoted(scene, primary);
    await scene.untilStaked(5, RETURNS_WITHIN_MS);
    primary.patroni.start();
    await scene.cluster.pair();
    return {};
  },
};

export const standbyKilled: Drill = {
  name: 'standby killed (kill -9 of PostgreSQL and Patroni)',
  maxGapMs: AWAY_MS,
  strike: async (scene) => {
    const { standby } = await scene.cluster.pair();
    await standby.kill();
    await scene.untilStaked(5, RETURNS_WITHIN_MS);
    standby.patroni.start();
    await scene.cluster.pair();
    return {};
  },
};

export const primaryPaused: Drill = {
  name: 'primary paused (SIGSTOP), then woken',
  maxGapMs: AWAY_MS,
  strike: async (scene) => {
    const { primary } = await scene.cluster.pair();
    const resets = primary.resetAt.length;
    const pausedAt = Date.now();
    primary.pause();
    await untilPromoted(scene, primary);
    const promotedAt = Date.now();
    const resetAt = primary.resetAt[resets];
    const findings = resetAt === undefined ? ['the watchdog did not reset the paused server before'] : [];
    await scene.untilStaked(5, RETURNS_WITHIN_MS);
    const commits = commitsOn(scene, primary);
    primary.wake();
    findings.push(...(await twoPrimaries(scene, scene.cluster.pair())));
    const committed = await commits.stop();
    if (committed > 0) findings.push(`the woken server committed ${committed} transactions`);
    const after = (at = 0) => `${((at - pausedAt) / 1_000).toFixed(1)} s`;
    return { findings, note: `reset after ${after(resetAt)}, the standby promoted after ${after(promotedAt)}` };
  },
};

/** Whether Patroni ever calls both servers primary until `settled`, which is when one follows the other. */
async function twoPrimaries(scene: Scene, settled: Promise<unknown>): Promise<string[]> {
  const done = new AbortController();
  const outcome = settled.then(
    () => [],
    (error: unknown) => [String(error)],
  );
  void outcome.finally(() => done.abort());
  let found: string[] = [];
  while (!done.signal.aborted) {
    const roles = await Promise.all([...scene.cluster.servers.values()].map((server) => server.role()));
    if (roles.filter((role) => role === 'primary').length > 1) found = ['two servers were primary at once'];
    await pause(LOOK_EVERY_MS);
  }
  return [...found, ...(await outcome)];
}

/**
 * Tries to write on one server directly, past HAProxy, again and again. A commit that it acknowledges would be a split brain. It must write something:
 * a commit without a change waits for no standby.
 */
function commitsOn({ cluster }: Scene, server: DatabaseServer): { stop: () => Promise<number> } {
  const stopping = new AbortController();
  let committed = 0;
  const trying = (async () => {
    while (!stopping.signal.aborted) {
      const url = superuserUrl(cluster.plan, server.name);
      const wrote = await withDatabase(url, (db) =>
        db.one(sql`select pg_logical_emit_message(true, 'drill', 'written')::text`),
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

export const cutOff: Drill = {
  name: 'primary cut off from etcd, then reached again',
  maxGapMs: AWAY_MS,
  strike: async (scene) => {
    const { primary } = await scene.cluster.pair();
    const link = scene.cluster.links.get(primary.name);
    link?.cut();
    await untilPromoted(scene, primary);
    const settled = scene.untilStaked(5, RETURNS_WITHIN_MS).then(() => {
      link?.heal();
      return scene.cluster.pair();
    });
    return { findings: await twoPrimaries(scene, settled) };
  },
};

export const etcdAway: Drill = {
  name: 'etcd away until there is no primary',
  maxGapMs: STEPS_DOWN_WITHIN_MS + AWAY_MS,
  strike: async (scene) => {
    await scene.cluster.etcd.stop();
    const began = Date.now();
    const isPrimary = async () => {
      const roles = await Promise.all([...scene.cluster.servers.values()].map((server) => server.role()));
      return roles.includes('primary');
    };
    while ((await isPrimary()) && Date.now() - began < STEPS_DOWN_WITHIN_MS) await pause(LOOK_EVERY_MS);
    const ms = Date.now() - began;
    const findings = (await isPrimary()) ? ['a server is primary without etcd'] : [];
    scene.cluster.etcd.start();
    await scene.cluster.pair();
    return { findings, note: `the primary steps down after ${ms} ms; calls wait` };
  },
};

export const diskFull: Drill = {
  name: "primary's disk full, then freed",
  maxGapMs: FULL_MS + AWAY_MS,
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
