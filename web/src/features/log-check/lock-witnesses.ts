/**
 * Who outside saw one lock before its beacon: the witnesses of the site's policy, as this browser verifies them. Called by
 * round-in-log.tsx. Pure but for the calls to server and worker.
 */
import { getLogWitnesses } from '@fairpot/contract/log/calls';
import type { LockWitnessFinding } from '@fairpot/fairness/log/lock-witness';
import { askFairness } from '../../fairness/client.ts';
import { trustedChains } from '../../fairness/watcher.ts';
import { ask } from '../../platform/calls/api.ts';
import type { RoundInLogResult } from './log-watch.ts';

type FoundRound = Extract<RoundInLogResult, { state: 'found' }>;

/** What came of the check. `nobody`: the site names no witness; `none`: none of those it names cosigned a head over this lock. */
export type LockWitnesses =
  | { readonly state: 'nobody' }
  | { readonly state: 'none' }
  | { readonly state: 'checked'; readonly simulated: boolean; readonly finding: LockWitnessFinding };

/** Checks the witnesses of a lock that was found in the log. Rejects when server or worker cannot be reached. */
export async function checkLockWitnesses({ head, witnessed }: FoundRound, lockText: string): Promise<LockWitnesses> {
  const { policy, simulated } = await ask(getLogWitnesses, {});
  if (policy === null) return { state: 'nobody' };
  if (witnessed === null) return { state: 'none' };
  const { index, path, checkpoint: note } = witnessed;
  const check = { policy, logKey: head.key, lockText, index, path, note, chains: trustedChains() };
  return { state: 'checked', simulated, finding: await askFairness({ ask: 'lockWitness', check }) };
}

const OWN_WORD = 'That it stood before its beacon is the word of this site, and of whoever saw it in time.';

/** One line for the trace: `bad` contradicts itself, `warn` leaves the time of the lock to the site's word. */
export function witnessLine(witnesses: LockWitnesses): { readonly tone: 'ok' | 'warn' | 'bad'; readonly text: string } {
  if (witnesses.state === 'nobody') return { tone: 'warn', text: `No witness watches this log. ${OWN_WORD}` };
  if (witnesses.state === 'none')
    return { tone: 'warn', text: `No witness has cosigned a head over this lock. ${OWN_WORD}` };
  const { simulated, finding } = witnesses;
  if (finding.problem !== null) return { tone: 'bad', text: `MISMATCH. Witnesses: ${finding.problem}.` };
  const each = finding.cosigned.map(({ name, beforeMs }) => `${name} ${secondsText(beforeMs)} its beacon`).join(', ');
  const said = each === '' ? 'The head over this lock is cosigned by no witness.' : `Cosigned over this lock: ${each}.`;
  if (!finding.enough)
    return {
      tone: 'warn',
      text:
        `${said} This is not the quorum of witnesses before its beacon that this site's policy asks for. ` +
        `${OWN_WORD}`,
    };
  return simulated
    ? {
        tone: 'warn',
        text:
          `${said} Your browser checked the signatures. This is a demo: the witness is simulated, run by the site ` +
          'itself, and proves nothing against it.',
      }
    : {
        tone: 'ok',
        text:
          `${said} Your browser checked the signatures: this lock stood before its beacon, whatever this site ` +
          'says.',
      };
}

function secondsText(beforeMs: number): string {
  const seconds = Math.abs(Math.round(beforeMs / 1_000)).toLocaleString('en-US');
  return beforeMs > 0 ? `${seconds} s before` : `${seconds} s after`;
}
