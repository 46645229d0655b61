/**
 * The metrics of a server process besides its calls: sweeps, relay, sockets, connections to the database, and what features report about the site.
 * All are read when Prometheus asks. Node's own (memory, event loop lag, garbage collection) come from prom-client.
 */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { PoolCounts } from '../database/db.ts';
import type { Reads } from '../database/reads.ts';
import type { HorizonHolder } from '../live/horizon.ts';
import type { Clock, Log } from '../process/ports.ts';
import type { Feature, FeatureGauge } from '../runner/feature.ts';
import type { SweepHealth } from '../runner/sweeps.ts';

export interface ServerMetricsParts {
  readonly log: Log;
  /** Real time. */
  readonly pace: Pick<Clock, 'now'>;
  /** The clock of the sweeps. */
  readonly clock: Pick<Clock, 'now'>;
  readonly features: readonly Pick<Feature, 'name' | 'gauges'>[];
  readonly sweeps: () => Readonly<Record<string, SweepHealth>>;
  readonly relayPolledAt: () => number | null;
  readonly holder: () => HorizonHolder | null;
  readonly sockets: () => number;
  readonly people: () => number;
  readonly pools: Readonly<Record<string, { readonly counts: PoolCounts }>>;
  readonly draining: () => boolean;
  readonly reads: Pick<Reads, 'counts' | 'replica'>;
}

const MS_PER_SECOND = 1_000;

/** Adds Node's metrics to the registry, which has those of the calls. Returns what collects all of it as text. */
export function makeServerMetrics(registry: Registry, parts: ServerMetricsParts): () => Promise<string> {
  collectDefaultMetrics({ register: registry });
  return async () => {
    // Anew each time: what is no longer reported must not keep its last value.
    const now = new Registry();
    for (const reading of [...ownGauges(parts), ...(await featureGauges(parts))]) set(now, reading);
    return `${await registry.metrics()}\n${await now.metrics()}`;
  };
}

function set(registry: Registry, { name, help, labels = {}, value }: FeatureGauge): void {
  const known = registry.getSingleMetric(name);
  const gauge = known ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] });
  (gauge as Gauge).set({ ...labels }, value);
}

function ownGauges(parts: ServerMetricsParts): FeatureGauge[] {
  const relayAt = parts.relayPolledAt();
  const one = (name: string, help: string, value: number): FeatureGauge => ({ name, help, value });
  return [
    ...(relayAt === null
      ? []
      : [one('fairpot_relay_age_seconds', 'Since the relay last read facts', secondsSince(parts.pace, relayAt))]),
    one(
      'fairpot_open_transaction_seconds',
      'Age of the transaction that blocks the live channel; 0: none',
      (parts.holder()?.ageMs ?? 0) / MS_PER_SECOND,
    ),
    one('fairpot_sockets', 'Open sockets of this node', parts.sockets()),
    one('fairpot_people_online', 'People online at this node', parts.people()),
    one('fairpot_draining', '1: this node is stopping', parts.draining() ? 1 : 0),
    ...Object.entries(parts.pools).flatMap(([pool, { counts }]) =>
      Object.entries(counts).map(([state, value]) => ({
        name: 'fairpot_database_connections',
        help: 'Connections of a pool: open, idle; waiting: requests for one',
        labels: { pool, state },
        value: Number(value),
      })),
    ),
    ...readGauges(parts.reads),
    ...Object.entries(parts.sweeps()).flatMap(([sweep, health]) => sweepGauges(sweep, health, parts.clock)),
  ];
}

function readGauges({ counts, replica }: ServerMetricsParts['reads']): FeatureGauge[] {
  const help = 'Queries by where they were answered; repeated: of those of the primary, how many failed on the replica';
  const all: FeatureGauge[] = Object.entries(counts).map(([from, value]) => ({
    name: 'fairpot_reads_total',
    help,
    labels: { from },
    value,
  }));
  if (replica === null) return all;
  const { usable, lagMs } = replica;
  all.push({ name: 'fairpot_replica_used', help: '1: queries read from the replica', value: usable ? 1 : 0 });
  const lag = { name: 'fairpot_replica_lag_seconds', help: 'Age of the last heartbeat that the replica shows' };
  if (lagMs !== null) all.push({ ...lag, value: lagMs / MS_PER_SECOND });
  return all;
}

function sweepGauges(sweep: string, health: SweepHealth, clock: Pick<Clock, 'now'>): FeatureGauge[] {
  const { lastRunAt, lastMs, done, failures } = health;
  const of = (name: string, help: string, value: number) => ({ name, help, labels: { sweep }, value });
  return [
    of('fairpot_sweep_age_seconds', 'Since the last run of a sweep began', secondsSince(clock, lastRunAt ?? 0)),
    of('fairpot_sweep_failures', 'Failures of a sweep in a row', failures),
    of('fairpot_sweep_done', 'Things that a sweep did since the start', done),
    of('fairpot_sweep_seconds', 'Duration of the last run of a sweep', (lastMs ?? 0) / MS_PER_SECOND),
  ];
}

/** A feature that cannot report leaves its gauges out, and says so in one of its own. */
async function featureGauges({ features, log }: ServerMetricsParts): Promise<FeatureGauge[]> {
  const reports = features.map(async ({ name, gauges }): Promise<readonly FeatureGauge[]> => {
    if (gauges === undefined) return [];
    const failed = (value: number): FeatureGauge => ({
      name: 'fairpot_report_failed',
      help: '1: the feature could not report, so its metrics are missing',
      labels: { feature: name },
      value,
    });
    try {
      return [...(await gauges()), failed(0)];
    } catch (error) {
      log.warn({ err: error, feature: name }, 'metrics of a feature not read');
      return [failed(1)];
    }
  });
  return (await Promise.all(reports)).flat();
}

function secondsSince(clock: Pick<Clock, 'now'>, at: number): number {
  return (clock.now() - at) / MS_PER_SECOND;
}
