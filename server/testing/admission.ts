/** Whether a call admits an actor, found without doing anything. */
import type { Call } from '@fairpot/contract/wire/call.schemas';
import { REFUSALS } from '@fairpot/contract/wire/refusals';
import type { Runner } from '../src/platform/runner/command.ts';
import type { Actor } from '../src/platform/runner/feature.ts';
import { Refused } from '../src/platform/runner/refused.ts';

/** The status of the call with an unknown field: an admitted actor is refused for that field (400). */
export async function admissionStatus(runner: Runner, call: Call, actor: Actor | null): Promise<number> {
  try {
    await runner.execute(call, actor, { unknownField: 1 });
    return 200;
  } catch (error) {
    if (error instanceof Refused) return REFUSALS[error.code].status;
    throw error;
  }
}
