/**
 * `npm run drills [-- WORD ...]`: starts a cluster from nothing, lets thirty clients play, and strikes with each drill, or with those whose name has
 * one of the words; a word given twice runs them twice. Prints for each: failed stakes, acknowledged stakes that are lost or doubled, the longest time
 * without one. Exit 1 if any drill has a finding. The seed of the clients is printed; FAIRPOT_SEED repeats it.
 */
import { randomInt } from 'node:crypto';
import { Cluster } from '../scripts/cluster/cluster.ts';
import { planIn, type Tools } from '../scripts/cluster/plan.ts';
import { daemonAccount } from '../scripts/cluster/tools.mjs';
import { gapOf } from './account.ts';
import { brokenRules, logFindings, logKey, publishedHead, stakeAccount } from './checks.ts';
import { mountSmallDisk, unmountDisk } from './disk.ts';
import { cutOff, diskFull, etcdAway, primaryKilled, primaryPaused, standbyKilled } from './database-drills.ts';
import { lostSegment } from './lost-segment-drill.ts';
import { RETURNS_WITHIN_MS, type Drill } from './drill.ts';
import { nodeHung, nodeKilled, termUnderSockets } from './node-drills.ts';
import { promotedBehind, restored } from './restore-drills.ts';
import { standbyDelayed } from './standby-drill.ts';
import { clockJumps } from './clock-drill.ts';
import { certificateExpired, noUpgrade } from './proxy-drills.ts';
import { upgraded } from './upgrade-drill.ts';
import { Scene } from './scene.ts';

/** Beside a cluster of `npm run cluster`. */
const FIRST_PORT = 4_500;
const CALM_STAKES = 20;
const AFTERWARDS_STAKES = 10;
const SECOND_MS = 1_000;

const DRILLS = [
  primaryKilled,
  standbyKilled,
  primaryPaused,
  cutOff,
  diskFull,
  etcdAway,
  nodeKilled,
  nodeHung,
  termUnderSockets,
  upgraded,
  clockJumps,
  certificateExpired,
  noUpgrade,
  standbyDelayed,
  restored,
  lostSegment,
  promotedBehind,
];

const say = (text: string) => process.stdout.write(`${text}\n`);
const [folder = '', ...words] = process.argv.slice(2);
const seed = Number(process.env['FAIRPOT_SEED'] ?? randomInt(2 ** 31));
let findings = 0;

async function main(): Promise<void> {
  const began = Date.now();
  const tools = JSON.parse(process.env['FAIRPOT_CLUSTER_TOOLS'] ?? '{}') as Tools;
  const firstPort = Number(process.env['FAIRPOT_CLUSTER_PORT'] ?? FIRST_PORT);
  const plan = planIn(folder, { tools, account: daemonAccount(), firstPort });
  const mounted: string[] = [];
  const cluster = new Cluster(plan, {
    ethereum: false,
    botCopies: 0,
    say,
    nodeEnv: { FAIRPOT_RATE_LIMITS: 'off', FAIRPOT_BOTS_JOIN_PLAYERS: 'off' },
    prepareDisk: (disk) => {
      if (mountSmallDisk(disk)) mounted.push(disk);
    },
  });
  const stopOnce = async () => {
    await cluster.stop();
    for (const disk of mounted) unmountDisk(disk);
  };
  let stopping: Promise<void> | null = null;
  const stop = () => (stopping ??= stopOnce());
  // A terminal and the launcher may both send it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void stop().finally(() => process.exit(1)));
  try {
    await cluster.start();
    say(`The cluster is ready after ${seconds(began)}. Thirty clients sign up; FAIRPOT_SEED=${seed}`);
    const scene = new Scene(cluster, seed);
    await scene.signUp();
    const timesOf = ({ name }: Drill) => (words.length === 0 ? 1 : words.filter((word) => name.includes(word)).length);
    const chosen = DRILLS.flatMap((drill) => Array.from({ length: timesOf(drill) }, () => drill));
    for (const [i, drill] of chosen.entries()) {
      const next = chosen.slice(i).find(({ sparesDatabase }) => sparesDatabase !== true);
      await next?.prepare?.(scene);
      await run(drill, scene);
    }
    await scene.db.close();
  } finally {
    await stop();
  }
  say(`\n${findings === 0 ? 'Every drill held' : `${findings} findings`}, in ${seconds(began)}.`);
  if (findings > 0) say(`Logs: ${cluster.logs}`);
}

async function run(drill: Drill, scene: Scene): Promise<void> {
  const skipped = drill.skipped?.(scene) ?? null;
  if (skipped !== null) {
    say(`\n${drill.name}: skipped, ${skipped}`);
    return;
  }
  const key = await logKey(scene);
  scene.failed.length = 0;
  scene.play();
  const acknowledged = scene.crowd.acknowledged.length;
  await scene.untilStaked(CALM_STAKES, RETURNS_WITHIN_MS);
  const before = await publishedHead(scene, key);
  const from = Date.now();
  const report = await drill.strike(scene).catch((error: unknown) => ({ findings: [String(error)], note: '' }));
  if (drill.isLast === true) {
    say(`\n${drill.name}${report.note ? `: ${report.note}` : ''}`);
    add(report.findings ?? []);
    return;
  }
  await scene.untilStaked(AFTERWARDS_STAKES, RETURNS_WITHIN_MS).catch((error: unknown) => add([String(error)]));
  const to = Date.now();
  await scene.rest();
  const gap = gapOf(scene.crowd.answeredAt, from, to);
  const { lost, doubled } = await stakeAccount(scene);
  const stakes = scene.crowd.acknowledged.length - acknowledged;
  say(`\n${drill.name}${report.note ? `: ${report.note}` : ''}`);
  say(
    `  ${stakes} stakes acknowledged, ${scene.failed.length} failed, ${lost.length} lost, ${doubled.length} doubled, ` +
      `gap ${gap} ms, ${seconds(from)}`,
  );
  add([
    ...(report.findings ?? []),
    ...scene.failed.map((each) => `failed: ${each}`),
    ...lost.map((each) => `lost: ${each}`),
    ...doubled.map((each) => `doubled: ${each}`),
    ...(gap > drill.maxGapMs ? [`the gap is longer than ${drill.maxGapMs} ms`] : []),
    ...(await logFindings(scene, key, before)),
    ...(await brokenRules(scene)),
  ]);
  await scene.crowd.cancelWaiting();
  await scene.crowd.supplyAll();
}

function add(lines: readonly string[]): void {
  findings += lines.length;
  for (const line of lines.slice(0, 10)) say(`  FINDING ${line}`);
}

function seconds(since: number): string {
  return `${((Date.now() - since) / SECOND_MS).toFixed(0)} s`;
}

main().then(
  () => process.exit(findings > 0 ? 1 : 0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
