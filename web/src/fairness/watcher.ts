/**
 * The watcher: every round that this browser shows is noted before its result and recomputed after it.
 *
 * Game pages call `watchRound` with each state of a round they show; anything on the page reads the seals. Invariant:
 * what the server says last is judged by what it said first (seen.ts) and by arithmetic (the worker), never by itself.
 */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { DrandChain } from '@fairpot/fairness/beacon';
import type { RoundProof } from '@fairpot/fairness/proof';
import { useSettings } from '../platform/settings.ts';
import { askFairness, startWorkerWhenIdle } from './client.ts';
import { acceptChain, chainOf, checkPin, isPins } from './pins.ts';
import type { Pins } from './pins.ts';
import { nextSeal } from './seal.ts';
import type { Seal, SealEvent } from './seal.ts';
import { isRing, note, remembered } from './seen.ts';
import type { Memory, Sight } from './seen.ts';
import { readStored, writeStored } from './storage.ts';

/** A round as a page shows it. `proof` is null until the settlement. */
export interface Watched extends Sight {
  readonly proof: RoundProof | null;
  /** Pseudonyms of the lock by site user id; may be empty while the round is open. */
  readonly pseudonyms: Readonly<Record<string, string>>;
  /** The chances as shown, in the order of the entries. */
  readonly chances: readonly string[];
}

export interface BeaconAlarm {
  readonly pinned: DrandChain;
  readonly offered: DrandChain;
}

interface WatchState {
  readonly seals: Readonly<Record<string, Seal>>;
  /** Rounds whose verification failed, in the order found. */
  readonly mismatches: readonly { readonly roundId: string; readonly game: string; readonly reason: string }[];
  readonly beaconAlarm: BeaconAlarm | null;
}

const RING_KEY = 'fairpot.seen';
const PINS_KEY = 'fairpot.beacon';
const WRITE_AFTER_MS = 1_000;

export const useWatch = create<WatchState>(() => ({ seals: {}, mismatches: [], beaconAlarm: null }));

let ring: readonly Memory[] = readStored(RING_KEY, isRing) ?? [];
let pins: Pins | null = readStored(PINS_KEY, isPins);
/** Settled rounds that wait for the player's word about a changed beacon. */
const postponed = new Map<string, Watched>();
let writing: ReturnType<typeof setTimeout> | null = null;

/** The seal of a round; undefined when this page has not shown the round yet. */
export function useSeal(roundId: string): Seal | undefined {
  return useWatch((state) => state.seals[roundId]);
}

/** Notes one state of a round, and recomputes it once it is settled. Calling it again with the same state is cheap. */
export function watchRound(watched: Watched): void {
  const { proof, game, roundId, phase, hash, stakes, lock, battle } = watched;
  const sight: Sight = { game, roundId, phase, hash, stakes, lock, ...(battle && { battle }) };
  const before = ring.find((memory) => memory.roundId === roundId);
  const { memory, contradiction } = note(before, sight);
  if (memory !== before) keep(memory);
  advance(sight, { event: 'noted', memory, contradiction });
  const state = useWatch.getState().seals[roundId]?.state;
  if (proof && (state === 'watching' || state === 'unchecked')) check(watched, proof, memory);
}

/** While the beacon's change is not accepted nothing is judged: the alarm stands, and a verdict would only repeat it. */
function check(watched: Watched, proof: RoundProof, memory: Memory): void {
  if (useWatch.getState().beaconAlarm === null) return void verify(watched, proof, memory);
  postponed.set(watched.roundId, watched);
  advance(watched, { event: 'failed' });
}

async function verify(watched: Watched, proof: RoundProof, memory: Memory): Promise<void> {
  const { pseudonyms, chances } = watched;
  advance(watched, { event: 'started' });
  const entries = memory.stakes.map(({ userId, entry }) => ({ player: pseudonyms[userId] ?? userId, ...entry }));
  const { hash, lock, battle } = memory;
  const seen = { hash, entries, chances, ...(lock !== null && { lockText: lock }), ...(battle && { battle }) };
  try {
    const { verdict, picture } = await askFairness({ ask: 'verify', proof, seen, chains: trustedChains() });
    const trace = {
      ticket: picture?.ticket ?? null,
      total: picture?.total ?? null,
      beaconRound: String(proof.drand.round),
    };
    advance(watched, { event: 'judged', verdict, trace });
  } catch {
    // The worker could not run: the seal says that nothing was checked, and the next sight tries again.
    advance(watched, { event: 'failed' });
  }
}

function advance(round: Pick<Sight, 'roundId' | 'game'>, change: SealEvent): void {
  const { seals, mismatches } = useWatch.getState();
  const before = seals[round.roundId];
  const after = nextSeal(before, change);
  if (after === before) return;
  const found = after.state === 'mismatch' ? [{ roundId: round.roundId, game: round.game, reason: after.reason }] : [];
  useWatch.setState({ seals: { ...seals, [round.roundId]: after }, mismatches: [...mismatches, ...found] });
}

function keep(memory: Memory): void {
  ring = remembered(ring, memory);
  writing ??= setTimeout(() => {
    writing = null;
    writeStored(RING_KEY, ring);
  }, WRITE_AFTER_MS);
}

/** What this browser noted of a round; undefined when it was never shown, or is too long ago. */
export function memoryOf(roundId: string): Memory | undefined {
  return ring.find((memory) => memory.roundId === roundId);
}

/** Tells what the public log holds of a round: `problem` for a contradiction, `size` of the log that holds it, or null. */
export function noteInLog(
  round: Pick<Sight, 'roundId' | 'game'>,
  found: { readonly problem: string | null; readonly size: number | null },
): void {
  advance(round, { event: 'logged', ...found });
}

/** The chains that were pinned before, newest last. */
export function trustedChains(): readonly DrandChain[] {
  return pins?.chains ?? [];
}

/** Compares the chain that the server names with the pin; pins it at first sight, raises the alarm when it changed. */
export function meetBeacon(offered: DrandChain): void {
  const finding = checkPin(pins, offered);
  if (finding.found === 'first') storePins(finding.pins);
  const alarmed = useWatch.getState().beaconAlarm !== null;
  if (finding.found === 'changed' || alarmed)
    useWatch.setState({ beaconAlarm: finding.found === 'changed' ? finding : null });
}

/** The player's word that the changed beacon is in order. */
export function acceptBeacon(offered: DrandChain): void {
  storePins(acceptChain(pins, offered));
  useWatch.setState({ beaconAlarm: null });
  const waiting = [...postponed.values()];
  postponed.clear();
  for (const watched of waiting) watchRound(watched);
}

function storePins(next: Pins): void {
  pins = next;
  writeStored(PINS_KEY, next);
}

/** Pins the beacon and fetches the worker on idle. Used once, by the site-wide banner. */
export function useWatcher(): void {
  const chain = useSettings()?.beacon.drand;
  useEffect(() => startWorkerWhenIdle(), []);
  useEffect(() => {
    const offered = chain && chainOf(chain);
    if (offered) meetBeacon(offered);
  }, [chain]);
}
