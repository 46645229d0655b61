/** Log settings shared by every process: level and format. */
import { z } from 'zod';

export const LOG_ENV = {
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Unset: text in a demo, where a person reads it, and JSON in live, where a collector does. */
  LOG_FORMAT: z.enum(['text', 'json']).optional(),
};

export type LogFormat = 'text' | 'json';

export interface LogSettings {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly format: LogFormat;
}

const Env = z.object({ ...LOG_ENV, FAIRPOT_MODE: z.enum(['demo', 'live']) });

export function logSettings(env: z.infer<typeof Env>): LogSettings {
  return { level: env.LOG_LEVEL, format: env.LOG_FORMAT ?? (env.FAIRPOT_MODE === 'live' ? 'json' : 'text') };
}
