/**
 * The writers of a stake of items, the same for every game: a stake opens a round, locks one, or enters one that stays open. The
 * game has loaded (`loadStake`) and decided; each writer runs in the same transaction. Called by the games' commands.
 */
import type { Deps } from '../../../platform/process/deps.ts';
import type { Tx } from '../../../platform/database/sql.ts';
import { refuse, Stale } from '../../../platform/runner/refused.ts';
import { countStake } from '../../../protection/front.ts';
import { stakeItems } from '../../../vault/items.ts';
import { ensureWindow } from '../beacon/windows.ts';
import { lockRound, lookAtClock, requireClock } from '../lock.ts';
import { openRound, stepRound } from '../open.ts';
import type { Round } from '../rounds.ts';
import type { Stake } from '../rules.ts';
import type { ItemGame } from './item-game.ts';
import { itemLock } from './lock.ts';
import { insertEntry, type Loaded, type NewEntry } from './store.ts';

/** A stake as the game's rules admitted it. */
export interface AdmittedStake {
  readonly playerId: string;
  /** The player's choice in the game's own terms, or null. */
  readonly pick: number | null;
  readonly stake: Stake;
}

/** What every writer needs. */
export interface StakeContext {
  readonly tx: Tx;
  readonly deps: Deps;
  readonly game: ItemGame;
  readonly loaded: Loaded;
}

/**
 * Before a stake that may lock a round: makes the beacon's window, and asks the beacon whether this node's clock can be believed.
 * What is wrong with the clock, or null.
 */
export async function readyToLock(deps: Deps, { game }: Pick<ItemGame, 'game'>): Promise<string | null> {
  const [trouble] = await Promise.all([lookAtClock(deps), ensureWindow(deps, game)]);
  return trouble;
}

/** Opens a round with its first stake. */
export async function openWithStake(
  { tx, deps, game, loaded }: StakeContext,
  admitted: AdmittedStake,
  at: number,
): Promise<{ gameId: string }> {
  const id = deps.ids.next('round');
  const { feeBps } = loaded.terms;
  await Promise.all([
    openRound(tx, deps, game.game, { id, feeBps, at }),
    writeStake(tx, id, 1, entryOf(loaded, admitted), at),
  ]);
  return { gameId: id };
}

/** Adds the last stake of a round and locks it. Refuses BEACON_UNKNOWN when there is `trouble` with this node's clock. */
export async function lockWithStake(
  { tx, deps, game, loaded }: StakeContext,
  round: Round,
  admitted: AdmittedStake,
  trouble: string | null,
): Promise<{ gameId: string }> {
  const { time, seal } = loaded;
  const { lockedAt: at } = time;
  const entry = entryOf(loaded, admitted);
  const no = round.entries.length + 1;
  if (round.scripted) {
    const lock = { text: null, drandRound: null, dueAt: at + game.lock.countdownMs };
    const unnamed = { lockedAt: at, loadedAt: null };
    await Promise.all([lockRound(tx, round, lock, unnamed), writeStake(tx, round.id, no, entry, at)]);
    return { gameId: round.id };
  }
  requireClock(trouble);
  if (seal === null) throw new Stale(`the window of ${round.id} is not made yet`);
  const entries = [...round.entries, { ...entry, cents: entry.stake.totalCents }];
  const record = itemLock(game, round, entries, { lockedAt: at, seal, chain: deps.drandChain });
  await Promise.all([lockRound(tx, round, record, time), writeStake(tx, round.id, no, entry, at)]);
  return { gameId: round.id };
}

/** Adds a stake to a round that stays open, as its entry `no`. Refuses as `lockWithStake`. */
export async function enterWithStake(
  { tx, loaded, game }: StakeContext,
  { id, version, scripted }: Pick<Round, 'id' | 'version' | 'scripted'>,
  no: number,
  admitted: AdmittedStake,
  { trouble, at }: { readonly trouble: string | null; readonly at: number },
): Promise<{ gameId: string; entryNo: number }> {
  if (!scripted) requireClock(trouble);
  await Promise.all([
    stepRound(tx, game.game, { id, version }, 'entered', at),
    writeStake(tx, id, no, entryOf(loaded, admitted), at),
  ]);
  return { gameId: id, entryNo: no };
}

/** Counts the stake against the player's limits, moves the items into the round, and writes the entry. */
async function writeStake(tx: Tx, roundId: string, no: number, entry: NewEntry, at: number): Promise<void> {
  const { playerId, stake } = entry;
  const itemIds = stake.items.map((item) => item.id);
  await Promise.all([
    countStake(tx, playerId, stake.totalCents),
    stakeItems(tx, { playerId, roundId, itemIds, at }),
    insertEntry(tx, roundId, no, entry, at),
  ]);
}

/** A session whose player row is gone: nobody is signed in any more. */
function entryOf({ pseudonym }: Loaded, admitted: AdmittedStake): NewEntry {
  return { ...admitted, pseudonym: pseudonym ?? refuse('SIGNED_OUT') };
}
