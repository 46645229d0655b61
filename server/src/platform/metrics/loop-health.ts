/**
 * The health of a worker's loops: when each last succeeded. A loop that has not succeeded for long makes the process unhealthy. Written by loops.ts,
 * read by the worker's metrics port.
 */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** A step may wait for several slow answers of Steam or a chain, each up to 15 s. */
const LONGEST_STEP_MS = 120_000;
/** Missed turns after which a slow loop is unhealthy. */
const TURNS = 3;
const MS_PER_SECOND = 1_000;

interface LoopState {
  readonly everyMs: number;
  readonly succeededAt: number;
  /** In a row. */
  readonly failures: number;
}

export class LoopHealth {
  readonly #loops = new Map<string, LoopState>();

  began(name: string, everyMs: number, now: number): void {
    this.#loops.set(name, { everyMs, succeededAt: now, failures: 0 });
  }

  succeeded(name: string, now: number): void {
    const loop = this.#loops.get(name);
    if (loop) this.#loops.set(name, { ...loop, succeededAt: now, failures: 0 });
  }

  failed(name: string): void {
    const loop = this.#loops.get(name);
    if (loop) this.#loops.set(name, { ...loop, failures: loop.failures + 1 });
  }

  /** Ok: no loop is late. */
  state(now: number) {
    const loops = [...this.#loops].map(([name, { everyMs, succeededAt, failures }]) => ({
      name,
      failures,
      ageMs: now - succeededAt,
      ok: now - succeededAt <= Math.max(LONGEST_STEP_MS, TURNS * everyMs),
    }));
    return { ok: loops.every(({ ok }) => ok), loops };
  }
}

/** A worker's metrics: its loops, and Node's own. */
export function makeWorkerMetrics(health: LoopHealth, now: () => number): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const age: Gauge = new Gauge({
    name: 'fairpot_loop_age_seconds',
    help: 'Since a loop last succeeded',
    labelNames: ['loop'],
    registers: [registry],
    collect: () => {
      for (const { name, ageMs } of health.state(now()).loops) age.set({ loop: name }, ageMs / MS_PER_SECOND);
    },
  });
  const failures: Gauge = new Gauge({
    name: 'fairpot_loop_failures',
    help: 'Failures of a loop in a row',
    labelNames: ['loop'],
    registers: [registry],
    collect: () => {
      for (const loop of health.state(now()).loops) failures.set({ loop: loop.name }, loop.failures);
    },
  });
  return registry;
}
