/** The watcher's settings, read once. Demo and live never mix: a demo reads simulators on this machine, live reads remote nodes. */
import { NETWORKS, type Network } from '@fairpot/contract/crypto/calls';
import { ConfigRefused } from '@fairpot/server/platform/process/config';
import { isLoopback, trimSlash } from '@fairpot/server/platform/process/outside-urls';
import { readEnv } from '@fairpot/server/platform/process/env';
import { METRICS_ENV, metricsAddress, type MetricsAddress } from '@fairpot/server/platform/metrics/metrics-port';
import { LOG_ENV, logSettings, type LogSettings } from '@fairpot/server/platform/process/log-settings';
import { z } from 'zod';

export interface WatcherConfig {
  readonly mode: 'demo' | 'live';
  /** Connects as fairpot_watcher. */
  readonly databaseUrl: string;
  /** The node of each watched chain. */
  readonly nodes: Readonly<Partial<Record<Network, string>>>;
  /** A second node of a chain, run by someone else: then only what both say counts. */
  readonly second: Readonly<Partial<Record<Network, string>>>;
  /** Key of a public TRON service; null if none is used. */
  readonly tronApiKey: string | null;
  readonly log: LogSettings;
  readonly metrics: MetricsAddress | null;
}

const base = z.url({ protocol: /^https?$/ }).optional();
const Env = z.object({
  FAIRPOT_MODE: z.enum(['demo', 'live']).default('demo'),
  CHAIN_DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'is not a postgres:// URL'),
  TRON_BASE: base,
  BTC_BASE: base,
  ETH_RPC: base,
  TRON_BASE_2: base,
  BTC_BASE_2: base,
  ETH_RPC_2: base,
  TRON_API_KEY: z.string().min(8).optional(),
  ...LOG_ENV,
  ...METRICS_ENV,
});
const VARIABLES = { tron: 'TRON_BASE', bitcoin: 'BTC_BASE', ethereum: 'ETH_RPC' } as const;
const SECOND = { tron: 'TRON_BASE_2', bitcoin: 'BTC_BASE_2', ethereum: 'ETH_RPC_2' } as const;

/** Throws ConfigRefused with every problem found. */
export function readWatcherConfig(env: Readonly<Record<string, string | undefined>>): WatcherConfig {
  const problems: string[] = [];
  const parsed = Env.safeParse(readEnv(env, problems));
  if (!parsed.success)
    throw new ConfigRefused([...parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`), ...problems]);
  const { FAIRPOT_MODE: mode, TRON_API_KEY: key = null } = parsed.data;
  const nodes: Partial<Record<Network, string>> = {};
  const second: Partial<Record<Network, string>> = {};
  for (const [network, variable, into] of NETWORKS.flatMap((each) => [
    [each, VARIABLES[each], nodes] as const,
    [each, SECOND[each], second] as const,
  ])) {
    const url = parsed.data[variable];
    if (url === undefined) continue;
    into[network] = trimSlash(url);
    if (mode === 'demo' && !isLoopback(url))
      problems.push(`${variable}: a demo may only read simulators on this machine`);
    if (mode === 'live' && isLoopback(url)) problems.push(`${variable}: live must not read a simulator`);
    if (mode === 'live' && !url.startsWith('https://')) problems.push(`${variable}: live requires https`);
  }
  for (const network of NETWORKS) {
    const alone = second[network] !== undefined && nodes[network] === undefined;
    if (alone) problems.push(`${SECOND[network]}: a second node needs a first one (${VARIABLES[network]})`);
  }
  if (Object.keys(nodes).length === 0)
    problems.push('TRON_BASE, BTC_BASE, ETH_RPC: set at least one; there is no chain to watch');
  if (mode === 'demo' && key !== null) problems.push('TRON_API_KEY: a demo must not hold a real key; unset it');
  if (problems.length > 0) throw new ConfigRefused(problems);
  return {
    mode,
    nodes,
    second,
    tronApiKey: key,
    databaseUrl: parsed.data.CHAIN_DATABASE_URL,
    log: logSettings(parsed.data),
    metrics: metricsAddress(parsed.data),
  };
}
