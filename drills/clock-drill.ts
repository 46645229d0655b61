/** The clock of one node jumps: its process reads the time through libfaketime, from a file that the drill writes. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause, type Cluster } from '../scripts/cluster/cluster.ts';
import { untilReady } from '../scripts/processes.ts';
import { untilAlert } from './alerts.ts';
import { AWAY_MS, LOOK_EVERY_MS, RETURNS_WITHIN_MS, type Drill } from './drill.ts';
import type { Scene } from './scene.ts';

const JUMP_S = 600;
const NODE = 'node2';
const LIBRARIES = '/usr/lib';

export const clockJumps: Drill = {
  name: `the clock of a node jumps ${JUMP_S / 60} minutes ahead, then behind`,
  sparesDatabase: true,
  maxGapMs: AWAY_MS / 2,
  skipped: () => (fakeTime() === null ? 'libfaketime is not installed' : null),
  strike: async (scene) => {
    const { cluster } = scene;
    const file = join(cluster.plan.folder, 'clock');
    const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`);
    set(0);
    await restart(cluster, {
      LD_PRELOAD: fakeTime() ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // Timers go on as they are: only the calendar jumps.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    const findings: string[] = [];
    const refused = () => scene.crowd.disturbed.refused.get('ERR_BEACON_UNKNOWN') ?? 0;
    const before = refused();
    for (const seconds of [JUMP_S, -JUMP_S]) {
      set(seconds);
      findings.push(...(await untilClockSays(cluster, seconds > 0 ? 'ahead of' : 'behind')));
      findings.push(...(await untilAlert(cluster, 'ClockOff')));
      await scene.untilStaked(20, RETURNS_WITHIN_MS);
    }
    const count = refused() - before;
    set(0);
    await restart(cluster, {});
    return { findings, note: `${count} last stakes refused with ERR_BEACON_UNKNOWN; alert ClockOff` };
  },
};

async function restart(cluster: Cluster, env: Readonly<Record<string, string>>): Promise<void> {
  const node = cluster.node(NODE);
  await node.stop();
  node.change({ env: { ...cluster.nodeEnv(NODE), ...env } });
  node.start();
  await untilReady(cluster.nodeOrigin(NODE), RETURNS_WITHIN_MS, () => null);
}

/** Waits until the node says in /api/ready that its clock is wrong, and in which direction. */
async function untilClockSays(cluster: Scene['cluster'], direction: string): Promise<string[]> {
  const until = Date.now() + RETURNS_WITHIN_MS;
  while (Date.now() < until) {
    const answer = await fetch(`${cluster.nodeOrigin(NODE)}/api/ready`).catch(() => null);
    const { clock } = ((await answer?.json()) ?? { clock: null }) as { clock: string | null };
    if (clock?.includes(direction) === true) return [];
    await pause(LOOK_EVERY_MS);
  }
  return [`${NODE} does not say that its clock is ${direction} the beacon`];
}

function fakeTime(): string | null {
  const libraries = readdirSync(LIBRARIES).filter((name) => name.endsWith('-linux-gnu'));
  for (const name of libraries) {
    const folder = join(LIBRARIES, name, 'faketime');
    try {
      const [found] = readdirSync(folder).filter((file) => file === 'libfaketime.so.1');
      if (found !== undefined) return join(folder, found);
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
