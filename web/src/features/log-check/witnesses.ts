/**
 * What this browser makes of the witnesses of the log: their signatures on the last head that each cosigned, whether the log it
 * sees continues that head, and how old it is. Called by witness-panel.tsx. Pure but for the calls to server and worker.
 */
import { getLogConsistency, getLogWitnesses } from '@fairpot/contract/log/calls';
import type { LogWitness, LogHead } from '@fairpot/contract/log/schemas';
import { askFairness } from '../../fairness/client.ts';
import { ApiRefusal, ask } from '../../platform/calls/api.ts';
import { consistencySpan } from './kept-head.ts';

/** A head that no witness confirmed for so long is shown as stale. */
export const STALE_AFTER_MS = 60_000;

export interface WitnessFinding {
  readonly name: string;
  /** By the witness' own clock, epoch ms; null: it has cosigned nothing yet. */
  readonly at: number | null;
  readonly size: number | null;
  /** The contradiction in words; null when signature and history hold. */
  readonly problem: string | null;
}

export interface WitnessReport {
  /** Nobody is configured to watch this log. */
  readonly nobody: boolean;
  readonly simulated: boolean;
  readonly found: readonly WitnessFinding[];
}

/** Asks who watches and checks what they signed against the head that this browser holds. Rejects when nobody can be asked. */
export async function checkWitnesses(head: LogHead): Promise<WitnessReport> {
  const { policy, simulated, witnesses } = await ask(getLogWitnesses, {});
  const found = await Promise.all(witnesses.map((witness) => findingOf(witness, head)));
  return { nobody: policy === null || witnesses.length === 0, simulated, found };
}

async function findingOf({ name, key, last }: LogWitness, head: LogHead): Promise<WitnessFinding> {
  if (last === null) return { name, at: null, size: null, problem: null };
  const consistency = await pathBetween(last.size, head.size);
  if (consistency === null) {
    const problem = `${name} cosigned ${last.size} leaves, and the log shows fewer`;
    return { name, at: last.at, size: last.size, problem };
  }
  const check = { logKey: head.key, head: head.checkpoint, witnessKey: key, note: last.checkpoint, consistency };
  const { problem, size, at } = await askFairness({ ask: 'witness', check });
  return { name, at, size, problem: problem === null ? null : `${name}: ${problem}` };
}

async function pathBetween(cosigned: number, size: number): Promise<readonly string[] | null> {
  const span = consistencySpan({ size: cosigned }, size);
  if (span === null) return [];
  try {
    return (await ask(getLogConsistency, span)).path;
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'BAD_INPUT') return null;
    throw error;
  }
}

/** How the witnesses stand, for one line: `bad` contradicts, `warn` proves little. */
export function witnessStatus(
  { nobody, simulated, found }: WitnessReport,
  now: number,
): { readonly tone: 'ok' | 'warn' | 'bad'; readonly text: string } {
  const contradiction = found.find(({ problem }) => problem !== null);
  if (contradiction) return { tone: 'bad', text: `MISMATCH. ${contradiction.problem}.` };
  if (nobody)
    return {
      tone: 'warn',
      text: 'No witness watches this log: that everybody is shown the same one rests on browsers that keep its heads.',
    };
  const newest = Math.max(...found.map(({ at }) => at ?? 0));
  if (now - newest > STALE_AFTER_MS)
    return { tone: 'warn', text: 'Stale: no witness has confirmed a head of this log within the last minute.' };
  return simulated
    ? {
        tone: 'ok',
        text:
          'Cosigned just now by a simulated witness: this is a demo, so it is run by the site itself and proves ' +
          'nothing against it.',
      }
    : {
        tone: 'ok',
        text:
          'Cosigned just now. Your browser checked the signatures of the witnesses, and that this log continues ' +
          'what they cosigned.',
      };
}
