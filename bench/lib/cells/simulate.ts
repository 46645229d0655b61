/**
 * Simulates cells: each a whole Fairpot with its own database, nodes and watchers (docs/scale.md). Stakes arrive at random, are handled by one thread
 * of a node and then by a core of the database; a committed stake becomes a fact, waits for the node's next frame, and is written to each watcher.
 * Cells share nothing, so each is simulated by itself, from its own seed.
 *
 * A plan may end a node (its watchers connect again at the other nodes) and take away a database (its stakes are refused until it is back; what was
 * accepted stays).
 */
import { randomOf, type Random } from '../economy/random.ts';
import { Queue } from './queue.ts';

/** Measured by the benches on two cores; ms of processor time. */
export interface ServiceTimes {
  readonly stakeServerMs: number;
  readonly stakeDatabaseMs: number;
  /** Writing one frame to one socket. */
  readonly frameMs: number;
  /** Reading a batch of facts and building their bodies, at each node. */
  readonly factsMs: number;
  /** Accepting a socket and its subscriptions. */
  readonly connectMs: number;
  /** Waiting for the disk of a commit. */
  readonly commitMs: number;
}

export interface CellPlan {
  readonly stakesPerSecond: number;
  readonly watchers: number;
  readonly nodes: number;
  readonly databaseCores: number;
  readonly seconds: number;
  /** When a node ends, in ms. */
  readonly nodeEndsAt?: number;
  /** From when until when the database is away, in ms. */
  readonly databaseAway?: readonly [from: number, until: number];
}

export interface CellResult {
  readonly accepted: number;
  readonly refused: number;
  /** From the request to the answer, in ms. */
  readonly stakeMs: readonly number[];
  /** From the commit to the last watcher's frame, in ms. */
  readonly factMs: readonly number[];
  /** Share of the time in which the busiest node's thread, or a core of the database, works. */
  readonly nodeBusy: number;
  readonly databaseBusy: number;
}

/** The server gathers facts of large rooms (platform/live/broadcast.ts). */
export const FRAME_EVERY_MS = 100;
/** Clients spread their reconnects over this time. */
const RECONNECT_OVER_MS = 10_000;
/** A call that waits longer is refused; it keeps its key, so a retry is safe. */
const REFUSED_AFTER_MS = 5_000;
/** Spread of a service time: some stakes have more items. */
const SPREAD = 0.5;

interface NodeState {
  readonly thread: Queue;
  watchers: number;
  endsAt: number;
  /** Commits that wait for the next frame. */
  commits: number[];
  reconnects: number;
}

export function simulateCell(plan: CellPlan, times: ServiceTimes, seed: number): CellResult {
  const random = randomOf(seed);
  const database = new Queue(plan.databaseCores);
  const nodes = Array.from({ length: plan.nodes }, (): NodeState => {
    return { thread: new Queue(1), watchers: plan.watchers / plan.nodes, endsAt: Infinity, commits: [], reconnects: 0 };
  });
  const [first] = nodes;
  if (first !== undefined && plan.nodeEndsAt !== undefined) first.endsAt = plan.nodeEndsAt;
  const [awayFrom, awayUntil] = plan.databaseAway ?? [Infinity, Infinity];
  const stakeMs: number[] = [];
  const factMs: number[] = [];
  /** When each stake was committed, in order of time, for the next frames. */
  const commits: number[] = [];
  let refused = 0;
  const endMs = 1_000 * plan.seconds;
  let nextStake = exponential(random, plan.stakesPerSecond);
  for (let frameAt = FRAME_EVERY_MS; frameAt <= endMs; frameAt += FRAME_EVERY_MS) {
    const living = nodes.filter(({ endsAt }) => frameAt < endsAt);
    for (; nextStake < frameAt; nextStake += exponential(random, plan.stakesPerSecond)) {
      const node = living[Math.floor(random.next() * living.length)];
      if (node === undefined || (nextStake >= awayFrom && nextStake < awayUntil)) {
        refused += 1;
        continue;
      }
      const handled = node.thread.serve(nextStake, around(random, times.stakeServerMs));
      const written = database.serve(handled, around(random, times.stakeDatabaseMs)) + times.commitMs;
      if (written - nextStake > REFUSED_AFTER_MS) refused += 1;
      else {
        stakeMs.push(written - nextStake);
        commits.push(written);
      }
    }
    reconnectSome(nodes, living, frameAt, times);
    sendFrames(living, commits, frameAt, times, factMs);
  }
  const busiest = Math.max(...nodes.map(({ thread }) => thread.busyMs)) / endMs;
  return {
    accepted: stakeMs.length,
    refused,
    stakeMs,
    factMs,
    nodeBusy: busiest,
    databaseBusy: database.busyMs / endMs / plan.databaseCores,
  };
}

/** The watchers of an ended node connect at the living ones, some in each tenth of a second. */
function reconnectSome(
  nodes: readonly NodeState[],
  living: readonly NodeState[],
  at: number,
  times: ServiceTimes,
): void {
  for (const node of nodes) {
    if (at < node.endsAt || living.length === 0) continue;
    const all = node.watchers + node.reconnects;
    const some = Math.min(node.watchers, (all * FRAME_EVERY_MS) / RECONNECT_OVER_MS);
    node.watchers -= some;
    node.reconnects += some;
    for (const other of living) {
      other.thread.serve(at, (times.connectMs * some) / living.length);
      other.watchers += some / living.length;
    }
  }
}

/** Each node sends what was committed since the last frame, to all of its watchers. */
function sendFrames(
  living: readonly NodeState[],
  commits: number[],
  at: number,
  times: ServiceTimes,
  factMs: number[],
): void {
  commits.sort((a, b) => a - b);
  const later = commits.findIndex((commit) => commit > at);
  const due = commits.splice(0, later < 0 ? commits.length : later);
  if (due.length === 0) return;
  for (const node of living) {
    const sent = node.thread.serve(at, times.factsMs + node.watchers * times.frameMs);
    for (const commit of due) factMs.push(sent - commit);
  }
}

/** Time to the next of events that come at this rate, in ms. */
function exponential(random: Random, perSecond: number): number {
  return (-1_000 * Math.log(1 - random.next())) / perSecond;
}

/** A positive time around its mean (log-normal). */
function around(random: Random, meanMs: number): number {
  return meanMs * Math.exp(SPREAD * random.normal() - (SPREAD * SPREAD) / 2);
}
