/**
 * What this browser saw of a round before its result, and how further observations are merged.
 *
 * Called by the watcher. Pure. Invariant: a first observation is never overwritten. A later one either agrees with it
 * or is a contradiction, which exposes a server that shows different histories. Observations may arrive out of order (a
 * cached list after a fresh fact), so only fields present in both are compared, and an older observation with less data
 * contradicts nothing.
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import type { BattleOffer } from '@fairpot/fairness/verify/verify-offer';
import { texts } from './texts.ts';

/** A round as a view or a fact shows it at one moment, reduced to the fields that fairness depends on. */
export interface Observation {
  readonly game: ProvableGame;
  readonly roundId: string;
  readonly phase: 'open' | 'locked' | 'settled';
  readonly hash: string;
  /** The stakes known so far, in the order and form of the lock's entries (`player` omitted before the lock). */
  readonly stakes: readonly ObservedStake[];
  /** Canonical text of the lock record; null while open. */
  readonly lock: string | null;
  /** Battles: the offer. Missing for other games, and in memories of an older page version. */
  readonly battle?: BattleOffer;
}

/** One stake on the screen: the site id of its player, and its entry in the form of the lock without `player`. */
export interface ObservedStake {
  readonly userId: string;
  readonly entry: Readonly<Record<string, number>>;
}

/**
 * The memory of a round. `first` is the phase at the first observation: 'open' means before the stakes were complete.
 */
export interface RoundMemory extends Omit<Observation, 'phase'> {
  readonly first: Observation['phase'];
  /** When the lock was first seen, epoch ms of this browser's own clock; missing until then. */
  readonly lockSeenAt?: number;
}

export interface NoteResult {
  readonly memory: RoundMemory;
  /** The contradiction with an earlier observation, as text; null when everything agrees. */
  readonly contradiction: string | null;
}

/** The memory after one more observation, at `now` (epoch ms) of this browser's own clock. */
export function note(before: RoundMemory | undefined, observation: Observation, now: number): NoteResult {
  const { phase, ...rest } = observation;
  if (!before) {
    const first: RoundMemory = { ...rest, first: phase };
    return { memory: observation.lock === null ? first : { ...first, lockSeenAt: now }, contradiction: null };
  }
  const contradiction = contradictionOf(before, observation);
  if (contradiction !== null) return { memory: before, contradiction };
  const stakes = longer(before.stakes, observation.stakes);
  const lock = before.lock ?? observation.lock;
  const battle = withTables(before.battle, observation.battle);
  // The same object when nothing is new, so that nothing is written again.
  const isNew = stakes !== before.stakes || lock !== before.lock || battle !== before.battle;
  // The time stays that of the first observation, and is never invented for a lock stored without one.
  const lockSeenAt = before.lock === null && observation.lock !== null ? { lockSeenAt: now } : {};
  const memory = isNew ? { ...before, stakes, lock, ...(battle && { battle }), ...lockSeenAt } : before;
  return { memory, contradiction };
}

/**
 * The offer of the first observation plus drop tables shown since; the same object when none is new.
 */
function withTables(before: BattleOffer | undefined, now: BattleOffer | undefined): BattleOffer | undefined {
  if (!before || !now) return before ?? now;
  const more = now.tables.filter(({ caseId }) => !before.tables.some((table) => table.caseId === caseId));
  return more.length === 0 ? before : { ...before, tables: [...before.tables, ...more] };
}

function longer(a: readonly ObservedStake[], b: readonly ObservedStake[]): readonly ObservedStake[] {
  return b.length > a.length ? b : a;
}

function contradictionOf(before: RoundMemory, observation: Observation): string | null {
  if (before.game !== observation.game) return texts.contradiction.game(before.game, observation.game);
  if (before.hash !== observation.hash) return texts.contradiction.commitment;
  if (before.lock !== null && observation.lock !== null && before.lock !== observation.lock)
    return texts.contradiction.lock;
  const offer = before.battle && observation.battle ? offerContradiction(before.battle, observation.battle) : null;
  if (offer !== null) return offer;
  if (observation.phase !== 'open' && observation.stakes.length < before.stakes.length)
    return texts.contradiction.stakeMissing;
  for (const [at, now] of observation.stakes.entries()) {
    const stake = before.stakes[at];
    if (!stake) break;
    if (now.userId !== stake.userId) return texts.contradiction.stakeOwner;
    if (!sameEntry(now.entry, stake.entry)) return texts.contradiction.stakeChanged;
  }
  return null;
}

function offerContradiction(before: BattleOffer, now: BattleOffer): string | null {
  if (!sameList(before.cases, now.cases)) return texts.contradiction.cases;
  if (before.mode !== now.mode) return texts.contradiction.mode(before.mode, now.mode);
  if (before.teams !== now.teams || before.seatsPerTeam !== now.seatsPerTeam) return texts.contradiction.seats;
  const changed = now.tables.find((table) => {
    const shown = before.tables.find(({ caseId }) => caseId === table.caseId);
    if (!shown) return false;
    const same = shown.priceCents === table.priceCents && sameList(shown.weights, table.weights);
    return !(same && sameList(shown.cents, table.cents));
  });
  return changed ? texts.contradiction.table(changed.caseId) : null;
}

function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}

function sameEntry(a: ObservedStake['entry'], b: ObservedStake['entry']): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/**
 * Whether the lock was first seen when its beacon round was already due: then this browser cannot confirm that the
 * stakes were locked before the beacon. A lock without a time counts as late. `beaconAt`: when the named round is due,
 * epoch ms; null for an unknown beacon. `behindMs`: proven minimum by which the own clock is behind.
 */
export function isSeenLate(
  { lockSeenAt }: Pick<RoundMemory, 'lockSeenAt'>,
  beaconAt: number | null,
  behindMs = 0,
): boolean {
  return lockSeenAt === undefined || beaconAt === null || lockSeenAt + behindMs >= beaconAt;
}

/** Checks memories read from storage: enough of the shape for `note` to rely on. */
export function isRing(value: unknown): value is readonly RoundMemory[] {
  return Array.isArray(value) && value.every(isMemory);
}

function isMemory(value: unknown): value is RoundMemory {
  if (typeof value !== 'object' || value === null) return false;
  const { roundId, hash, stakes, lock, first, game, battle, lockSeenAt }: Record<string, unknown> = { ...value };
  return (
    (battle === undefined || isBattle(battle)) &&
    [roundId, hash, game].every((text) => typeof text === 'string') &&
    (lock === null || typeof lock === 'string') &&
    (lockSeenAt === undefined || typeof lockSeenAt === 'number') &&
    (first === 'open' || first === 'locked' || first === 'settled') &&
    Array.isArray(stakes) &&
    stakes.every(
      (stake: unknown) => typeof stake === 'object' && stake !== null && 'userId' in stake && 'entry' in stake,
    )
  );
}

function isBattle(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { cases, mode, teams, seatsPerTeam, tables }: Record<string, unknown> = { ...value };
  return (
    Array.isArray(cases) &&
    typeof mode === 'string' &&
    [teams, seatsPerTeam].every(Number.isInteger) &&
    Array.isArray(tables) &&
    tables.every(
      (table: unknown) =>
        typeof table === 'object' &&
        table !== null &&
        'priceCents' in table &&
        typeof table.priceCents === 'number' &&
        'weights' in table &&
        'cents' in table &&
        [table.weights, table.cents].every(Array.isArray),
    )
  );
}

/** Maximum number of rounds kept over a reload of the page. */
export const RING_SIZE = 120;
/**
 * Maximum size of the ring as JSON, in characters: browsers give a site some five million and reject a larger write
 * entirely.
 */
export const RING_CHARS = 1_000_000;

/** Upper bound of a memory's size as JSON; a pot of a thousand entries has some 200,000 characters. */
export function charsOf({ stakes, lock, battle }: RoundMemory): number {
  return 400 + stakes.length * 120 + JSON.stringify(lock).length + (battle ? JSON.stringify(battle).length : 0);
}

/** The newest memories that fit; always at least the newest one. */
function dropOldest(ring: readonly RoundMemory[]): readonly RoundMemory[] {
  let left = RING_CHARS;
  const first = ring.findLastIndex((memory, at) => (left -= charsOf(memory)) < 0 && at < ring.length - 1);
  return first < 0 ? ring : ring.slice(first + 1);
}

/** The ring with `memory` added, newest last: it replaces its own earlier form, and the oldest are dropped first. */
export function addToRing(ring: readonly RoundMemory[], memory: RoundMemory): readonly RoundMemory[] {
  const at = ring.findIndex((other) => other.roundId === memory.roundId);
  if (at >= 0) return dropOldest(ring.map((other, i) => (i === at ? memory : other)));
  return dropOldest([...ring, memory].slice(-RING_SIZE));
}
