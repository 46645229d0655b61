/** A standby that has applied nothing for a minute. It has received and flushed all of it, so a failover to it loses nothing. */
import { sql } from '../server/src/platform/database/sql.ts';
import { pause, withDatabase } from '../scripts/cluster/cluster.ts';
import type { DatabaseServer } from '../scripts/cluster/database-server.ts';
import { superuserUrl } from '../scripts/cluster/plan.ts';
import { AWAY_MS, LOOK_EVERY_MS, RETURNS_WITHIN_MS, untilPromoted, type Drill } from './drill.ts';
import type { Scene } from './scene.ts';

const BEHIND_S = 60;
const BEHIND_WITHIN_MS = 2 * BEHIND_S * 1_000;

export const standbyDelayed: Drill = {
  name: `primary killed while the standby is ${BEHIND_S} s behind in applying the log`,
  maxGapMs: AWAY_MS,
  prepare: async (scene) => {
    const { standby } = await scene.cluster.pair();
    standby.pauseReplay();
  },
  strike: async (scene) => {
    const { primary, standby } = await scene.cluster.pair();
    const behind = await untilBehind(scene, standby);
    await primary.kill();
    standby.wake();
    await untilPromoted(scene, primary);
    await scene.untilStaked(5, RETURNS_WITHIN_MS);
    primary.patroni.start();
    await scene.cluster.pair();
    return { note: `${Math.round(behind)} s behind; Patroni promotes it after it has applied the rest` };
  },
};

async function untilBehind(scene: Scene, standby: DatabaseServer): Promise<number> {
  const until = Date.now() + BEHIND_WITHIN_MS;
  for (;;) {
    const { behind } = await onServer(scene, standby, (db) =>
      db.one<{ behind: number }>(
        sql`select coalesce(extract(epoch from
          clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 as behind`,
      ),
    );
    if (behind >= BEHIND_S) return behind;
    if (Date.now() > until) throw new Error(`the standby is only ${behind} s behind`);
    await pause(LOOK_EVERY_MS);
  }
}

function onServer<T>({ cluster }: Scene, server: DatabaseServer, use: Parameters<typeof withDatabase<T>>[1]) {
  return withDatabase(superuserUrl(cluster.plan, server.name), use);
}
