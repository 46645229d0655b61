/** The worker's settings, read once. Demo and live never mix: a demo is led to the simulator's port, live to Steam alone. */
import { readFileSync, statSync } from 'node:fs';
import { ConfigRefused, isLoopback } from '@fairpot/server/platform/process/config';
import { z } from 'zod';

export interface WorkerConfig {
  readonly mode: 'demo' | 'live';
  /** Signed in as fairpot_trader. */
  readonly databaseUrl: string;
  /** Port of the simulator on this machine; null in live. */
  readonly simulatorPort: number | null;
  readonly bot: Bot;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

const Bot = z.object({
  steamId: z.string().regex(/^7656119\d{10}$/),
  refreshToken: z.string().min(20),
  /** Base64 of 20 bytes. */
  identitySecret: z.string().regex(/^[A-Za-z0-9+/]{27}=$/),
});
type Bot = z.infer<typeof Bot>;

const Env = z.object({
  FAIRPOT_MODE: z.enum(['demo', 'live']).default('demo'),
  TRADE_DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'is not a postgres:// URL'),
  /** File with the credentials of the trading account, for nobody else's eyes. */
  TRADE_BOT_FILE: z.string().min(1),
  /** Demo: the simulator's address. */
  TRADE_STEAM_BASE: z.url({ protocol: /^http$/ }).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

const OTHERS_MAY = 0o077;

/** Throws ConfigRefused with every problem found. */
export function readWorkerConfig(env: Readonly<Record<string, string | undefined>>): WorkerConfig {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Env.safeParse(set);
  if (!parsed.success) throw new ConfigRefused(parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`));
  const { FAIRPOT_MODE: mode, TRADE_STEAM_BASE: base } = parsed.data;
  const problems: string[] = [];
  if (mode === 'demo' && (base === undefined || !isLoopback(base)))
    problems.push('TRADE_STEAM_BASE: a demo trades with the simulator on this machine only');
  if (mode === 'live' && base !== undefined) problems.push('TRADE_STEAM_BASE: live knows Steam alone; unset it');
  const bot = readBot(parsed.data.TRADE_BOT_FILE, problems);
  if (problems.length > 0 || bot === null) throw new ConfigRefused(problems);
  return {
    mode,
    bot,
    databaseUrl: parsed.data.TRADE_DATABASE_URL,
    logLevel: parsed.data.LOG_LEVEL,
    simulatorPort: base === undefined ? null : Number(new URL(base).port || 80),
  };
}

function readBot(path: string, problems: string[]): Bot | null {
  try {
    if ((statSync(path).mode & OTHERS_MAY) !== 0) problems.push(`TRADE_BOT_FILE: others may read ${path}; chmod 600`);
    const parsed = Bot.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    if (parsed.success) return parsed.data;
    // The names of what is wrong, never its value.
    problems.push(
      ...parsed.error.issues.map((issue) => `TRADE_BOT_FILE: ${issue.path.join('.')} is not as it should be`),
    );
  } catch {
    problems.push(`TRADE_BOT_FILE: ${path} cannot be read as JSON`);
  }
  return null;
}
