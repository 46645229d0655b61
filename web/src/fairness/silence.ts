/**
 * Handles a site that does not publish: once the named beacon round is out and a grace period is over, this browser
 * asks the beacon itself, opens the sealed secret of the lock that it saw, and computes the result without the site.
 *
 * Called by the watcher for every locked round that a page shows, the user's own or not. Invariant: a result stored
 * here was computed from the lock as first seen and from an output with a valid signature; the source of the output is
 * not trusted.
 */
import { useMemo } from 'react';
import { create } from 'zustand';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import type { Outcome } from '@fairpot/fairness/games/outcome';
import type { Payouts } from '@fairpot/fairness/games/payout';
import type { OpenSealResult, OpenSealInput } from './answer.ts';
import { askFairness } from './client.ts';

/** A result that this browser computed although the site has not published it. */
export interface OpenedRound {
  readonly secret: string;
  readonly outcome: Outcome;
  /** What the site owes for it. */
  readonly payouts: Payouts;
  readonly beaconRound: number;
}

/** A locked round whose result is due. */
export interface DueRound extends Omit<OpenSealInput, 'signature' | 'chains'> {
  readonly roundId: string;
  readonly beaconRound: number;
  /** When that round of the beacon is due, epoch ms. */
  readonly dueAt: number;
}

/** Callback for the result, and the trusted chains and beacon addresses. */
export interface SealOpener {
  readonly chains: () => readonly DrandChain[];
  /** Addresses of the beacon, asked one after the other; empty until known. */
  readonly beaconUrls: () => readonly string[];
  readonly onOpened: (roundId: string, found: Exclude<OpenSealResult, { found: 'nothing' }>) => void;
}

/** Grace period for the site to publish after the beacon round is due. */
export const GRACE_MS = 10_000;
/** First wait after an unanswered request; doubled each time up to `LONGEST_MS`. */
const AGAIN_MS = 5_000;
const LONGEST_MS = 60_000;
const TIMEOUT_MS = 8_000;

export const useOpenedRounds = create<Readonly<Record<string, OpenedRound>>>(() => ({}));

/** The result of a round that this browser opened itself; undefined without one. */
export function useOpened(roundId: string): OpenedRound | undefined {
  return useOpenedRounds((rounds) => rounds[roundId]);
}

/** The round as its game shows it with the result that this browser opened (`openedAs`); without one, as it is. */
export function useWithOpened<V extends { readonly id: string }>(
  round: V,
  openedAs: (round: V, opened: OpenedRound) => V,
): V {
  const opened = useOpened(round.id);
  return useMemo(() => (opened ? openedAs(round, opened) : round), [round, opened, openedAs]);
}

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Opens the round if its result is not published in time. Calling it again for the same round is cheap. */
export function expectResult(due: DueRound, opener: SealOpener, now: number): void {
  const { roundId, dueAt } = due;
  if (timers.has(roundId) || useOpenedRounds.getState()[roundId]) return;
  scheduleAttempt(due, opener, Math.max(0, dueAt + GRACE_MS - now), AGAIN_MS);
}

/** Stops waiting, because the result was published or there will be none. */
export function stopAwaiting(roundId: string): void {
  clearTimeout(timers.get(roundId));
  timers.delete(roundId);
}

function scheduleAttempt(due: DueRound, opener: SealOpener, ms: number, again: number): void {
  const timer = setTimeout(() => {
    void tryToOpen(due, opener).then((done) => {
      // Published meanwhile, or watched again.
      if (timers.get(due.roundId) !== timer) return;
      if (done) timers.delete(due.roundId);
      else scheduleAttempt(due, opener, again, Math.min(again * 2, LONGEST_MS));
    });
  }, ms);
  timers.set(due.roundId, timer);
}

/** True when there is a final answer. */
async function tryToOpen(
  { roundId, beaconRound, lockText, seen, items }: DueRound,
  opener: SealOpener,
): Promise<boolean> {
  let signature: string | null = null;
  for (const url of opener.beaconUrls()) signature ??= await outputOf(url, beaconRound);
  if (signature === null || !timers.has(roundId)) return false;
  try {
    const found = await askFairness({ ask: 'open', lockText, signature, seen, items, chains: opener.chains() });
    if (found.found === 'nothing' || !timers.has(roundId)) return false;
    if (found.found === 'result') {
      const { secret, outcome, payouts } = found;
      useOpenedRounds.setState({ [roundId]: { secret, outcome, payouts, beaconRound } });
    }
    opener.onOpened(roundId, found);
    return true;
  } catch {
    // The worker could not be loaded: retried later.
    return false;
  }
}

/** The signature of a beacon round (hex) from drand's API; null while it is not available there. */
export async function outputOf(url: string, round: number): Promise<string | null> {
  try {
    const answer = await fetch(`${url}/v2/beacons/quicknet/rounds/${round}`, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = answer.ok ? await answer.json() : null;
    return isOutput(body, round) ? body.signature : null;
  } catch {
    // Unreachable, too slow, or not JSON: treated as no output yet.
    return null;
  }
}

function isOutput(body: unknown, round: number): body is { readonly signature: string } {
  if (typeof body !== 'object' || body === null) return false;
  const { signature, round: returned }: Record<string, unknown> = { ...body };
  return returned === round && typeof signature === 'string' && /^[0-9a-f]{96}$/.test(signature);
}
