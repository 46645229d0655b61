/**
 * Where the stakes of coinflip come together: those that arrive at the same time are loaded with one statement, decided
 * each by itself, and written in one transaction (decision 0011). Called by the commands.
 *
 * Invariants: a stake is told its own fate, never another's; stakes of one batch have no receipt, round or item in common,
 * so that none can spoil another; a batch never waits for rows, so that none can hold up the others. Whoever loses a race
 * for either reason decides again on fresh data, and writes by itself, waiting for what it needs.
 */
import { sqlState, DatabaseUnavailable } from '../../platform/database/db.ts';
import { inBatches } from '../../platform/runner/batches.ts';
import type { Deps } from '../../platform/process/deps.ts';
import { STALE, type Written as Fate } from '../kit/decide-and-write.ts';
import { loadStakes, writeStakes, type Asked, type DecidedStake, type Loaded, type StakeAnswer } from './store.ts';

type Written = Fate<StakeAnswer>;

/** Stakes of one transaction at most: enough to share its cost, few enough to keep it short. */
const MOST = 64;
/**
 * A lock that waited longer names its beacon anew: 15 s lie between the lock and the beacon, and waiting for a connection
 * and the statement take at most 8 s.
 */
const FRESH_MS = 3_000;
const LOCK_NOT_AVAILABLE = '55P03';

export interface Desk {
  load(asked: Asked): Promise<Loaded>;
  /** Writes a stake with those that are there at the same time. */
  write(stake: DecidedStake): Promise<Written>;
  /** Writes a stake by itself, behind whoever holds what it needs. */
  writeAlone(stake: DecidedStake): Promise<Written>;
}

type DeskDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'drandChain'>;

export function makeDesk(deps: DeskDeps): Desk {
  return {
    load: inBatches({
      ...{ most: MOST, whose: (asked: Asked) => asked.playerId },
      run: (asked) => loadStakes(deps.db, asked, deps.clock.now(), deps.drandChain),
    }),
    write: inBatches({
      ...{ most: MOST, whose: (stake: DecidedStake) => stake.entry.playerId },
      run: (stakes) => writeBatch(deps, stakes),
    }),
    writeAlone: async (stake) => (await written(deps, [stake], true))[0] ?? STALE,
  };
}

async function writeBatch(deps: DeskDeps, stakes: readonly DecidedStake[]): Promise<Written[]> {
  const chosen = apart(stakes.filter((stake) => isFresh(stake, deps.clock.now())));
  const fates = new Map<DecidedStake, Written>();
  try {
    (await written(deps, chosen, false)).forEach((fate, i) => fates.set(chosen[i] as DecidedStake, fate));
  } catch (error) {
    // Rolled back because of one of them, and nobody knows which: each is tried by itself.
    if (!spoiled(error)) throw error;
    deps.log.warn({ err: error, stakes: chosen.length }, 'a batch of stakes was undone, each is tried by itself');
  }
  return stakes.map((stake) => fates.get(stake) ?? STALE);
}

function isFresh({ round, at }: DecidedStake, now: number): boolean {
  return round.kind === 'open' || now - at <= FRESH_MS;
}

/** True for errors of a stake, false for those of the database: then trying each would only make it worse. */
function spoiled(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && (!(error instanceof DatabaseUnavailable) || state === LOCK_NOT_AVAILABLE);
}

/** The first ones that have no receipt, round or item in common: of rivals, the one that came first. */
function apart(stakes: readonly DecidedStake[]): DecidedStake[] {
  const claimed = new Set<string>();
  return stakes.filter((stake) => {
    const claims = claimsOf(stake);
    if (claims.some((claim) => claimed.has(claim))) return false;
    for (const claim of claims) claimed.add(claim);
    return true;
  });
}

function claimsOf({ receipt, round, entry }: DecidedStake): string[] {
  const claims = [round.id, ...entry.stake.items.map((item) => item.id)];
  return receipt.key === null ? claims : [...claims, `${receipt.playerId} ${receipt.key}`];
}

async function written(deps: DeskDeps, stakes: readonly DecidedStake[], wait: boolean): Promise<Written[]> {
  if (stakes.length === 0) return [];
  const fates = stakes.map((): Written => ({ earlier: null }));
  for (const { stake, earlier, reused } of await writeStakes(deps.db, stakes, wait))
    fates[stake] = reused ? { refused: 'KEY_REUSED' } : earlier === null ? STALE : { earlier };
  return fates;
}
