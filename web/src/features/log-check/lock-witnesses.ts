/**
 * The witnesses of the site's policy that saw a lock before its beacon, as verified by this browser. Used by round-in-log.tsx.
 * Pure except for the calls to server and worker.
 */
import { getLogWitnesses } from '@fairpot/contract/log/calls';
import type { LockWitnessFinding } from '@fairpot/fairness/log/lock-witness';
import { askFairness } from '../../fairness/client.ts';
import { trustedChains } from '../../fairness/watcher.ts';
import { ask } from '../../platform/calls/api.ts';
import type { RoundInLogResult } from './log-watch.ts';
import { texts } from './texts.ts';

type FoundRound = Extract<RoundInLogResult, { state: 'found' }>;

/** The result of the check. `unwatched`: the site names no witness; `none`: no named witness cosigned a head over this lock. */
export type LockWitnesses =
  | { readonly state: 'unwatched' }
  | { readonly state: 'none' }
  | { readonly state: 'checked'; readonly simulated: boolean; readonly finding: LockWitnessFinding };

/** Checks the witnesses of a lock that was found in the log. Rejects when server or worker cannot be reached. */
export async function checkLockWitnesses({ head, witnessed }: FoundRound, lockText: string): Promise<LockWitnesses> {
  const { policy, simulated } = await ask(getLogWitnesses, {});
  if (policy === null) return { state: 'unwatched' };
  if (witnessed === null) return { state: 'none' };
  const { index, path, checkpoint: note } = witnessed;
  const check = { policy, logKey: head.key, lockText, index, path, note, chains: trustedChains() };
  return { state: 'checked', simulated, finding: await askFairness({ ask: 'lockWitness', check }) };
}

/** One line about the witnesses: `bad` is a contradiction, `warn` means that only the site vouches for the time of the lock. */
export function witnessLine(witnesses: LockWitnesses): { readonly tone: 'ok' | 'warn' | 'bad'; readonly text: string } {
  if (witnesses.state === 'unwatched') return { tone: 'warn', text: texts.lockWitnesses.unwatched };
  if (witnesses.state === 'none') return { tone: 'warn', text: texts.lockWitnesses.none };
  const { simulated, finding } = witnesses;
  if (finding.problem !== null) return { tone: 'bad', text: texts.lockWitnesses.mismatch(finding.problem) };
  const each = finding.cosigned
    .map(({ name, beforeMs }) => texts.lockWitnesses.cosigner(name, secondsText(beforeMs)))
    .join(', ');
  const cosigned = each === '' ? texts.lockWitnesses.notCosigned : texts.lockWitnesses.cosigned(each);
  if (!finding.enough) return { tone: 'warn', text: texts.lockWitnesses.noQuorum(cosigned) };
  return simulated
    ? { tone: 'warn', text: texts.lockWitnesses.simulated(cosigned) }
    : { tone: 'ok', text: texts.lockWitnesses.ok(cosigned) };
}

function secondsText(beforeMs: number): string {
  const seconds = Math.abs(Math.round(beforeMs / 1_000)).toLocaleString('en-US');
  return beforeMs > 0 ? texts.lockWitnesses.before(seconds) : texts.lockWitnesses.after(seconds);
}
