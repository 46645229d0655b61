/**
 * Runs the features' sweeps: each in its own loop, never twice at once in one node, again at once while there is work. server.ts starts it. Sweeps that
 * say when they are due rest until then (due-sweeps.ts).
 * Invariant: a failing sweep backs off, and never stops the others, unless it finds that the operator must act.
 */
import { setMaxListeners } from 'node:events';
import { OperatorMustAct } from '../process/exit.ts';
import type { Db } from '../database/sql.ts';
import { DueSweeps } from './due-sweeps.ts';
import type { Sweep } from './feature.ts';
import type { Clock, Log } from '../process/ports.ts';

export interface SweepHealth {
  readonly lastRunAt: number | null;
  readonly lastMs: number | null;
  /** Things done since the start. */
  readonly done: number;
  /** Failures in a row; 0 when the last run succeeded. */
  readonly failures: number;
}

export interface SweepParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly sweeps: readonly Sweep[];
  /** Whether people are connected to this node; never by default. */
  readonly attended?: () => boolean;
  /** Whether this node hears when others commit; always by default. While it does not, no sweep rests. */
  readonly hears?: () => boolean;
  /** Called when a sweep other than upkeep did something, so that its facts are read. */
  readonly onWork: () => void;
  /** Called when a sweep finds that this server must not go on until the operator acts. */
  readonly onMustStop: (error: OperatorMustAct) => void;
}

export interface Sweeper {
  health(): Readonly<Record<string, SweepHealth>>;
  /** A command was committed here: no sweep rests for a while. */
  wake(): void;
  /** Something happened here or elsewhere: looks at once which sweeps are due. */
  look(): void;
  /** Aborts every sweep and waits for them, at most 2 s. */
  stop(): Promise<void>;
}

const STOP_WITHIN_MS = 2_000;
const MAX_BACKOFF_MS = 30_000;
const JITTER = 0.1;

export function startSweeps(parts: SweepParts): Sweeper {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // each sweep listens to the signal, and its own calls may too
  const health = new Map<string, SweepHealth>();
  const running = new Set<string>();
  const due = new DueSweeps(parts);
  const loops = parts.sweeps.map(async (sweep) => {
    running.add(sweep.name);
    await loop(sweep, { ...parts, due }, health, stopping.signal);
    running.delete(sweep.name);
  });
  loops.push(due.run(stopping.signal));
  return {
    health: () => Object.fromEntries(health),
    wake: () => due.wake(),
    look: () => due.look(),
    stop: async () => {
      stopping.abort(new Error('server stopping'));
      const inTime = new AbortController();
      const late = parts.clock.sleep(STOP_WITHIN_MS, inTime.signal).catch(() => undefined);
      await Promise.race([Promise.all(loops), late]);
      inTime.abort();
      if (running.size > 0) parts.log.warn({ sweeps: [...running] }, 'sweeps did not stop in time');
    },
  };
}

async function loop(
  sweep: Sweep,
  parts: SweepParts & { readonly due: DueSweeps },
  all: Map<string, SweepHealth>,
  signal: AbortSignal,
) {
  const { clock, log, due, onWork, onMustStop } = parts;
  let health: SweepHealth = { lastRunAt: null, lastMs: null, done: 0, failures: 0 };
  while (!signal.aborted) {
    const began = clock.now();
    let did = 0;
    let { failures } = health;
    try {
      did = await sweep.run(signal);
      failures = 0;
      // Upkeep writes facts only by commands, which say so themselves.
      if (did > 0 && sweep.isUpkeep !== true) onWork();
      // What other sweeps have to do after upkeep, and after a sweep that never rests, is found by a look.
      if (did > 0 && (sweep.due === undefined || sweep.isUpkeep === true)) due.look();
      else if (did > 0) due.wake();
    } catch (error) {
      failures += 1;
      if (error instanceof OperatorMustAct) onMustStop(error);
      else if (!signal.aborted)
        log.error({ err: error, sweep: sweep.name, failures }, 'sweep failed; it will run again later');
    }
    health = { lastRunAt: began, lastMs: clock.now() - began, done: health.done + did, failures };
    all.set(sweep.name, health);
    // Remaining work runs at once, but other work gets its turn first.
    const rest = did > 0 ? 0 : waitMs(sweep, failures, clock.now());
    await clock.sleep(rest, signal).catch(() => undefined); // aborted: the loop ends
    if (did === 0 && failures === 0) await due.rest(sweep, signal);
  }
}

/**
 * The pause after a run: the sweep's own, doubled with each failure, plus or minus a tenth so that nodes spread out. It ends earlier at an instant at
 * which the sweep knows that it has work.
 */
function waitMs({ everyMs, maxBackoffMs = MAX_BACKOFF_MS, nextAt }: Sweep, failures: number, now: number): number {
  const backoff = failures === 0 ? everyMs : Math.min(maxBackoffMs, Math.max(everyMs, 250) * 2 ** failures);
  const usual = Math.round(Math.max(everyMs, backoff) * (1 + JITTER * (2 * Math.random() - 1)));
  const next = failures === 0 ? (nextAt?.() ?? null) : null;
  return next === null ? usual : Math.max(0, Math.min(usual, next - now));
}
