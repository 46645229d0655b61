/** The worker's settings, read once. Demo and live never mix: a demo connects to the simulator's port, live only to Steam. */
import { ConfigRefused } from '@fairpot/server/platform/process/config';
import { isLoopback } from '@fairpot/server/platform/process/outside-urls';
import { readWorkerEnv, type WorkerSettings } from '@fairpot/server/platform/process/worker-settings';
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

/** Signed in as fairpot_trader. */
export interface WorkerConfig extends WorkerSettings {
  /** Port of the simulator on this machine; null in live. */
  readonly simulatorPort: number | null;
  readonly bot: BotCredentials;
}

const TRADE_ENV = {
  /** File with the credentials of the trading account, readable by its owner only. */
  TRADE_BOT_FILE: z.string().min(1),
  /** The key that opens it, 64 hex digits: a file in another folder, or the value itself. */
  TRADE_BOT_KEY_FILE: z.string().min(1).optional(),
  TRADE_BOT_KEY: z.string().min(1).optional(),
  /** Demo: the simulator's address. */
  TRADE_STEAM_BASE: z.url({ protocol: /^http$/ }).optional(),
};

type TradeEnv = ReturnType<typeof readWorkerEnv<typeof TRADE_ENV>>['own'];

/** Throws ConfigRefused with every problem found. */
export function readWorkerConfig(env: Readonly<Record<string, string | undefined>>): WorkerConfig {
  const { shared, own, problems } = readWorkerEnv(env, 'TRADE_DATABASE_URL', TRADE_ENV);
  const { mode } = shared;
  const { TRADE_STEAM_BASE: base } = own;
  if (mode === 'demo' && (base === undefined || !isLoopback(base)))
    problems.push('TRADE_STEAM_BASE: a demo trades with the simulator on this machine only');
  if (mode === 'live' && base !== undefined) problems.push('TRADE_STEAM_BASE: only for demos; unset it in live');
  const bot = readBot(own, mode, problems);
  if (problems.length > 0 || bot === null) throw new ConfigRefused(problems);
  return { ...shared, bot, simulatorPort: base === undefined ? null : Number(new URL(base).port || 80) };
}

/** Sealed, with the key stored elsewhere; a demo's may be plain, because its account is a simulator's. */
function readBot(env: TradeEnv, mode: 'demo' | 'live', problems: string[]): BotCredentials | null {
  const { TRADE_BOT_FILE: path, TRADE_BOT_KEY: key, TRADE_BOT_KEY_FILE: keyFile } = env;
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
