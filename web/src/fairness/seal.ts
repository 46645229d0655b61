/**
 * The seal of a round: what this browser can say about it now, and how that changes.
 *
 * Computed by the watcher, shown by the seal badge. Pure. Invariant: a mismatch is final; no later answer reverts it.
 * Only a completed verification makes a round verified.
 */
import { failureOf } from '@fairpot/fairness/protocol/step';
import type { VerificationStep } from '@fairpot/fairness/protocol/step';
import type { RoundVerdict } from '@fairpot/fairness/verify/verify';
import { clockText } from './beacon-clock.ts';
import type { ClockFinding } from './beacon-clock.ts';
import type { RoundMemory } from './observation.ts';
import { texts } from './texts.ts';

/** When this browser first saw the round: before the stakes were complete, before the beacon, or after the result. */
export type FirstSeen = 'open' | 'locked' | 'settled';

export type BrowserSeal =
  | { readonly state: 'watching'; readonly since: FirstSeen }
  | { readonly state: 'checking'; readonly since: FirstSeen }
  /** The site published no result in time; this browser opened the sealed secret and computed it. */
  | { readonly state: 'opened'; readonly since: FirstSeen; readonly beaconRound: string; readonly late: boolean }
  /** Recomputed, and the locked stakes were seen before the beacon was due. */
  | ({ readonly state: 'verified' } & RecomputedDetails)
  /**
   * Recomputed, but the lock was first seen when the beacon was due: this browser cannot confirm that it existed
   * before.
   */
  | ({ readonly state: 'late' } & RecomputedDetails)
  | { readonly state: 'mismatch'; readonly reason: string; readonly step: string | null }
  /** The verifier could not run (not loaded, beacon not accepted yet): nothing is claimed either way. */
  | { readonly state: 'unchecked'; readonly since: FirstSeen };

/** Details of a round that this browser recomputed. */
export interface RecomputedDetails {
  readonly since: FirstSeen;
  readonly simulated: boolean;
  readonly checks: number;
  readonly trace: DrawTrace;
  /** The beacon's finding about the clock by which the lock was seen; missing until checked. */
  readonly clock?: ClockFinding;
  /** Size of the public log that contains this round, in leaves; null when it does not contain the round yet. */
  readonly logged?: number | null;
}

/** True for a round that was recomputed without a mismatch. */
export function isRecomputed(
  seal: BrowserSeal | undefined,
): seal is Extract<BrowserSeal, { readonly trace: DrawTrace }> {
  return seal?.state === 'verified' || seal?.state === 'late';
}

/** The few numbers of the computation that a seal shows. */
export interface DrawTrace {
  readonly ticket: number | null;
  readonly total: number | null;
  readonly beaconRound: string;
}

export type SealEvent =
  | { readonly event: 'noted'; readonly memory: RoundMemory; readonly contradiction: string | null }
  | { readonly event: 'started' }
  /** `late`: the lock was first seen at or after the time of its beacon round, by this browser's own clock. */
  | { readonly event: 'judged'; readonly verdict: RoundVerdict; readonly trace: DrawTrace; readonly late: boolean }
  /** The clock was checked against the beacon; `late` by that clock, corrected where it is proven to be behind. */
  | { readonly event: 'timed'; readonly clock: ClockFinding; readonly late: boolean }
  | { readonly event: 'opened'; readonly beaconRound: string; readonly late: boolean }
  /** The seal does not open, or its result differs from the published one: proof of cheating. */
  | { readonly event: 'accused'; readonly reason: string }
  | { readonly event: 'failed' }
  /** Whether the public log contains the round: `size` of the log that does, null for not yet. */
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
    checks: verdict.checks,
    trace,
  };
}

/** A failed step as a sentence, in the verifier's own words. */
export function failureText(step: VerificationStep): string {
  const text = failureOf(step);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** The texts of a seal: a label of two or three words, and a sentence with the reasons. */
export function sealText(seal: BrowserSeal): { readonly label: string; readonly detail: string } {
  switch (seal.state) {
    case 'watching':
      return { label: texts.seal.watching, detail: watchingText(seal.since) };
    case 'checking':
      return { label: texts.seal.checking, detail: texts.seal.checkingText };
    case 'unchecked':
      return { label: texts.seal.unchecked, detail: texts.seal.uncheckedText };
    case 'mismatch':
      return { label: texts.seal.mismatch, detail: seal.reason };
    case 'opened':
      return openedText(seal);
    case 'verified':
    case 'late':
      return recomputedText(seal);
  }
}

function watchingText(since: FirstSeen): string {
  if (since === 'open') return texts.seal.sawOpen;
  if (since === 'locked') return texts.seal.sawLocked;
  return texts.seal.willCheck;
}

function openedText({ beaconRound, late }: Extract<BrowserSeal, { state: 'opened' }>): {
  label: string;
  detail: string;
} {
  return {
    label: texts.seal.opened,
    detail: texts.seal.openedText(beaconRound, late ? texts.seal.openedLate : ''),
  };
}

function recomputedText(seal: Extract<BrowserSeal, { readonly trace: DrawTrace }>): { label: string; detail: string } {
  const { state, since, checks, simulated, logged } = seal;
  const clock = seal.clock ? clockText(seal.clock, simulated) : '';
  const beacon = simulated ? texts.seal.simulated : '';
  const log = logged === undefined ? '' : logged === null ? texts.seal.notLogged : texts.seal.logged;
  const recomputed = texts.seal.recomputed(checks, log);
  if (state === 'late')
    return {
      label: seal.clock?.found === 'ahead' ? texts.seal.clockAhead : texts.seal.late,
      detail: texts.seal.lateText(recomputed, `${clock}${beacon}`),
    };
  const saw = since === 'open' ? texts.seal.sawBoth : texts.seal.sawLock;
  return {
    label: since === 'open' ? texts.seal.verified : texts.seal.joinedLate,
    detail: `${recomputed} ${saw}${clock}${beacon}`,
  };
}
