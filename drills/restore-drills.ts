/** Databases that lack what was published: a restored copy, and a standby that is behind. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { equalBytes } from '@fairpot/fairness/encoding/bytes';
import { brokenInvariants } from '../e2e/lib/soak/account.ts';
import { logIsComplete } from '../e2e/lib/soak/verifier.ts';
import { openPool } from '../server/src/platform/database/db.ts';
import { sql } from '../server/src/platform/database/sql.ts';
import { rootFrom } from '../server/src/transparency/edge.ts';
import { placedSize } from '../server/src/transparency/store.ts';
import { pause, withDatabase } from '../scripts/cluster/cluster.ts';
import type { DatabaseServer } from '../scripts/cluster/database-server.ts';
import { databaseUrl, LOOPBACK, NODES, superuserUrl } from '../scripts/cluster/plan.ts';
import { ended, root, stop } from '../scripts/processes.ts';
import { archived, backUp, restoreTo } from './backup.ts';
import { logKey, publishedHead } from './checks.ts';
import { AWAY_MS, LOOK_EVERY_MS, RETURNS_WITHIN_MS, type Drill } from './drill.ts';
import type { Scene } from './scene.ts';

/** Patroni's line when the lock is free and its server may not take it. */
const TOO_FAR_BEHIND = 'My wal position exceeds maximum replication lag';
const REFUSALS = 2;
/** The standby replays what it has. */
const SETTLES_MS = 1_000;
const EXIT_REFUSED = 2;

export const restored: Drill = {
  name: 'backup, and restore to a moment into a third server',
  maxGapMs: AWAY_MS,
  strike: async (scene) => {
    const { cluster } = scene;
    const key = await logKey(scene);
    const backupMs = await backUp(cluster);
    await scene.untilStaked(5, RETURNS_WITHIN_MS);
    const head = await publishedHead(scene, key);
    // pgBackRest compares whole seconds: the moment must lie in a later one than the end of the backup.
    const { at } = await cluster.asSuperuser((db) =>
      db.one<{ at: string }>(sql`select clock_timestamp()::text as at from pg_sleep(1)`),
    );
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
      const times = `backup ${seconds(backupMs)}, restore ${seconds(server.ms)}`;
      const note = `${times}, ${size} leaves of ${head.size} published before; a node refuses the older copy`;
      return { findings, note };
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

/**
 * Waits until the position that the primary writes into etcd, every five seconds, is past the standby's. Patroni compares with that position: without
 * synchronous replication it would promote a server that lacks only what came later.
 */
async function untilSeenBehind({ cluster }: Scene, { name }: DatabaseServer): Promise<string[]> {
  interface Members {
    readonly members: readonly { readonly name: string; readonly lag?: number | string }[];
  }
  const until = Date.now() + RETURNS_WITHIN_MS;
  while (Date.now() < until) {
    const answer = await fetch(`http://${LOOPBACK}:${cluster.plan.ports[`${name}-patroni`]}/cluster`);
    const { members } = (await answer.json()) as Members;
    if (Number(members.find((each) => each.name === name)?.lag ?? 0) > 0) return [];
    await pause(LOOK_EVERY_MS);
  }
  return [`Patroni does not see that ${name} is behind`];
}

/** What only an operator's errors make possible: asynchronous replication, a standby that does not follow, and a failover by force. */
export const promotedBehind: Drill = {
  name: 'a standby that is behind the published head, promoted by force',
  maxGapMs: AWAY_MS,
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
      await db.run(sql`alter role replicator nologin`);
      await pause(SETTLES_MS);
      await db.many(sql`select pg_terminate_backend(pid) from pg_stat_replication`);
    });
    const key = await logKey(scene);
    const before = await publishedHead(scene, key);
    await scene.untilStaked(20, RETURNS_WITHIN_MS);
    await scene.rest();
    await logIsComplete(scene);
    const { size } = await publishedHead(scene, key);
    const findings = size > before.size ? [] : ['nothing was published meanwhile'];
    findings.push(...(await untilSeenBehind(scene, standby)));
    const refusals = () => readFileSync(join(cluster.logs, `${standby.name}.log`), 'utf8').split(TOO_FAR_BEHIND).length;
    const wanted = refusals() + REFUSALS;
    await primary.kill();
    const until = Date.now() + RETURNS_WITHIN_MS;
    while (refusals() < wanted && findings.length === 0) {
      if ((await standby.role()) === 'primary') findings.push('Patroni promoted the server that is behind by itself');
      if (Date.now() > until) findings.push(`Patroni did not say "${TOO_FAR_BEHIND}"`);
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
    const behind = `${size - before.size} leaves behind, Patroni leaves it alone`;
    const note = `${behind}; by force, both nodes stop within ${Date.now() - began} ms`;
    return { findings, note };
  },
};
