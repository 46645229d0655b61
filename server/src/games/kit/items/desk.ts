/**
 * Where the stakes of a game come together: those that arrive at the same time are loaded with one statement, decided
 * each by itself, and written in one transaction (decision 0011). Called by the games' commands.
 *
 * Invariants: a stake is told its own fate, never another's; stakes of one batch have no receipt and no item in common, nor a
 * round that one of them opens or locks, so that none can spoil another; a batch never waits for rows, so that none can hold
 * up the others. Entries into one round that stays open are written in the order of their arrival. Whoever loses a race for
 * any of these decides again on fresh data, and writes by itself, waiting for what it needs.
 */
import { sqlState, DatabaseUnavailable } from '../../../platform/database/db.ts';
import { inBatches } from '../../../platform/runner/batches.ts';
import type { Deps } from '../../../platform/process/deps.ts';
import { STALE, type Written as Fate } from '../decide-and-write.ts';
import type { ItemGame } from './item-game.ts';
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

/** `Live`: what the game's own subquery loads, see ItemGame. */
export interface Desk<Live = null> {
  load(asked: Asked): Promise<Loaded<Live>>;
  /** Writes a stake with those that are there at the same time. */
  write(stake: DecidedStake): Promise<Written>;
  /** Writes a stake by itself, behind whoever holds what it needs. */
  writeAlone(stake: DecidedStake): Promise<Written>;
}

type DeskDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'drandChain'>;

/** The one desk of a game on this node. */
export function makeDesk<Live = null>(deps: DeskDeps, game: ItemGame): Desk<Live> {
  return {
    load: inBatches({
      most: MOST,
      whose: (asked: Asked) => asked.playerId,
      run: (asked) => loadStakes<Live>(deps, game, asked, deps.clock.now()),
    }),
    write: inBatches({
      most: MOST,
      whose: (stake: DecidedStake) => stake.entry.playerId,
      run: (stakes) => writeBatch(deps, game, stakes),
    }),
    writeAlone: async (stake) => (await written(deps, game, [stake], true))[0] ?? STALE,
  };
}

async function writeBatch(deps: DeskDeps, game: ItemGame, stakes: readonly DecidedStake[]): Promise<Written[]> {
  const chosen = apart(stakes.filter((stake) => isFresh(stake, deps.clock.now())));
  const fates = new Map<DecidedStake, Written>();
  try {
    (await written(deps, game, chosen, false)).forEach((fate, i) => fates.set(chosen[i] as DecidedStake, fate));
  } catch (error) {
    // Rolled back because of one of them, and nobody knows which: each is tried by itself.
    if (!spoiled(error)) throw error;
    deps.log.warn({ err: error, stakes: chosen.length }, 'a batch of stakes was undone, each is tried by itself');
  }
  return stakes.map((stake) => fates.get(stake) ?? STALE);
}

function isFresh({ round, at }: DecidedStake, now: number): boolean {
  return round.kind !== 'lock' || now - at <= FRESH_MS;
}

/** True for errors of a stake, false for those of the database: then trying each would only make it worse. */
function spoiled(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && (!(error instanceof DatabaseUnavailable) || state === LOCK_NOT_AVAILABLE);
}

/** The first ones that have nothing in common which only one can have: of rivals, the one that came first. */
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
  const claims = entry.stake.items.map((item) => item.id);
  if (round.kind !== 'enter') claims.push(round.id);
  return receipt.key === null ? claims : [...claims, `${receipt.playerId} ${receipt.key}`];
}

async function written(
  { db }: DeskDeps,
  game: ItemGame,
  stakes: readonly DecidedStake[],
  wait: boolean,
): Promise<Written[]> {
  if (stakes.length === 0) return [];
  const fates = stakes.map((): Written => ({ earlier: null }));
  for (const { stake, earlier, reused, made, refused } of await writeStakes(db, game, stakes, wait)) {
    if (refused !== null) fates[stake] = { refused: refused.code, details: refused.details };
    else if (reused) fates[stake] = { refused: 'KEY_REUSED' };
    else if (made !== null) fates[stake] = { earlier: null, made };
    else fates[stake] = earlier === null ? STALE : { earlier };
  }
  return fates;
}
