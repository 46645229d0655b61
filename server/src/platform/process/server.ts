/**
 * Assembles the running parts: runner, HTTP, live channel, relay, sweeps. main.ts starts one; tests start one per world. Invariant: they stop in an
 * order that cuts nothing off half-way.
 */
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { assemble, type OnCommit } from '../runner/command.ts';
import type { Runner } from '../runner/command.ts';
import type { Deps, Signals } from './deps.ts';
import { Drain } from './drain.ts';
import type { OperatorMustAct } from './exit.ts';
import type { MakeFeature } from '../runner/feature.ts';
import { readClientBuild } from '../http/client-build.ts';
import { makeHealth } from '../http/health.ts';
import { makeHttp } from '../http/http.ts';
import type { HttpLimits } from '../http/http.ts';
import { Live } from '../live/live.ts';
import { Nodes } from '../live/nodes.ts';
import { measuredRunner } from '../metrics/call-metrics.ts';
import { openMetricsPort, type MetricsAddress } from '../metrics/metrics-port.ts';
import { makeServerMetrics, type ServerMetricsParts } from '../metrics/server-metrics.ts';
import type { PoolCounts } from '../database/db.ts';
import { Reads, type Replica } from '../database/reads.ts';
import { peopleOf } from '../live/presence.ts';
import type { Clock } from './ports.ts';
import { Relay } from '../live/relay.ts';
import { retention } from '../runner/retention.ts';
import type { ResolveKey, ResolveSession } from '../http/session.ts';
import { SharedSignals } from '../live/signals.ts';
import { startSweeps } from '../runner/sweeps.ts';
import { WakeCalls } from '../live/wake-calls.ts';
import type { Sweeper } from '../runner/sweeps.ts';

export interface ServerParts {
  readonly deps: Omit<Deps, 'signals' | 'client' | 'reads'>;
  /** A server that follows the primary, from which queries may read; none by default. */
  readonly replica?: Replica | null | undefined;
  readonly features: readonly MakeFeature[];
  readonly resolveSession: (deps: Deps) => ResolveSession;
  /** Without it every API key is unknown. */
  readonly resolveKey?: ((deps: Deps) => ResolveKey) | undefined;
  /** Folder of the built client. */
  readonly webFolder: string;
  /** Paces relay and sockets; the system's clock. Tests use another clock for the games. */
  readonly pace: Clock;
  /** URL of the database for the connection that listens to other nodes; without one, this node polls at its usual pace. */
  readonly wakeUrl?: string | undefined;
  /** Whether the features' sweeps run by themselves. Tests run them by hand. */
  readonly sweeping: boolean;
  /** The pools whose connections metrics show, by name. */
  readonly pools?: Readonly<Record<string, { readonly counts: PoolCounts }>> | undefined;
  /** Overrides the default time limits for receiving a request. */
  readonly limits?: HttpLimits | undefined;
  /** How long requests under way may take once the server stops, in ms; then they are cut off. 6 s by default. */
  readonly stopWithinMs?: number | undefined;
  /** Called when the running server must not go on until the operator acts. main.ts ends the process. */
  readonly onMustStop?: (error: OperatorMustAct) => void;
}

/**
 * Connections that the system accepts while this process is busy. A node has thousands of sockets, and their pages come back within a second; beyond
 * the queue the system drops a connection, and its client tries again only after 1, 3, 7 and 15 seconds. Linux caps it at net.core.somaxconn (4,096).
 */
const ACCEPT_QUEUE = 4_096;
const STOP_WITHIN_MS = 6_000;

export interface RunningServer {
  readonly url: string;
  /** The operator's port; null where it is off. */
  readonly metricsUrl: string | null;
  readonly runner: Runner;
  readonly deps: Deps;
  readonly live: Live;
  /**
   * Stops the server: no new sockets, `/api/ready` answers 503, sockets close, requests under way end or are cut off at the deadline, sweeps stop. A
   * second call waits for the same stop. The caller closes the database.
   */
  stop(): Promise<void>;
}

const NODE_ID_BYTES = 12;

export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { pace, webFolder, limits } = parts;
  const drain = new Drain({ pace, log: parts.deps.log });
  const draining = () => drain.begun;
  const { signals, send } = lateSignals();
  const node = Buffer.from(parts.deps.random.bytes(NODE_ID_BYTES)).toString('hex');
  const reads = new Reads(parts.replica ? { ...parts.replica, node, log: parts.deps.log } : null);
  const deps: Deps = { ...parts.deps, reads, signals, client: await readClientBuild(webFolder) };
  const resolveSession = parts.resolveSession(deps);
  const resolveKey = parts.resolveKey?.(deps) ?? (() => Promise.resolve(null));
  let wake: OnCommit = () => undefined;
  const { runner, features } = assemble(deps, [retention, ...parts.features], (byPeople) => wake(byPeople));
  const registry = deps.config.metrics === null ? null : new Registry();
  const calls = registry === null ? runner : measuredRunner(runner, registry);
  let sweeper: Sweeper | null = null;
  const health = makeHealth({
    deps,
    pace,
    relayPolledAt: () => relay.lastPollAt,
    holder: () => relay.holder,
    sweeps: () => sweeper?.health() ?? {},
    draining,
    features,
  });
  const http = await makeHttp({
    deps,
    runner: calls,
    features,
    resolveSession,
    resolveKey,
    health,
    webFolder,
    draining,
    limits,
    seq: () => relay.seq,
  });
  drain.watch(http.server);
  const live: Live = new Live(http.server, {
    deps,
    clock: pace,
    resolveSession,
    resolveKey,
    nodes: new Nodes(deps.db, node, (beat, beganAt) => reads.heartbeat(beat, beganAt)),
    head: (topic, playerId) => relay.head(topic, playerId),
    onGone: (playerId) => relay.forget(playerId),
  });
  const presenters = features.flatMap((f) => f.presenters ?? []);
  const shared = new SharedSignals({ ...deps, pace, node, here: live.signals, onWritten: () => wakes.call() });
  const relay = new Relay({
    ...deps,
    clock: pace,
    presenters,
    publish: live.publish,
    busy: () => live.busy,
    signal: (body) => shared.receive(body),
    hears: () => wakes.hears,
  });
  const onCall = () => {
    relay.wake();
    sweeper?.look();
  };
  const wakes = new WakeCalls({ ...deps, url: parts.wakeUrl ?? null, node, clock: pace, onCall });
  const announce = () => {
    relay.wake();
    wakes.call();
  };
  send(shared);
  wake = (byPeople) => {
    announce();
    if (byPeople) sweeper?.wake();
    else sweeper?.look();
  };
  await relay.start();
  for (const feature of features) await feature.start?.();
  const metrics = await openMetrics(registry, deps.config.metrics, {
    ...deps,
    pace,
    features,
    draining,
    sweeps: () => sweeper?.health() ?? {},
    relayPolledAt: () => relay.lastPollAt,
    holder: () => relay.holder,
    sockets: () => live.presence.everyone().length,
    people: () => peopleOf(live.presence.online()),
    pools: parts.pools ?? {},
    reads,
  });
  const stopping = new AbortController();
  const loops = [relay.run(stopping.signal), live.run(stopping.signal), wakes.run(stopping.signal)];
  await http.listen({ port: deps.config.port, host: deps.config.host, backlog: ACCEPT_QUEUE });
  const sweeps = parts.sweeping ? features.flatMap((f) => f.sweeps ?? []) : [];
  sweeper = startSweeps({
    db: deps.db,
    clock: deps.clock,
    log: deps.log,
    sweeps,
    attended: () => live.busy,
    hears: () => wakes.hears,
    onWork: announce,
    onMustStop: parts.onMustStop ?? (() => undefined),
  });
  const stop = async () => {
    // Must come first: a client whose socket closes reconnects within milliseconds.
    drain.begin();
    const swept = sweeper?.stop();
    await live.close();
    await pace.sleep(deps.config.drainNoticeMs);
    await drain.end(() => http.close(), parts.stopWithinMs ?? STOP_WITHIN_MS);
    await swept;
    await shared.written();
    stopping.abort(new Error('server stopping'));
    await Promise.all([...loops, wakes.called()]);
    await metrics?.close();
  };
  let stopped: Promise<void> | null = null;
  return {
    runner,
    deps,
    live,
    metricsUrl: metrics?.url ?? null,
    url: urlOf(http.server.address() as AddressInfo),
    stop: () => (stopped ??= stop()),
  };
}

/** The operator's port, if this node has one. */
function openMetrics(registry: Registry | null, address: MetricsAddress | null, parts: ServerMetricsParts) {
  if (registry === null || address === null) return null;
  const { draining } = parts;
  const collect = makeServerMetrics(registry, parts);
  return openMetricsPort({ address, collect, health: () => ({ ok: true, draining: draining() }) });
}

function urlOf({ address, port, family }: AddressInfo): string {
  const anywhere = address === '0.0.0.0' || address === '::';
  const host = anywhere ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

/** Signals exist before the sockets: features are created first. Until then there are no listeners. */
function lateSignals(): { signals: Signals; send: (target: Signals) => void } {
  let target: Signals | null = null;
  const signals: Signals = {
    userUpdated: (playerId) => target?.userUpdated(playerId),
    disconnect: (match) => target?.disconnect(match),
  };
  return { signals, send: (to) => (target = to) };
}
