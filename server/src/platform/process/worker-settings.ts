/** Settings that every process beside the server has, and how it reads its own. */
import { z } from 'zod';
import { METRICS_ENV, metricsAddress, type MetricsAddress } from '../metrics/metrics-port.ts';
import { ConfigRefused } from './config.ts';
import { readEnv, type Env } from './env.ts';
import { LOG_ENV, logSettings, type LogSettings } from './log-settings.ts';

export interface WorkerSettings {
  readonly databaseUrl: string;
  readonly mode: 'demo' | 'live';
  readonly log: LogSettings;
  /** Null: this worker has no port for metrics and health. */
  readonly metrics: MetricsAddress | null;
}

const Shared = z.object({ FAIRPOT_MODE: z.enum(['demo', 'live']).default('demo'), ...LOG_ENV, ...METRICS_ENV });
const PostgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'is not a postgres:// URL');

/**
 * The settings of a worker: `shared`, and `own` by `shape`. `databaseVariable` names the URL of its database role. The reader of the rest adds
 * to `problems`. Throws ConfigRefused with every invalid variable.
 */
export function readWorkerEnv<S extends z.ZodRawShape>(env: Env, databaseVariable: string, shape: S) {
  const problems: string[] = [];
  const set = readEnv(env, problems);
  const shared = Shared.safeParse(set);
  const own = z.object<S>({ [databaseVariable]: PostgresUrl, ...shape }).safeParse(set);
  if (!shared.success || !own.success) {
    const issues = [...(shared.error?.issues ?? []), ...(own.error?.issues ?? [])];
    throw new ConfigRefused([...issues.map((i) => `${i.path.join('.')}: ${i.message}`), ...problems]);
  }
  const settings: WorkerSettings = {
    mode: shared.data.FAIRPOT_MODE,
    databaseUrl: set[databaseVariable] ?? '',
    log: logSettings(shared.data),
    metrics: metricsAddress(shared.data),
  };
  return { shared: settings, own: own.data, problems };
}
