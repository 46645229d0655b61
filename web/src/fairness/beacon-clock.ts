/**
 * Checks this browser's own clock against the beacon: the newest signed round of public endpoints is a time that
 * neither the site nor this machine chose.
 *
 * Called by the watcher. A signed round proves that its time has come, so it proves that a clock is behind, whichever
 * endpoint answered. That there is no newer round is only the endpoints' claim; the newest of several counts.
 * Invariant: a round counts only if its signature verifies under a pinned chain, and in live mode no endpoint chosen by
 * the site is asked.
 */
import { create } from 'zustand';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import { askFairness } from './client.ts';
import { texts } from './texts.ts';

/**
 * A verified beacon round, with the own clock (epoch ms) before the request and after the response.
 */
interface BeaconSample {
  readonly round: number;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** The beacon's finding about this clock. `byMs`: the minimum difference. */
export type ClockFinding =
  /** No endpoint returned a signed round: nothing confirms this machine's clock. */
  | { readonly found: 'unknown' }
  | { readonly found: 'right'; readonly round: number }
  /** Proven: a round that is in the future by this clock is already signed. */
  | { readonly found: 'behind'; readonly byMs: number; readonly round: number }
  /** Claimed by the endpoints: they have no newer round. Either this clock is ahead or the beacon is late. */
  | { readonly found: 'ahead'; readonly byMs: number; readonly round: number };

interface BeaconClockState {
  /** Null until the first check has ended. */
  readonly finding: ClockFinding | null;
  /** Proven minimum by which this clock is behind; 0 if it is not. Added to this clock's readings. */
  readonly behindMs: number;
}

/** Tolerance before a wrong clock is reported: the beacon and the network need a moment. */
const TOLERANCE_MS = 5_000;
/** When a lock is first seen, the check is repeated if the last one is older than this. */
export const FRESH_MS = 60_000;
/**
 * If the own clock and the time since page load drift apart by more than this, the clock was changed or the machine
 * slept.
 */
const JUMP_MS = 1_000;
const TIMEOUT_MS = 8_000;

const NOT_ASKED: BeaconClockState = { finding: null, behindMs: 0 };
const UNKNOWN: BeaconClockState = { finding: { found: 'unknown' }, behindMs: 0 };
export const useBeaconClock = create<BeaconClockState>(() => NOT_ASKED);

/** The finding of a sample; null means that there is no sample. */
export function judgeClock(
  sample: BeaconSample | null,
  chain: Pick<DrandChain, 'genesisMs' | 'periodMs'>,
): BeaconClockState {
  if (sample === null) return UNKNOWN;
  const { round, sentAt, receivedAt } = sample;
  const out = drandRoundTime(round, chain);
  const behindMs = Math.max(0, out - receivedAt);
  // The next round was not out when the request was sent.
  const aheadMs = sentAt - (out + chain.periodMs);
  if (behindMs > TOLERANCE_MS) return { finding: { found: 'behind', byMs: behindMs, round }, behindMs };
  if (aheadMs > TOLERANCE_MS) return { finding: { found: 'ahead', byMs: aheadMs, round }, behindMs };
  return { finding: { found: 'right', round }, behindMs };
}

/** Asks all endpoints at once for their newest round and returns the newest verified one; null if there is none. */
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
 * Checks the clock against the beacon, unless that was done recently and the clock was not changed since. Never
 * rejects. `now`: this browser's own clock, epoch ms.
 */
export async function checkClock(
  endpoints: readonly string[],
  chain: DrandChain | undefined,
  now: () => number = Date.now,
): Promise<void> {
  const basis = now() - performance.now();
  const isSet = asked !== null && Math.abs(basis - asked.basis) > JUMP_MS;
  if (chain === undefined || (asked !== null && !isSet && now() - asked.at < FRESH_MS)) return;
  // The finding belongs to the previous setting of the clock.
  if (isSet) useBeaconClock.setState(NOT_ASKED);
  const mine = { at: now(), basis };
  asked = mine;
  const sample = await sampleBeacon(endpoints, chain, now);
  if (asked !== mine) return;
  if (sample !== null) return useBeaconClock.setState(judgeClock(sample, chain));
  // Unreachable: an earlier finding still holds, and the next lock asks again.
  asked = null;
  if (useBeaconClock.getState().finding === null) useBeaconClock.setState(UNKNOWN);
}

/** Discards the finding, because another chain is trusted now. */
export function forgetClock(): void {
  asked = null;
  useBeaconClock.setState(NOT_ASKED);
}

/** The finding as sentences that follow those about a lock. */
export function clockText(finding: ClockFinding, simulated: boolean): string {
  const beacon = simulated ? texts.clock.demoBeacon : texts.clock.drand;
  switch (finding.found) {
    case 'unknown':
      return texts.clock.unknown(simulated ? texts.clock.simulatedBeacon : texts.clock.drand);
    case 'right':
      return texts.clock.right(beacon);
    case 'behind':
      return texts.clock.behind(seconds(finding.byMs), beacon);
    case 'ahead':
      return texts.clock.ahead(seconds(finding.byMs), beacon);
  }
}

function seconds(ms: number): string {
  return texts.clock.seconds(Math.max(1, Math.floor(ms / 1_000)));
}
