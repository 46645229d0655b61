/** A fault on a cluster under play, and what each drill waits for. */
import type { DatabaseServer } from '../scripts/cluster/database-server.ts';
import { pause } from '../scripts/cluster/cluster.ts';
import type { Scene } from './scene.ts';

export interface Drill {
  readonly name: string;
  /** The longest time without an acknowledged stake that passes, in ms. */
  readonly maxGapMs: number;
  /** Called before it strikes, and already before each of the drills before it that spare the database servers: for what takes time to build up. */
  readonly prepare?: (scene: Scene) => Promise<void>;
  readonly sparesDatabase?: boolean;
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

/** The site answers again within this time. */
export const AWAY_MS = 30_000;
export const RETURNS_WITHIN_MS = 60_000;
export const LOOK_EVERY_MS = 100;

/** Waits until another server than this one is primary. */
export async function untilPromoted(scene: Scene, primary: DatabaseServer): Promise<void> {
  const until = Date.now() + RETURNS_WITHIN_MS;
  for (;;) {
    for (const server of scene.cluster.servers.values())
      if (server !== primary && (await server.role()) === 'primary') return;
    if (Date.now() > until) throw new Error('no other server became primary');
    await pause(LOOK_EVERY_MS);
  }
}
