/**
 * This browser's own clock held against the beacon: the newest signed round that public endpoints have is a time that
 * neither the site nor this machine chose.
 *
 * Called by the watcher. A signed round proves that its time has come, so that a clock which is behind is proven wrong,
 * whoever answered. That there is no newer one is the word of the endpoints; of several the newest counts. Invariant:
 * nothing counts whose signature does not hold under a pinned chain, and no endpoint of the site's choosing is asked in
 * live.
 */
import { create } from 'zustand';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import { askFairness } from './client.ts';

/**
 * A round of the beacon whose signature held, and the own clock (epoch ms) before the question and after the answer.
 */
interface BeaconSample {
  readonly round: number;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** What the beacon says of this clock. `byMs`: by how much at least. */
export type ClockFinding =
  /** No endpoint gave a signed round: nobody but this machine vouches for its clock. */
  | { readonly found: 'unknown' }
  | { readonly found: 'right'; readonly round: number }
  /** Proven: a round was signed that this clock holds for the future. */
  | { readonly found: 'behind'; readonly byMs: number; readonly round: number }
  /** By the word of the endpoints: they have no newer round. Either this clock is ahead or the beacon is late. */
  | { readonly found: 'ahead'; readonly byMs: number; readonly round: number };

interface BeaconClockState {
  /** Null as long as no question has come to an end. */
  readonly finding: ClockFinding | null;
  /** How far this clock is behind at the least, by signature: 0 where it is not. Added to what this clock said. */
  readonly behindMs: number;
}

/** So far a clock may be off before it is told: the beacon needs a moment for a round, and so does the way here. */
const TOLERANCE_MS = 5_000;
/** A finding is asked for anew when a lock is first seen and the last one is so old. */
export const FRESH_MS = 60_000;
/**
 * Own clock and time since the page was opened drift apart by so much when somebody sets the clock, or the machine
 * slept.
 */
const JUMP_MS = 1_000;
const TIMEOUT_MS = 8_000;

const NOT_ASKED: BeaconClockState = { finding: null, behindMs: 0 };
const UNKNOWN: BeaconClockState = { finding: { found: 'unknown' }, behindMs: 0 };
export const useBeaconClock = create<BeaconClockState>(() => NOT_ASKED);

/** What a sample says; null: there is none. */
export function judgeClock(
  sample: BeaconSample | null,
  chain: Pick<DrandChain, 'genesisMs' | 'periodMs'>,
): BeaconClockState {
  if (sample === null) return UNKNOWN;
  const { round, sentAt, receivedAt } = sample;
  const out = drandRoundTime(round, chain);
  const behindMs = Math.max(0, out - receivedAt);
  // The next round was not out when the question left.
  const aheadMs = sentAt - (out + chain.periodMs);
  if (behindMs > TOLERANCE_MS) return { finding: { found: 'behind', byMs: behindMs, round }, behindMs };
  if (aheadMs > TOLERANCE_MS) return { finding: { found: 'ahead', byMs: aheadMs, round }, behindMs };
  return { finding: { found: 'right', round }, behindMs };
}

/** Asks all endpoints at once for their newest round; the newest one that is signed counts. Null when none is. */
export async function sampleBeacon(
  endpoints: readonly string[],
  chain: DrandChain,
  now: () => number,
): Promise<BeaconSample | null> {
  const samples = await Promise.all(endpoints.map((url) => sampleOf(url, chain, now).catch(() => null)));
  return samples.reduce((best, each) => (each !== null && each.round > (best?.round ?? 0) ? each : best), null);
}

async function sampleOf(url: string, chain: DrandChain, now: () => number): Promise<BeaconSample | null> {
  const sentAt = now();
  const answer = await fetch(`${url}/v2/beacons/quicknet/rounds/latest`, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body: unknown = answer.ok ? await answer.json() : null;
  const receivedAt = now();
  if (!isOutput(body)) return null;
  const { holds } = await askFairness({ ask: 'beacon', chain, ...body });
  return holds ? { round: body.round, sentAt, receivedAt } : null;
}

function isOutput(body: unknown): body is { readonly round: number; readonly signature: string } {
  if (typeof body !== 'object' || body === null) return false;
  const { round, signature }: Record<string, unknown> = { ...body };
  return Number.isSafeInteger(round) && Number(round) >= 1 && typeof signature === 'string';
}

let asked: { readonly at: number; readonly basis: number } | null = null;

/**
 * Holds the clock against the beacon, unless that was done a moment ago with the clock as it is set now. Never rejects.
 * `now`: this browser's own clock, epoch ms.
 */
export async function checkClock(
  endpoints: readonly string[],
  chain: DrandChain | undefined,
  now: () => number = Date.now,
): Promise<void> {
  const basis = now() - performance.now();
  const isSet = asked !== null && Math.abs(basis - asked.basis) > JUMP_MS;
  if (chain === undefined || (asked !== null && !isSet && now() - asked.at < FRESH_MS)) return;
  // What was found belongs to the clock as it was.
  if (isSet) useBeaconClock.setState(NOT_ASKED);
  const mine = { at: now(), basis };
  asked = mine;
  const sample = await sampleBeacon(endpoints, chain, now);
  if (asked !== mine) return;
  if (sample !== null) return useBeaconClock.setState(judgeClock(sample, chain));
  // Away: what an earlier answer proved of this clock still holds, and the next lock asks again.
  asked = null;
  if (useBeaconClock.getState().finding === null) useBeaconClock.setState(UNKNOWN);
}

/** Forgets what was found: another chain is trusted now. */
export function forgetClock(): void {
  asked = null;
  useBeaconClock.setState(NOT_ASKED);
}

/** What is said of the clock, as sentences that follow those about a lock; '' where there is nothing to say. */
export function clockText(finding: ClockFinding, simulated: boolean): string {
  const beacon = simulated ? 'this demo’s simulated beacon' : 'drand';
  switch (finding.found) {
    case 'unknown':
      return ` ${simulated ? 'The simulated beacon' : 'drand'} could not be asked whether your clock is right.`;
    case 'right':
      return ` By the newest round of ${beacon} your clock is right.`;
    case 'behind':
      return (
        ` Your clock is at least ${seconds(finding.byMs)} behind, as a signed round of ${beacon} proves; this is ` +
        'counted in.'
      );
    case 'ahead':
      return (
        ` Your clock is ${seconds(finding.byMs)} ahead of the newest round that ${beacon} has: set it right. ` +
        'Where a clock is ahead, locks look late that were not.'
      );
  }
}

function seconds(ms: number): string {
  const whole = Math.max(1, Math.floor(ms / 1_000));
  return `${whole.toLocaleString('en-US')} second${whole === 1 ? '' : 's'}`;
}
