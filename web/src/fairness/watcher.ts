/**
 * The watcher: notes every round that this browser shows before its result, and recomputes it afterwards.
 *
 * Game pages call `watchRound` with each state of a round they show; any component can read the seals. Invariant: the
 * server's last word is checked against its first (observation.ts) and by arithmetic (the worker), never on its own.
 */
import { useEffect } from 'react';
import { create } from 'zustand';
import { DRAND_ENDPOINTS, isOnSiteMachine, SIMULATED_BEACON_PATH } from '@fairpot/contract/fair/beacon';
import type { Settings } from '@fairpot/contract/settings/schemas';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { firstDifference } from '@fairpot/fairness/verify/diff';
import type { PotItem } from '@fairpot/fairness/games/payout';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';
import { drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import { useSettings } from '../platform/page/settings.ts';
import { checkClock, forgetClock, useBeaconClock } from './beacon-clock.ts';
import { askFairness, startWorkerWhenIdle } from './client.ts';
import { acceptChain, chainOf, checkPin, isPins } from './pins.ts';
import type { Pins } from './pins.ts';
import { nextSeal } from './seal.ts';
import type { BrowserSeal, SealEvent } from './seal.ts';
import { isRing, isSeenLate, note, addToRing } from './observation.ts';
import type { RoundMemory, Observation } from './observation.ts';
import { expectResult, stopAwaiting, useOpenedRounds } from './silence.ts';
import type { SealOpener } from './silence.ts';
import { readStored, writeStored } from './storage.ts';
import { texts } from './texts.ts';

/** A round as a page shows it. `proof` is null until the settlement. */
export interface WatchedRound extends Observation {
  readonly proof: RoundProof | null;
  /** Pseudonyms in the lock by site user id; may be empty while the round is open. */
  readonly pseudonyms: Readonly<Record<string, string>>;
  /** The chances as shown, in the order of the entries. */
  readonly chances: readonly string[];
  /** The items of the pot, as shown; none for a game paid in balance. */
  readonly items: readonly PotItem[];
}

export interface BeaconAlarm {
  readonly pinned: DrandChain;
  readonly offered: DrandChain;
}

interface WatchState {
  readonly seals: Readonly<Record<string, BrowserSeal>>;
  /** Rounds whose verification failed, in the order found. */
  readonly mismatches: readonly { readonly roundId: string; readonly game: string; readonly reason: string }[];
  readonly beaconAlarm: BeaconAlarm | null;
}

const RING_KEY = 'fairpot.seen';
const PINS_KEY = 'fairpot.beacon';
const WRITE_AFTER_MS = 1_000;

export const useWatch = create<WatchState>(() => ({ seals: {}, mismatches: [], beaconAlarm: null }));

let ring: readonly RoundMemory[] = readStored(RING_KEY, isRing) ?? [];
/**
 * Addresses of the beacon, as named by the site. Its answers are verified, so the addresses need not be trusted.
 */
let beaconUrls: readonly string[] = [];
/** Endpoints to check this browser's own clock against. */
let clockEndpoints: readonly string[] = [];
let pins: Pins | null = readStored(PINS_KEY, isPins);
/** Settled rounds that wait until the player accepts a changed beacon. */
const postponed = new Map<string, WatchedRound>();
let writing: ReturnType<typeof setTimeout> | null = null;

/** The seal of a round; undefined when this page has not shown the round yet. */
export function useSeal(roundId: string): BrowserSeal | undefined {
  return useWatch((state) => state.seals[roundId]);
}

/**
 * Notes one state of a round, recomputes it once it is settled, and opens its seal if it stays unpublished. Calling it
 * again with the same state is cheap. `now`: epoch ms by this browser's own clock, never the server's.
 */
export function watchRound(watched: WatchedRound, now: number = Date.now()): void {
  const { proof, game, roundId, phase, hash, stakes, lock, battle } = watched;
  const observation: Observation = { game, roundId, phase, hash, stakes, lock, ...(battle && { battle }) };
  const before = ring.find((memory) => memory.roundId === roundId);
  const { memory, contradiction } = note(before, observation, now);
  if (memory !== before) saveMemory(memory);
  // A lock seen for the first time: check the clock that dates it against the beacon.
  if (memory.lockSeenAt !== before?.lockSeenAt && phase === 'locked') void checkOwnClock();
  advance(observation, { event: 'noted', memory, contradiction });
  if (phase === 'locked') awaitResult(watched, memory, now);
  if (proof) compareWithOpened(observation, proof);
  const state = useWatch.getState().seals[roundId]?.state;
  if (proof && (state === 'watching' || state === 'unchecked' || state === 'opened')) check(watched, proof, memory);
}

/**
 * Nothing is verified until a changed beacon is accepted: the alarm is up, and a verdict would only repeat it.
 */
function check(watched: WatchedRound, proof: RoundProof, memory: RoundMemory): void {
  if (useWatch.getState().beaconAlarm === null) return void verify(watched, proof, memory);
  postponed.set(watched.roundId, watched);
  advance(watched, { event: 'failed' });
}

async function verify(watched: WatchedRound, proof: RoundProof, memory: RoundMemory): Promise<void> {
  const { chances } = watched;
  advance(watched, { event: 'started' });
  const entries = entriesOf(watched, memory);
  const { hash, lock, battle } = memory;
  const seen = { hash, entries, chances, ...(lock !== null && { lockText: lock }), ...(battle && { battle }) };
  try {
    const { verdict, picture } = await askFairness({ ask: 'verify', proof, seen, chains: trustedChains() });
    const trace = {
      ticket: picture?.ticket ?? null,
      total: picture?.total ?? null,
      beaconRound: String(proof.drand.round),
    };
    advance(watched, { event: 'judged', verdict, trace, late: isLate(memory) });
    timeSeal(memory);
  } catch {
    // The worker could not run: the seal says that nothing was checked, and the next observation tries again.
    advance(watched, { event: 'failed' });
  }
}

/** The observed stakes, in the form that the lock must have. */
function entriesOf({ pseudonyms }: WatchedRound, { stakes }: RoundMemory): readonly Record<string, string | number>[] {
  return stakes.map(({ userId, entry }) => ({ player: pseudonyms[userId] ?? userId, ...entry }));
}

/** By this browser's own clock, corrected where it is proven to be behind. */
function isLate(memory: RoundMemory): boolean {
  return isSeenLate(memory, namedBeacon(memory.lock)?.at ?? null, useBeaconClock.getState().behindMs);
}

/** Applies the clock finding to a seal; only rounds seen before their result were timed by this clock. */
function timeSeal(memory: RoundMemory): void {
  const clock = useBeaconClock.getState().finding;
  if (memory.first !== 'settled' && clock !== null) advance(memory, { event: 'timed', clock, late: isLate(memory) });
}

/** Checks this browser's clock against the beacon, then re-evaluates the seals that depend on it. Never rejects. */
async function checkOwnClock(): Promise<void> {
  await checkClock(clockEndpoints, trustedChains().at(-1));
  const { seals } = useWatch.getState();
  for (const memory of ring) if (seals[memory.roundId]) timeSeal(memory);
}

/**
 * The beacon round that a lock names and when it is due (epoch ms); null for a chain that this browser does not trust.
 */
function namedBeacon(lock: string | null): { readonly round: number; readonly at: number } | null {
  try {
    const { drand } = JSON.parse(lock ?? '') as { readonly drand: { readonly chain: string; readonly round: number } };
    const chain = trustedChains().find(({ chainHash }) => chainHash === drand.chain);
    return chain ? { round: drand.round, at: drandRoundTime(drand.round, chain) } : null;
  } catch {
    // Not a lock record: the verifier reports what is wrong with it; there is just no time to compare with.
    return null;
  }
}

function awaitResult(watched: WatchedRound, memory: RoundMemory, now: number): void {
  const { hash, lock, battle, roundId } = memory;
  const beacon = namedBeacon(lock);
  if (lock === null || beacon === null) return;
  const seen = { hash, entries: entriesOf(watched, memory), ...(battle && { battle }) };
  const opener: SealOpener = {
    chains: trustedChains,
    beaconUrls: () => beaconUrls,
    onOpened: (_, found) => {
      const late = isLate(memory);
      if (found.found === 'cheated') advance(watched, { event: 'accused', reason: found.reason });
      else advance(watched, { event: 'opened', beaconRound: beacon.round.toLocaleString('en-US'), late });
    },
  };
  expectResult(
    { roundId, lockText: lock, beaconRound: beacon.round, dueAt: beacon.at, seen, items: watched.items },
    opener,
    now,
  );
}

/** A result published late must equal the one that this browser opened. */
function compareWithOpened(round: Observation, proof: RoundProof): void {
  stopAwaiting(round.roundId);
  const opened = useOpenedRounds.getState()[round.roundId];
  if (!opened) return;
  const difference = firstDifference(opened.outcome, proof.outcome, 'outcome');
  if (difference === null && opened.secret === proof.secret) return;
  const reason = texts.contradiction.published(difference ?? texts.contradiction.otherSecret);
  advance(round, { event: 'accused', reason });
}

/**
 * The site says that there was no draw. If the seal was opened there is a result, and a round whose beacon round is out
 * must not be voided.
 */
export function watchVoid(round: Pick<Observation, 'roundId' | 'game'>): void {
  stopAwaiting(round.roundId);
  if (!useOpenedRounds.getState()[round.roundId]) return;
  advance(round, { event: 'accused', reason: texts.contradiction.voided });
}

function advance(round: Pick<Observation, 'roundId' | 'game'>, change: SealEvent): void {
  const { seals, mismatches } = useWatch.getState();
  const before = seals[round.roundId];
  const after = nextSeal(before, change);
  if (after === before) return;
  const found = after.state === 'mismatch' ? [{ roundId: round.roundId, game: round.game, reason: after.reason }] : [];
  useWatch.setState({ seals: { ...seals, [round.roundId]: after }, mismatches: [...mismatches, ...found] });
}

function saveMemory(memory: RoundMemory): void {
  ring = addToRing(ring, memory);
  writing ??= setTimeout(() => {
    writing = null;
    writeStored(RING_KEY, ring);
  }, WRITE_AFTER_MS);
}

/** This browser's memory of a round; undefined when the round was never shown or was shown too long ago. */
export function memoryOf(roundId: string): RoundMemory | undefined {
  return ring.find((memory) => memory.roundId === roundId);
}

/**
 * Records what the public log contains of a round: `problem` for a contradiction, `size` of the log that contains it,
 * or null.
 */
export function noteInLog(
  round: Pick<Observation, 'roundId' | 'game'>,
  found: { readonly problem: string | null; readonly size: number | null },
): void {
  advance(round, { event: 'logged', ...found });
}

/** The pinned chains, newest last. */
export function trustedChains(): readonly DrandChain[] {
  return pins?.chains ?? [];
}

/** Compares the chain that the server names with the pin: pins it on first use, raises the alarm when it changed. */
export function checkBeacon(offered: DrandChain): void {
  const finding = checkPin(pins, offered);
  if (finding.found === 'first') storePins(finding.pins);
  const alarmed = useWatch.getState().beaconAlarm !== null;
  if (finding.found === 'changed' || alarmed)
    useWatch.setState({ beaconAlarm: finding.found === 'changed' ? finding : null });
}

/** The player accepts the changed beacon. */
export function acceptBeacon(offered: DrandChain): void {
  storePins(acceptChain(pins, offered));
  useWatch.setState({ beaconAlarm: null });
  const waiting = [...postponed.values()];
  postponed.clear();
  for (const watched of waiting) watchRound(watched);
}

function storePins(next: Pins): void {
  pins = next;
  forgetClock();
  writeStored(PINS_KEY, next);
}

/**
 * Sets the addresses of the beacon. The clock is checked only with drand's own endpoints, whatever the site names; the
 * simulated beacon of a demo has none, so there the site's address is used.
 */
export function setBeaconUrls(urls: readonly string[], simulated = true): void {
  beaconUrls = urls;
  clockEndpoints = simulated ? urls.slice(0, 1) : DRAND_ENDPOINTS;
}

/**
 * The beacon addresses for a page under this host name. A demo's beacon answers through the site; on the site's own
 * machine also at its own address, for when the site is down.
 */
export function beaconUrlsOf({ simulated, url }: Settings['beacon'], hostname: string): readonly string[] {
  if (!simulated) return [url];
  return isOnSiteMachine(hostname) ? [SIMULATED_BEACON_PATH, url] : [SIMULATED_BEACON_PATH];
}

/** Pins the beacon and fetches the worker when idle. Used once, by the site-wide banner. */
export function useWatcher(): void {
  const beacon = useSettings()?.beacon;
  const chain = beacon?.drand;
  useEffect(() => startWorkerWhenIdle(), []);
  useEffect(() => {
    const offered = chain && chainOf(chain);
    if (offered) checkBeacon(offered);
  }, [chain]);
  useEffect(() => setBeaconUrls(beacon ? beaconUrlsOf(beacon, location.hostname) : [], beacon?.simulated), [beacon]);
}
