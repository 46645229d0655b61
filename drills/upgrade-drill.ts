/** A new version under play, and one step back: the database is migrated first, then nodes are replaced one by one. */
import { join } from 'node:path';
import { sql } from '../server/src/platform/database/sql.ts';
import { RELEASE, withDatabase, type Cluster } from '../scripts/cluster/cluster.ts';
import { databaseUrl, NODES } from '../scripts/cluster/plan.ts';
import { untilReady } from '../scripts/processes.ts';
import { AWAY_MS, RETURNS_WITHIN_MS, type Drill } from './drill.ts';
import { makeNextRelease, NEXT_MIGRATION } from './next-release.ts';
import type { Scene } from './scene.ts';

export const upgraded: Drill = {
  name: 'upgrade under play, and one step back',
  maxGapMs: AWAY_MS / 6,
  strike: async (scene) => {
    const { cluster } = scene;
    const next = join(cluster.plan.folder, 'next');
    makeNextRelease(RELEASE, next);
    const began = Date.now();
    await cluster.migrate(next);
    const migratedMs = Date.now() - began;
    // Old nodes on the new database.
    const findings = [...(await unready(cluster)), ...(await nextIsThere(cluster))];
    await scene.untilStaked(5, RETURNS_WITHIN_MS);
    await replaceNodes(scene, next);
    await replaceNodes(scene, RELEASE);
    // The owner's own start of the old version changes nothing either.
    await cluster.migrate(RELEASE);
    findings.push(...(await unready(cluster)), ...(await nextIsThere(cluster)));
    return { findings, note: `migrated in ${migratedMs} ms, four nodes replaced` };
  },
};

async function replaceNodes({ cluster }: Scene, release: string): Promise<void> {
  for (const name of NODES) {
    const node = cluster.node(name);
    await node.stop();
    node.change({ cwd: release });
    node.start();
    const refused = () =>
      node.refusal === null ? null : `${name} refuses ${release}: see ${cluster.logs}/${name}.log`;
    await untilReady(cluster.nodeOrigin(name), RETURNS_WITHIN_MS, refused);
  }
}

async function unready(cluster: Cluster): Promise<string[]> {
  const answers = await Promise.all(
    NODES.map(async (name) => {
      const answer = await fetch(`${cluster.nodeOrigin(name)}/api/ready`);
      return answer.ok ? [] : [`${name} is not ready: ${(await answer.text()).slice(0, 200)}`];
    }),
  );
  return answers.flat();
}

async function nextIsThere({ plan }: Cluster): Promise<string[]> {
  const rows = await withDatabase(databaseUrl(plan, 'owner'), (db) =>
    db.many(sql`select 1 from schema_migrations where number = ${NEXT_MIGRATION}`),
  );
  return rows.length === 1 ? [] : ['the database is not one step ahead'];
}
