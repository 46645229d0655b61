/** Faults of the nodes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Viewers } from '../bench/lib/viewers.ts';
import { pause } from '../scripts/cluster/cluster.ts';
import { LOOPBACK } from '../scripts/cluster/plan.ts';
import { untilReady } from '../scripts/processes.ts';
import { AWAY_MS, LOOK_EVERY_MS, RETURNS_WITHIN_MS, type Drill } from './drill.ts';

const VIEWERS = 300;
const HUNG_MS = 8_000;

export const nodeKilled: Drill = {
  name: 'a node killed (kill -9)',
  maxGapMs: AWAY_MS / 2,
  strike: async (scene) => {
    const node = scene.cluster.node('node1');
    await node.kill();
    await scene.untilStaked(5, RETURNS_WITHIN_MS);
    await untilReady(scene.cluster.nodeOrigin('node1'), RETURNS_WITHIN_MS, () => null);
    return {};
  },
};

export const nodeHung: Drill = {
  name: `a node hung for ${HUNG_MS / 1_000} s (SIGSTOP)`,
  maxGapMs: AWAY_MS,
  strike: async (scene) => {
    const node = scene.cluster.node('node1');
    node.signal('SIGSTOP');
    await pause(HUNG_MS);
    node.signal('SIGCONT');
    await untilReady(scene.cluster.nodeOrigin('node1'), RETURNS_WITHIN_MS, () => null);
    return {};
  },
};

export const termUnderSockets: Drill = {
  name: `SIGTERM to a node under ${VIEWERS} sockets that reconnect`,
  maxGapMs: AWAY_MS / 6,
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
