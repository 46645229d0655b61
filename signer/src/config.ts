/**
 * The signer's settings, read once: where each chain is asked, and a file of its own with keys, limits and reviewers that no other
 * process reads. Demo and live never mix.
 */
import { readFileSync, statSync } from 'node:fs';
import { COIN_NAMES, COINS, NETWORKS, type Coin, type Network } from '@fairpot/contract/crypto';
import { ConfigRefused, isLoopback, trimSlash } from '@fairpot/server/platform/process/config';
import { z } from 'zod';
import type { Limits } from './policy.ts';

export interface SignerConfig {
  readonly mode: 'demo' | 'live';
  /** Signed in as fairpot_signer. */
  readonly databaseUrl: string;
  readonly nodes: Readonly<Partial<Record<Network, string>>>;
  readonly tronApiKey: string | null;
  readonly keys: Readonly<Partial<Record<Network, Uint8Array>>>;
  readonly limits: ReadonlyMap<Coin, Limits>;
  readonly reviewers: readonly string[];
  /** Which Ethereum it is, so that a transaction counts on no other. */
  readonly ethereumChainId: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

const base = z.url({ protocol: /^https?$/ }).optional();
const Env = z.object({
  FAIRPOT_MODE: z.enum(['demo', 'live']).default('demo'),
  SIGNER_DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'is not a postgres:// URL'),
  SIGNER_FILE: z.string().min(1),
  TRON_BASE: base,
  BTC_BASE: base,
  ETH_RPC: base,
  TRON_API_KEY: z.string().min(8).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});
const VARIABLES = { tron: 'TRON_BASE', bitcoin: 'BTC_BASE', ethereum: 'ETH_RPC' } as const;

const Key = z.string().regex(/^[0-9a-f]{64}$/, 'is not a key of 32 bytes in hex');
const Amount = z.string().regex(/^\d{1,20}(\.\d{1,18})?$/, 'is not a decimal number of coins');
const File = z.strictObject({
  keys: z.strictObject({ tron: Key.optional(), bitcoin: Key.optional(), ethereum: Key.optional() }),
  limits: z.partialRecord(z.enum(COIN_NAMES), z.strictObject({ free: Amount, most: Amount, day: Amount })),
  reviewers: z.array(Key),
  ethereumChainId: z.number().int().positive().default(1),
});

/** Throws ConfigRefused with every problem found. No message holds a key. */
export function readSignerConfig(env: Readonly<Record<string, string | undefined>>): SignerConfig {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Env.safeParse(set);
  if (!parsed.success) throw new ConfigRefused(parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`));
  const { FAIRPOT_MODE: mode, TRON_API_KEY: apiKey = null, LOG_LEVEL: logLevel } = parsed.data;
  const problems: string[] = [];
  const nodes: Partial<Record<Network, string>> = {};
  for (const network of NETWORKS) {
    const variable = VARIABLES[network];
    const url = parsed.data[variable];
    if (url === undefined) continue;
    nodes[network] = trimSlash(url);
    if (mode === 'demo' && !isLoopback(url))
      problems.push(`${variable}: a demo pays on simulators of this machine only`);
    if (mode === 'live' && isLoopback(url)) problems.push(`${variable}: live never pays on a simulator`);
    if (mode === 'live' && !url.startsWith('https://')) problems.push(`${variable}: live wants https`);
  }
  if (mode === 'demo' && apiKey !== null) problems.push('TRON_API_KEY: a demo must not hold a real key; unset it');
  const file = readFile(parsed.data.SIGNER_FILE, problems);
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
    logLevel,
  };
}

function readFile(path: string, problems: string[]): z.infer<typeof File> | null {
  let text: string;
  try {
    // Who reads it can take all that the wallets hold.
    if ((statSync(path).mode & 0o077) !== 0) problems.push('SIGNER_FILE: others may read it; chmod 600');
    text = readFileSync(path, 'utf8');
  } catch {
    problems.push('SIGNER_FILE: cannot be read');
    return null;
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    problems.push('SIGNER_FILE: is not JSON');
    return null;
  }
  const parsed = File.safeParse(json);
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map((issue) => `SIGNER_FILE ${issue.path.join('.')}: ${issue.message}`));
    return null;
  }
  if (new Set(parsed.data.reviewers).size !== parsed.data.reviewers.length)
    problems.push('SIGNER_FILE reviewers: a key stands there twice');
  for (const [coin, { free, most, day }] of limitsOf(parsed.data)) {
    if (free > most || most > day) problems.push(`SIGNER_FILE limits.${coin}: free, most and day have to rise`);
  }
  return parsed.data;
}

function limitsOf({ limits }: z.infer<typeof File>): Map<Coin, Limits> {
  return new Map(
    COIN_NAMES.flatMap((coin) => {
      const limit = limits[coin];
      if (limit === undefined) return [];
      const units = (text: string) => {
        const { decimals } = COINS[coin];
        const [whole = '0', rest = ''] = text.split('.');
        return BigInt(whole + rest.slice(0, decimals).padEnd(decimals, '0'));
      };
      return [[coin, { free: units(limit.free), most: units(limit.most), day: units(limit.day) }] as const];
    }),
  );
}
