/**
 * The real ports: system clock, time-sorted ids, the operating system's randomness, pino. main.ts uses them; tests use the fakes of
 * server/testing instead.
 */
import { randomBytes } from 'node:crypto';
import { ID_PREFIXES } from '@fairpot/contract/wire/ids';
import { pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { LogFormat } from './log-settings.ts';
import type { Clock, Ids, Log, Random } from './ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

/** ULIDs: 48 bits of time and 80 of randomness; within one millisecond the random part counts up, so the ids of a node sort. */
export function timeSortedIds(clock: Clock, random: Random): Ids {
  let last = 0;
  let time = '';
  let digits: number[] = [];
  return {
    next(kind) {
      const now = clock.now();
      if (now > last) {
        last = now;
        time = base32(last);
        digits = Array.from(random.bytes(RANDOM_DIGITS), (byte) => byte % 32);
      } else {
        increment(digits);
      }
      let text = `${ID_PREFIXES[kind]}_${time}`;
      for (const digit of digits) text += CROCKFORD[digit];
      return text;
    },
  };
}

/** `at` (epoch ms) as 10 base32 digits that sort like numbers. */
export function base32(at: number): string {
  let text = '';
  for (let rest = at, i = 0; i < TIME_DIGITS; i++) {
    text = CROCKFORD[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function increment(digits: number[]): void {
  for (let i = digits.length - 1; i >= 0; i--) {
    const next = (digits[i] ?? 0) + 1;
    digits[i] = next % 32;
    if (next < 32) return;
  }
}

const REDACTED = ['secret', 'token', 'password', 'apiKey', 'authorization', 'cookie', 'key'];

/** Anything that takes log lines, each with its line feed. */
interface LogDestination {
  write(line: string): void;
  /** Colours only on a terminal. */
  readonly isTTY?: boolean;
}

/**
 * A log at `level` into `destination` (stdout by default): JSON, one object a line, or text for people. Fields that could carry a secret are redacted
 * at the top level and one level down.
 */
export function pinoLog(level: string, destination?: LogDestination, format: LogFormat = 'json'): Log {
  const paths = REDACTED.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`]);
  const serializers = { err: describeError };
  const options = { level, base: null, redact: { paths, censor: '[redacted]' }, serializers };
  const json = destination ?? pino.destination(1);
  return pino(options, format === 'text' ? asText(destination ?? process.stdout) : json);
}

/** Turns JSON lines into '12:04:31 WARN: order postponed  {"order":"..."}', an error's stack on the lines below. */
function asText(destination: LogDestination): LogDestination {
  const format = prettyFactory({
    colorize: destination.isTTY === true,
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  });
  return { write: (line) => destination.write(format(line)) };
}

/** The fields of an error that are logged: never others, which may hold statements, parameters or connections. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? String(error.code) : undefined;
  return { name, message, code, stack, ...(cause !== undefined && { cause: describeError(cause) }) };
}
