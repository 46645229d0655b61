/**
 * The seal of a round: what this browser can say about it right now, and how that changes.
 *
 * Called by the watcher; shown by the seal badge. Pure. Invariant: a mismatch is final. No later answer turns it back,
 * and nothing but a completed verification makes a round verified.
 */
import { failureOf } from '@fairpot/fairness/step';
import type { Step } from '@fairpot/fairness/step';
import type { Verdict } from '@fairpot/fairness/verify';
import type { Memory } from './seen.ts';

/** How early this browser came to know the round: before the stakes were complete, before the beacon, or after all. */
export type Since = 'open' | 'locked' | 'settled';

export type Seal =
  | { readonly state: 'watching'; readonly since: Since }
  | { readonly state: 'checking'; readonly since: Since }
  | {
      readonly state: 'verified';
      readonly since: Since;
      readonly simulated: boolean;
      readonly checks: number;
      readonly trace: Trace;
      /** Leaves of the public log that was found to hold this round; null when it does not hold it yet. */
      readonly logged?: number | null;
    }
  | { readonly state: 'mismatch'; readonly reason: string; readonly step: string | null }
  /** The verifier could not run (not loaded, beacon not accepted yet): nothing is claimed either way. */
  | { readonly state: 'unchecked'; readonly since: Since };

/** The few numbers that a seal shows of the working. */
export interface Trace {
  readonly ticket: number | null;
  readonly total: number | null;
  readonly beaconRound: string;
}

export type SealEvent =
  | { readonly event: 'noted'; readonly memory: Memory; readonly contradiction: string | null }
  | { readonly event: 'started' }
  | { readonly event: 'judged'; readonly verdict: Verdict; readonly trace: Trace }
  | { readonly event: 'failed' }
  /** What the public log holds of the round: `size` of the log that does, null for not yet. */
  | { readonly event: 'logged'; readonly problem: string | null; readonly size: number | null };

/** The seal after an event. */
export function nextSeal(seal: Seal | undefined, change: SealEvent): Seal {
  if (seal?.state === 'mismatch') return seal;
  const since: Since = seal?.since ?? 'settled';
  switch (change.event) {
    case 'noted':
      if (change.contradiction !== null) return { state: 'mismatch', reason: change.contradiction, step: null };
      return seal ?? { state: 'watching', since: change.memory.first };
    case 'started':
      return { state: 'checking', since };
    case 'judged':
      return judged(change.verdict, change.trace, since);
    case 'failed':
      return seal?.state === 'verified' ? seal : { state: 'unchecked', since };
    case 'logged':
      if (change.problem !== null) return { state: 'mismatch', reason: change.problem, step: 'log' };
      return seal?.state === 'verified' ? { ...seal, logged: change.size } : (seal ?? { state: 'watching', since });
  }
}

function judged(verdict: Verdict, trace: Trace, since: Since): Seal {
  if (verdict.failed) return { state: 'mismatch', step: verdict.failed.id, reason: failureText(verdict.failed) };
  return { state: 'verified', since, simulated: verdict.simulated, checks: verdict.steps.length, trace };
}

/** What a failed step says, as a sentence; the words are the verifier's own. */
export function failureText(step: Step): string {
  const text = failureOf(step);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** The words of a seal: a label of two or three words and a sentence that says what it rests on. */
export function sealText(seal: Seal): { readonly label: string; readonly detail: string } {
  switch (seal.state) {
    case 'watching':
      return { label: 'Watching', detail: watchingText(seal.since) };
    case 'checking':
      return { label: 'Checking', detail: 'Your browser is recomputing this round.' };
    case 'unchecked':
      return {
        label: 'Not checked',
        detail: 'This round was not checked: the verifier or a trusted beacon is missing. Nothing is claimed about it.',
      };
    case 'mismatch':
      return { label: 'MISMATCH', detail: seal.reason };
    case 'verified':
      return verifiedText(seal);
  }
}

function watchingText(since: Since): string {
  if (since === 'open') return 'Your browser noted the commitment before the stakes were complete.';
  if (since === 'locked') return 'Your browser noted the locked stakes before the beacon existed.';
  return 'Your browser will recompute this round.';
}

const LOGGED = ' It found the round in the public log.';

function verifiedText(seal: Extract<Seal, { state: 'verified' }>): { label: string; detail: string } {
  const { since, checks, simulated, logged } = seal;
  const beacon = simulated ? ' The beacon is simulated (play money).' : '';
  const log = logged === undefined ? '' : logged === null ? ' The public log does not hold it yet.' : LOGGED;
  const recomputed = `Your browser recomputed this result, ${checks} checks hold.${log}`;
  if (since === 'open')
    return { label: 'Verified', detail: `${recomputed} It saw the commitment before the stakes.${beacon}` };
  if (since === 'locked')
    return {
      label: 'Verified, joined late',
      detail: `${recomputed} It saw the locked stakes, but not the round before them.${beacon}`,
    };
  return {
    label: 'Verified, joined late',
    detail: `${recomputed} It did not see the commitment before the stakes.${beacon}`,
  };
}
