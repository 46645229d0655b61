/**
 * Checks the witnesses of the log: their signatures on the last head that each cosigned, whether the log that this browser sees
 * continues that head, and its age. Used by witness-panel.tsx. Pure except for the calls to server and worker.
 */
import { getLogConsistency, getLogWitnesses } from '@fairpot/contract/log/calls';
import type { LogWitness, LogHead } from '@fairpot/contract/log/schemas';
import { askFairness } from '../../fairness/client.ts';
import { ApiRefusal, ask } from '../../platform/calls/api.ts';
import { consistencySpan } from './kept-head.ts';
import { texts } from './texts.ts';

/** A head that no witness has confirmed for this long is stale. */
export const STALE_AFTER_MS = 60_000;

export interface WitnessFinding {
  readonly name: string;
  /** By the witness's own clock, epoch ms; null if it has cosigned nothing yet. */
  readonly at: number | null;
  readonly size: number | null;
  /** The contradiction as text; null when signature and history are valid. */
  readonly problem: string | null;
}

export interface WitnessReport {
  /** No witness is configured for this log. */
  readonly unwatched: boolean;
  readonly simulated: boolean;
  readonly found: readonly WitnessFinding[];
}

/** Fetches the witnesses and checks their signatures against this browser's head. Rejects when the server cannot be reached. */
export async function checkWitnesses(head: LogHead): Promise<WitnessReport> {
  const { policy, simulated, witnesses } = await ask(getLogWitnesses, {});
  const found = await Promise.all(witnesses.map((witness) => findingOf(witness, head)));
  return { unwatched: policy === null || witnesses.length === 0, simulated, found };
}

async function findingOf({ name, key, last }: LogWitness, head: LogHead): Promise<WitnessFinding> {
  if (last === null) return { name, at: null, size: null, problem: null };
  const consistency = await pathBetween(last.size, head.size);
  if (consistency === null) {
    const problem = texts.witnesses.shorter(name, last.size);
    return { name, at: last.at, size: last.size, problem };
  }
  const check = { logKey: head.key, head: head.checkpoint, witnessKey: key, note: last.checkpoint, consistency };
  const { problem, size, at } = await askFairness({ ask: 'witness', check });
  return { name, at, size, problem: problem === null ? null : texts.witnesses.problem(name, problem) };
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

/** The state of the witnesses in one line: `bad` is a contradiction, `warn` proves little. */
export function witnessStatus(
  { unwatched, simulated, found }: WitnessReport,
  now: number,
): { readonly tone: 'ok' | 'warn' | 'bad'; readonly text: string } {
  const contradiction = found.find(({ problem }) => problem !== null);
  if (contradiction) return { tone: 'bad', text: texts.witnesses.mismatch(contradiction.problem) };
  if (unwatched) return { tone: 'warn', text: texts.witnesses.unwatched };
  const newest = Math.max(...found.map(({ at }) => at ?? 0));
  if (now - newest > STALE_AFTER_MS) return { tone: 'warn', text: texts.witnesses.stale };
  return simulated ? { tone: 'ok', text: texts.witnesses.simulated } : { tone: 'ok', text: texts.witnesses.ok };
}
