/**
 * Puts the running parts together: runner, HTTP, live channel, relay, sweeps. main.ts starts one; tests start one per
 * world. Invariant: it stops in the order in which nothing is cut off half-way.
 */
import type { AddressInfo } from 'node:net';
import { assemble } from './command.ts';
import type { Runner } from './command.ts';
import type { Deps, Signals } from './deps.ts';
import type { MakeFeature } from './feature.ts';
import { makeHealth } from './health.ts';
import { makeHttp } from './http.ts';
import { Live } from './live.ts';
import type { Clock } from './ports.ts';
import { Relay } from './relay.ts';
import { retention } from './retention.ts';
import type { ResolveSession } from './session.ts';
import { startSweeps } from './sweeps.ts';
import type { Sweeper } from './sweeps.ts';

export interface ServerParts {
  readonly deps: Omit<Deps, 'signals'>;
  readonly features: readonly MakeFeature[];
  readonly resolveSession: (deps: Deps) => ResolveSession;
  /** Folder of the built client. */
  readonly webFolder: string;
  /** Paces relay and sockets; the system's clock. Tests have another one for the games. */
  readonly pace: Clock;
  /** Whether the features' sweeps run by themselves. Tests run them by hand. */
  readonly sweeping: boolean;
}

export interface RunningServer {
  readonly url: string;
  readonly runner: Runner;
  readonly deps: Deps;
  readonly live: Live;
  /** Requests end, sockets close, sweeps stop. The database is the caller's. */
  stop(): Promise<void>;
}

export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { pace, webFolder } = parts;
  const { signals, send } = lateSignals();
  const deps: Deps = { ...parts.deps, signals };
  const resolveSession = parts.resolveSession(deps);
  let wake = () => undefined as void;
  const { runner, features } = assemble(deps, [retention, ...parts.features], () => wake());
  let sweeper: Sweeper | null = null;
  const health = makeHealth({
    deps,
    pace,
    relayPolledAt: () => relay.lastPollAt,
    sweeps: () => sweeper?.health() ?? {},
    features,
  });
  const http = await makeHttp({ deps, runner, features, resolveSession, health, webFolder });
  const live: Live = new Live(http.server, {
    deps,
    clock: pace,
    resolveSession,
    head: (topic, playerId) => relay.head(topic, playerId),
    onGone: (playerId) => relay.forget(playerId),
  });
  const presenters = features.flatMap((f) => f.presenters ?? []);
  const relay = new Relay({ ...deps, clock: pace, presenters, publish: live.publish, busy: () => live.busy });
  send(live.signals);
  wake = () => relay.wake();
  await relay.start();
  for (const feature of features) await feature.start?.();
  const stopping = new AbortController();
  const loops = [relay.run(stopping.signal), live.run(stopping.signal)];
  await http.listen({ port: deps.config.port, host: deps.config.host });
  const sweeps = parts.sweeping ? features.flatMap((f) => f.sweeps ?? []) : [];
  sweeper = startSweeps({ clock: deps.clock, log: deps.log, sweeps, onWork: wake });
  return {
    ...{ runner, deps, live },
    url: urlOf(http.server.address() as AddressInfo),
    stop: async () => {
      const swept = sweeper?.stop();
      await live.close();
      await http.close();
      await swept;
      stopping.abort(new Error('the server stops'));
      await Promise.all(loops);
    },
  };
}

function urlOf({ address, port, family }: AddressInfo): string {
  const anywhere = address === '0.0.0.0' || address === '::';
  const host = anywhere ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

/** Signals exist before the sockets do: features are made first. Until then nobody is there to hear them. */
function lateSignals(): { signals: Signals; send: (target: Signals) => void } {
  let target: Signals | null = null;
  const signals: Signals = {
    userUpdated: (playerId) => target?.userUpdated(playerId),
    notify: (playerId, header, text) => target?.notify(playerId, header, text),
    disconnect: (match) => target?.disconnect(match),
  };
  return { signals, send: (to) => (target = to) };
}
