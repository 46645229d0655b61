/**
 * The seal of a round: what this browser can say about it right now, and how that changes.
 *
 * Called by the watcher; shown by the seal badge. Pure. Invariant: a mismatch is final. No later answer turns it back,
 * and nothing but a completed verification makes a round verified.
 */
import { failureOf } from '@fairpot/fairness/protocol/step';
import type { Step } from '@fairpot/fairness/protocol/step';
import type { Verdict } from '@fairpot/fairness/verify/verify';
import { clockText } from './beacon-clock.ts';
import type { ClockFinding } from './beacon-clock.ts';
import type { RoundMemory } from './observation.ts';

/** How early this browser came to know the round: before the stakes were complete, before the beacon, or after all. */
export type FirstSeen = 'open' | 'locked' | 'settled';

export type BrowserSeal =
  | { readonly state: 'watching'; readonly since: FirstSeen }
  | { readonly state: 'checking'; readonly since: FirstSeen }
  /** The site published no result in time; this browser opened the sealed secret and computed it. */
  | { readonly state: 'opened'; readonly since: FirstSeen; readonly beaconRound: string; readonly late: boolean }
  /** Recomputed, and the locked stakes were seen before the beacon was due. */
  | ({ readonly state: 'verified' } & RecomputedDetails)
  /**
   * Recomputed, but the lock was first seen when the beacon was due or out: that it stood before is not this browser's
   * word.
   */
  | ({ readonly state: 'late' } & RecomputedDetails)
  | { readonly state: 'mismatch'; readonly reason: string; readonly step: string | null }
  /** The verifier could not run (not loaded, beacon not accepted yet): nothing is claimed either way. */
  | { readonly state: 'unchecked'; readonly since: FirstSeen };

/** What stands in the seal of a round that this browser recomputed. */
export interface RecomputedDetails {
  readonly since: FirstSeen;
  readonly simulated: boolean;
  readonly checks: number;
  readonly trace: DrawTrace;
  /** What the beacon said of the clock by which the lock was seen; missing as long as it was not asked. */
  readonly clock?: ClockFinding;
  /** Leaves of the public log that was found to hold this round; null when it does not hold it yet. */
  readonly logged?: number | null;
}

/** True of a seal whose round was recomputed and adds up. */
export function isRecomputed(
  seal: BrowserSeal | undefined,
): seal is Extract<BrowserSeal, { readonly trace: DrawTrace }> {
  return seal?.state === 'verified' || seal?.state === 'late';
}

/** The few numbers that a seal shows of the working. */
export interface DrawTrace {
  readonly ticket: number | null;
  readonly total: number | null;
  readonly beaconRound: string;
}

export type SealEvent =
  | { readonly event: 'noted'; readonly memory: RoundMemory; readonly contradiction: string | null }
  | { readonly event: 'started' }
  /** `late`: the lock was first seen at or after the time of its beacon round, by this browser's own clock. */
  | { readonly event: 'judged'; readonly verdict: Verdict; readonly trace: DrawTrace; readonly late: boolean }
  /**
   * The beacon was asked about this browser's clock; `late` as by that clock, set right where it is proven to be
   * behind.
   */
  | { readonly event: 'timed'; readonly clock: ClockFinding; readonly late: boolean }
  | { readonly event: 'opened'; readonly beaconRound: string; readonly late: boolean }
  /** The seal does not open, or what it gave is not what was published: proof of cheating. */
  | { readonly event: 'accused'; readonly reason: string }
  | { readonly event: 'failed' }
  /** What the public log holds of the round: `size` of the log that does, null for not yet. */
  | { readonly event: 'logged'; readonly problem: string | null; readonly size: number | null };

/** The seal after an event. */
export function nextSeal(seal: BrowserSeal | undefined, change: SealEvent): BrowserSeal {
  if (seal?.state === 'mismatch') return seal;
  const since: FirstSeen = seal?.since ?? 'settled';
  switch (change.event) {
    case 'noted':
      if (change.contradiction !== null) return { state: 'mismatch', reason: change.contradiction, step: null };
      return seal ?? { state: 'watching', since: change.memory.first };
    case 'started':
      return { state: 'checking', since };
    case 'judged':
      return sealOfVerdict(change, since);
    case 'timed':
      if (!isRecomputed(seal)) return seal ?? { state: 'watching', since };
      return { ...seal, state: change.late ? 'late' : seal.state, clock: change.clock };
    case 'opened':
      return isRecomputed(seal) ? seal : { state: 'opened', since, beaconRound: change.beaconRound, late: change.late };
    case 'accused':
      return { state: 'mismatch', reason: change.reason, step: 'seal' };
    case 'failed':
      return isRecomputed(seal) ? seal : { state: 'unchecked', since };
    case 'logged':
      if (change.problem !== null) return { state: 'mismatch', reason: change.problem, step: 'log' };
      return isRecomputed(seal) ? { ...seal, logged: change.size } : (seal ?? { state: 'watching', since });
  }
}

function sealOfVerdict(
  { verdict, trace, late }: Extract<SealEvent, { event: 'judged' }>,
  since: FirstSeen,
): BrowserSeal {
  if (verdict.failed) return { state: 'mismatch', step: verdict.failed.id, reason: failureText(verdict.failed) };
  return {
    state: late ? 'late' : 'verified',
    since,
    simulated: verdict.simulated,
    checks: verdict.steps.length,
    trace,
  };
}

/** What a failed step says, as a sentence; the words are the verifier's own. */
export function failureText(step: Step): string {
  const text = failureOf(step);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** The words of a seal: a label of two or three words and a sentence that says what it rests on. */
export function sealText(seal: BrowserSeal): { readonly label: string; readonly detail: string } {
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
    case 'opened':
      return openedText(seal);
    case 'verified':
    case 'late':
      return recomputedText(seal);
  }
}

function watchingText(since: FirstSeen): string {
  if (since === 'open') return 'Your browser noted the commitment before the stakes were complete.';
  if (since === 'locked') return 'Your browser noted the locked stakes while the round was running.';
  return 'Your browser will recompute this round.';
}

const LOGGED = ' It found the round in the public log.';

function openedText({ beaconRound, late }: Extract<BrowserSeal, { state: 'opened' }>): {
  label: string;
  detail: string;
} {
  const seen = late ? ' It first saw the locked stakes when that round was due already.' : '';
  return {
    label: 'Opened by your browser',
    detail:
      `The site did not publish this result in time. Your browser took beacon round ${beaconRound}, opened the ` +
      `sealed secret with it and computed the result by itself.${seen}`,
  };
}

function recomputedText(seal: Extract<BrowserSeal, { readonly trace: DrawTrace }>): { label: string; detail: string } {
  const { state, since, checks, simulated, logged } = seal;
  const clock = seal.clock ? clockText(seal.clock, simulated) : '';
  const beacon = simulated ? ' The beacon is simulated (play money): this site signs it and could know it early.' : '';
  const log = logged === undefined ? '' : logged === null ? ' The public log does not hold it yet.' : LOGGED;
  const recomputed = `Your browser recomputed this result, ${checks} checks hold.${log}`;
  if (state === 'late')
    return {
      label: seal.clock?.found === 'ahead' ? 'Your clock is ahead' : 'Seen late',
      detail:
        `${recomputed} But by its clock it first saw the locked stakes when the beacon round was due or out, so ` +
        `it cannot say itself that they were locked before.${clock}${beacon}`,
    };
  const saw =
    since === 'open'
      ? 'It saw the commitment before the stakes, and the locked stakes before the beacon.'
      : 'It saw the locked stakes before the beacon, but not the round before the lock.';
  return {
    label: since === 'open' ? 'Verified' : 'Verified, joined late',
    detail: `${recomputed} ${saw}${clock}${beacon}`,
  };
}
