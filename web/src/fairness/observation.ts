/**
 * What this browser saw of a round before its result, and what it makes of seeing more.
 *
 * Called by the watcher. Pure. Invariant: a first observation is never overwritten. Whatever comes later either agrees
 * with it or is a contradiction: this is how two stories are told apart. Observations may come out of order (a cached
 * list after a fresh fact), so an observation is held only against what both have, and an older one that knows less
 * contradicts nothing.
 */
import type { Game } from '@fairpot/contract/fair/schemas';
import type { SeenBattle } from '@fairpot/fairness/verify/verify-offer';

/** A round as a view or a fact shows it at one moment, reduced to what its fairness rests on. */
export interface Observation {
  readonly game: Game;
  readonly roundId: string;
  readonly phase: 'open' | 'locked' | 'settled';
  readonly hash: string;
  /** The stakes known so far, in the order and form of the lock's entries (`player` left out before the lock). */
  readonly stakes: readonly ObservedStake[];
  /** Canonical text of the lock record; null while open. */
  readonly lock: string | null;
  /** Battles: what is offered. Missing for the other games, and in memories of an older page. */
  readonly battle?: SeenBattle;
}

/** One stake on the screen: whose (site id), and its entry in the form of the lock without `player`. */
export interface ObservedStake {
  readonly userId: string;
  readonly entry: Readonly<Record<string, number>>;
}

/** The memory of a round. `first` is the phase at the first observation: 'open' is before the stakes were complete. */
export interface RoundMemory extends Omit<Observation, 'phase'> {
  readonly first: Observation['phase'];
  /** When the lock was first seen, epoch ms of this browser's own clock; missing as long as none was. */
  readonly lockSeenAt?: number;
}

export interface NoteResult {
  readonly memory: RoundMemory;
  /** What does not agree with an earlier observation, in words; null when all does. */
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
  // The time stays that of the first observation, and is never made up for a lock that was kept without one.
  const lockSeenAt = before.lock === null && observation.lock !== null ? { lockSeenAt: now } : {};
  const memory = isNew ? { ...before, stakes, lock, ...(battle && { battle }), ...lockSeenAt } : before;
  return { memory, contradiction };
}

/**
 * What was offered at the first observation, with the drop tables that were shown since; the same object when none is
 * new.
 */
function withTables(before: SeenBattle | undefined, now: SeenBattle | undefined): SeenBattle | undefined {
  if (!before || !now) return before ?? now;
  const more = now.tables.filter(({ caseId }) => !before.tables.some((table) => table.caseId === caseId));
  return more.length === 0 ? before : { ...before, tables: [...before.tables, ...more] };
}

function longer(a: readonly ObservedStake[], b: readonly ObservedStake[]): readonly ObservedStake[] {
  return b.length > a.length ? b : a;
}

function contradictionOf(before: RoundMemory, observation: Observation): string | null {
  if (before.game !== observation.game) return `This round was a ${before.game} and is now a ${observation.game}`;
  if (before.hash !== observation.hash) return 'The commitment was replaced after it had been shown';
  if (before.lock !== null && observation.lock !== null && before.lock !== observation.lock)
    return 'The lock record was changed after it had been published';
  const offer = before.battle && observation.battle ? offerContradiction(before.battle, observation.battle) : null;
  if (offer !== null) return offer;
  if (observation.phase !== 'open' && observation.stakes.length < before.stakes.length)
    return 'A stake that was seen is gone';
  for (const [at, now] of observation.stakes.entries()) {
    const stake = before.stakes[at];
    if (!stake) break;
    if (now.userId !== stake.userId) return 'A stake that was seen belongs to someone else now';
    if (!sameEntry(now.entry, stake.entry)) return 'A stake that was seen has changed';
  }
  return null;
}

function offerContradiction(before: SeenBattle, now: SeenBattle): string | null {
  if (!sameList(before.cases, now.cases)) return 'The cases of this battle were changed after they had been shown';
  if (before.mode !== now.mode) return `This battle was ${before.mode} and is now ${now.mode}`;
  if (before.teams !== now.teams || before.seatsPerTeam !== now.seatsPerTeam)
    return 'The seats of this battle were changed after they had been shown';
  const changed = now.tables.find((table) => {
    const shown = before.tables.find(({ caseId }) => caseId === table.caseId);
    if (!shown) return false;
    const same = shown.priceCents === table.priceCents && sameList(shown.weights, table.weights);
    return !(same && sameList(shown.cents, table.cents));
  });
  return changed ? `The price or drop table of ${changed.caseId} was changed after it had been shown` : null;
}

function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}

function sameEntry(a: ObservedStake['entry'], b: ObservedStake['entry']): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/**
 * Whether the lock was first seen when its beacon round was due already: then this browser cannot say that the stakes
 * were locked before the beacon. A lock without a time counts as late. `beaconAt`: when the named round is due, epoch
 * ms; null for a beacon that this browser does not know. `behindMs`: so far the own clock is proven to be behind.
 */
export function isSeenLate(
  { lockSeenAt }: Pick<RoundMemory, 'lockSeenAt'>,
  beaconAt: number | null,
  behindMs = 0,
): boolean {
  return lockSeenAt === undefined || beaconAt === null || lockSeenAt + behindMs >= beaconAt;
}

/** For reading memories back from storage: enough of the shape that `note` can rely on it. */
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

/** Most rounds that are kept over a reload of the page. */
export const RING_SIZE = 120;
/** Most characters that they take, as JSON: browsers give a site some five million, and refuse all of what is more. */
export const RING_CHARS = 1_000_000;

/** No less than what a memory takes as JSON; a pot of a thousand entries has some 200,000 characters. */
export function charsOf({ stakes, lock, battle }: RoundMemory): number {
  return 400 + stakes.length * 120 + JSON.stringify(lock).length + (battle ? JSON.stringify(battle).length : 0);
}

/** The newest memories that fit; the newest of all in any case. */
function dropOldest(ring: readonly RoundMemory[]): readonly RoundMemory[] {
  let left = RING_CHARS;
  const first = ring.findLastIndex((memory, at) => (left -= charsOf(memory)) < 0 && at < ring.length - 1);
  return first < 0 ? ring : ring.slice(first + 1);
}

/** The memories to keep, newest last: `memory` replaces its own earlier form, and the oldest go first. */
export function addToRing(ring: readonly RoundMemory[], memory: RoundMemory): readonly RoundMemory[] {
  const at = ring.findIndex((other) => other.roundId === memory.roundId);
  if (at >= 0) return dropOldest(ring.map((other, i) => (i === at ? memory : other)));
  return dropOldest([...ring, memory].slice(-RING_SIZE));
}
