/** A segment of the archived log is gone. A restore to a moment after it must end with an error instead of opening an older database. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from '../server/src/platform/database/sql.ts';
import type { Cluster } from '../scripts/cluster/cluster.ts';
import { archived, ensureBackup, restoreTo } from './backup.ts';
import { AWAY_MS, RETURNS_WITHIN_MS, type Drill } from './drill.ts';

const SAID = 'recovery ended before configured recovery target was reached';

export const lostSegment: Drill = {
  name: 'a segment of the archived log lost, then a restore to a moment after it',
  maxGapMs: AWAY_MS,
  strike: async (scene) => {
    const { cluster } = scene;
    await ensureBackup(cluster);
    await scene.untilStaked(5, RETURNS_WITHIN_MS);
    const lost = await archived(cluster);
    await scene.untilStaked(5, RETURNS_WITHIN_MS);
    const { at } = await cluster.asSuperuser((db) => db.one<{ at: string }>(sql`select clock_timestamp()::text as at`));
    await scene.untilStaked(5, RETURNS_WITHIN_MS);
    await archived(cluster);
    const findings = removeSegment(cluster, lost) === 1 ? [] : [`the archive has no segment ${lost}`];
    const began = Date.now();
    const opened = await restoreTo(cluster, at).catch(() => null);
    if (opened !== null) {
      await opened.stop();
      findings.push('the restored server opened without the segment');
    }
    const log = readFileSync(join(cluster.logs, 'restored.log'), 'utf8');
    if (!log.includes(SAID)) findings.push(`the restored server did not say "${SAID}"`);
    return { findings, note: `the restore ends after ${Date.now() - began} ms: ${SAID}` };
  },
};

/** The number of files removed. */
function removeSegment({ plan }: Cluster, segment: string): number {
  const archive = join(plan.folder, 'backups/archive');
  const files = readdirSync(archive, { recursive: true, encoding: 'utf8' });
  const found = files.filter((file) => file.split('/').at(-1)?.startsWith(`${segment}-`));
  for (const file of found) rmSync(join(archive, file));
  return found.length;
}
