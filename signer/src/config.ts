/**
 * The signer's settings, read once: the node of each chain, and the signer's own file with keys, limits and reviewers, which no other
 * process reads. Demo and live never mix.
 */
import { NETWORKS, type Coin, type Network } from '@fairpot/contract/crypto/calls';
import { ConfigRefused } from '@fairpot/server/platform/process/config';
import { isLoopback, trimSlash } from '@fairpot/server/platform/process/outside-urls';
import { readEnv } from '@fairpot/server/platform/process/env';
import { METRICS_ENV, metricsAddress, type MetricsAddress } from '@fairpot/server/platform/metrics/metrics-port';
import { LOG_ENV, logSettings, type LogSettings } from '@fairpot/server/platform/process/log-settings';
import { z } from 'zod';
import type { PayoutLimits } from './policy.ts';
import { limitsOf, readSignerFile } from './signer-file.ts';

export interface SignerConfig {
  readonly mode: 'demo' | 'live';
  /** Connects as fairpot_signer. */
  readonly databaseUrl: string;
  readonly nodes: Readonly<Partial<Record<Network, string>>>;
  readonly tronApiKey: string | null;
  readonly keys: Readonly<Partial<Record<Network, Uint8Array>>>;
  readonly limits: ReadonlyMap<Coin, PayoutLimits>;
  readonly reviewers: readonly string[];
  /** The Ethereum chain id, so that a transaction is valid on no other chain. */
  readonly ethereumChainId: number;
  readonly log: LogSettings;
  readonly metrics: MetricsAddress | null;
}

const base = z.url({ protocol: /^https?$/ }).optional();
const Env = z.object({
  FAIRPOT_MODE: z.enum(['demo', 'live']).default('demo'),
  SIGNER_DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'is not a postgres:// URL'),
  SIGNER_FILE: z.string().min(1),
  /** For a sealed file: the path of its passphrase, or the passphrase itself (from a secret store). */
  SIGNER_PASSPHRASE_FILE: z.string().min(1).optional(),
  SIGNER_PASSPHRASE: z.string().min(1).optional(),
  TRON_BASE: base,
  BTC_BASE: base,
  ETH_RPC: base,
  TRON_API_KEY: z.string().min(8).optional(),
  ...LOG_ENV,
  ...METRICS_ENV,
});
const VARIABLES = { tron: 'TRON_BASE', bitcoin: 'BTC_BASE', ethereum: 'ETH_RPC' } as const;

/** Throws ConfigRefused with every problem found. No message contains a key. */
export function readSignerConfig(env: Readonly<Record<string, string | undefined>>): SignerConfig {
  const problems: string[] = [];
  const parsed = Env.safeParse(readEnv(env, problems));
  if (!parsed.success)
    throw new ConfigRefused([...parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`), ...problems]);
  const { FAIRPOT_MODE: mode, TRON_API_KEY: apiKey = null } = parsed.data;
  const nodes: Partial<Record<Network, string>> = {};
  for (const network of NETWORKS) {
    const variable = VARIABLES[network];
    const url = parsed.data[variable];
    if (url === undefined) continue;
    nodes[network] = trimSlash(url);
    if (mode === 'demo' && !isLoopback(url))
      problems.push(`${variable}: a demo may only use simulators on this machine`);
    if (mode === 'live' && isLoopback(url)) problems.push(`${variable}: live must not use a simulator`);
    if (mode === 'live' && !url.startsWith('https://')) problems.push(`${variable}: live requires https`);
  }
  if (mode === 'demo' && apiKey !== null) problems.push('TRON_API_KEY: a demo must not hold a real key; unset it');
  const { SIGNER_FILE: path, SIGNER_PASSPHRASE_FILE: passphraseFile, SIGNER_PASSPHRASE: passphrase } = parsed.data;
  const file = readSignerFile({ path, passphraseFile, passphrase, mustBeSealed: mode === 'live' }, problems);
  if (problems.length > 0 || file === null) throw new ConfigRefused(problems);
  const keys: Partial<Record<Network, Uint8Array>> = {};
  for (const network of NETWORKS) {
    const key = file.keys[network];
    if (key !== undefined) keys[network] = Uint8Array.from(Buffer.from(key, 'hex'));
  }
  return {
    mode,
    databaseUrl: parsed.data.SIGNER_DATABASE_URL,
    nodes,
    tronApiKey: apiKey,
    keys,
    limits: limitsOf(file),
    reviewers: file.reviewers,
    ethereumChainId: file.ethereumChainId,
    log: logSettings(parsed.data),
    metrics: metricsAddress(parsed.data),
  };
}
