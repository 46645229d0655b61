/** The worker's settings, read once. Demo and live never mix: a demo connects to the simulator's port, live only to Steam. */
import { ConfigRefused } from '@fairpot/server/platform/process/config';
import { isLoopback } from '@fairpot/server/platform/process/outside-urls';
import { readEnv } from '@fairpot/server/platform/process/env';
import { METRICS_ENV, metricsAddress, type MetricsAddress } from '@fairpot/server/platform/metrics/metrics-port';
import { LOG_ENV, logSettings, type LogSettings } from '@fairpot/server/platform/process/log-settings';
import { z } from 'zod';
import {
  parseBot,
  CredentialsRefused,
  isSealed,
  keyOf,
  readPrivateFile,
  refuseSameFolder,
  unseal,
  type BotCredentials,
} from './credentials.ts';

export interface WorkerConfig {
  readonly mode: 'demo' | 'live';
  /** Signed in as fairpot_trader. */
  readonly databaseUrl: string;
  /** Port of the simulator on this machine; null in live. */
  readonly simulatorPort: number | null;
  readonly bot: BotCredentials;
  readonly log: LogSettings;
  readonly metrics: MetricsAddress | null;
}

const Env = z.object({
  FAIRPOT_MODE: z.enum(['demo', 'live']).default('demo'),
  TRADE_DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'is not a postgres:// URL'),
  /** File with the credentials of the trading account, readable by its owner only. */
  TRADE_BOT_FILE: z.string().min(1),
  /** The key that opens it, 64 hex digits: a file in another folder, or the value itself. */
  TRADE_BOT_KEY_FILE: z.string().min(1).optional(),
  TRADE_BOT_KEY: z.string().min(1).optional(),
  /** Demo: the simulator's address. */
  TRADE_STEAM_BASE: z.url({ protocol: /^http$/ }).optional(),
  ...LOG_ENV,
  ...METRICS_ENV,
});

/** Throws ConfigRefused with every problem found. */
export function readWorkerConfig(env: Readonly<Record<string, string | undefined>>): WorkerConfig {
  const problems: string[] = [];
  const parsed = Env.safeParse(readEnv(env, problems));
  if (!parsed.success)
    throw new ConfigRefused([...parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`), ...problems]);
  const { FAIRPOT_MODE: mode, TRADE_STEAM_BASE: base } = parsed.data;
  if (mode === 'demo' && (base === undefined || !isLoopback(base)))
    problems.push('TRADE_STEAM_BASE: a demo trades with the simulator on this machine only');
  if (mode === 'live' && base !== undefined) problems.push('TRADE_STEAM_BASE: only for demos; unset it in live');
  const bot = readBot(parsed.data, problems);
  if (problems.length > 0 || bot === null) throw new ConfigRefused(problems);
  return {
    mode,
    bot,
    databaseUrl: parsed.data.TRADE_DATABASE_URL,
    log: logSettings(parsed.data),
    metrics: metricsAddress(parsed.data),
    simulatorPort: base === undefined ? null : Number(new URL(base).port || 80),
  };
}

/** Sealed, with the key stored elsewhere; a demo's may be plain, because its account is a simulator's. */
function readBot(env: z.infer<typeof Env>, problems: string[]): BotCredentials | null {
  const { TRADE_BOT_FILE: path, TRADE_BOT_KEY: key, TRADE_BOT_KEY_FILE: keyFile, FAIRPOT_MODE: mode } = env;
  try {
    const text = readPrivateFile(path);
    if (!isSealed(text)) {
      if (mode === 'live') problems.push(`TRADE_BOT_FILE: live requires a sealed file: npm run trade-bot -- seal`);
      return parseBot(text);
    }
    if ((key === undefined) === (keyFile === undefined)) {
      problems.push('TRADE_BOT_KEY_FILE or TRADE_BOT_KEY: one of them opens the sealed file');
      return null;
    }
    if (keyFile !== undefined) refuseSameFolder(path, keyFile);
    return unseal(text, keyOf(key ?? readPrivateFile(keyFile ?? '')));
  } catch (error) {
    if (!(error instanceof CredentialsRefused)) throw error;
    // The names of the invalid settings, never their values.
    problems.push(`TRADE_BOT_FILE: ${error.message}`);
    return null;
  }
}
