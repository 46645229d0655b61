/**
 * The ports: everything that is neither the database nor pure computation reaches features through these interfaces. One clock, one id source, one
 * randomness, one log; the outside world is behind gateways (server/src/gateways).
 */
import type { IdKind } from '@fairpot/contract/wire/ids';

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after `ms` of this clock; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Ids {
  /** A new id: prefix of the kind, then 26 characters that sort by time. */
  next(kind: IdKind): string;
}

export interface Random {
  /** Bytes from the operating system's CSPRNG: secrets and tokens. Outcomes never come from here. */
  bytes(count: number): Uint8Array;
}

export interface Log {
  child(fields: Record<string, unknown>): Log;
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}
