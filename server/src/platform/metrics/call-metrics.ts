/** Counts and times every call that arrives over HTTP, by call and result. server.ts puts it around the runner where metrics are on. */
import type { Call, CallOutput } from '@fairpot/contract/wire/call.schemas';
import { Counter, Histogram, type Registry } from 'prom-client';
import { asRefused } from '../http/http-calls.ts';
import type { Runner } from '../runner/command.ts';
import type { Actor, ExecuteOptions } from '../runner/feature.ts';

/** Seconds. A stake takes 10 to 50 ms; a second is what a player notices; statements end after five. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5];
const MS_PER_SECOND = 1_000;

/** The same runner, measured. The labels are names of the contract, so their number is bounded. */
export function measuredRunner(runner: Runner, registry: Registry): Runner {
  const results = new Counter({
    name: 'fairpot_calls_total',
    help: 'Calls by name and result: ok, or the code of the refusal',
    labelNames: ['call', 'result'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'fairpot_call_seconds',
    help: 'Duration of calls, refused ones too',
    labelNames: ['call'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const note = (call: string, result: string, beganAt: number) => {
    results.inc({ call, result });
    seconds.observe({ call }, (performance.now() - beganAt) / MS_PER_SECOND);
  };
  async function execute<C extends Call>(
    call: C,
    actor: Actor | null,
    input: unknown,
    options?: ExecuteOptions,
  ): Promise<CallOutput<C>> {
    const beganAt = performance.now();
    try {
      const output = await runner.execute(call, actor, input, options);
      note(call.name, 'ok', beganAt);
      return output;
    } catch (error) {
      note(call.name, asRefused(error).code, beganAt);
      throw error;
    }
  }
  return { ...runner, execute };
}
