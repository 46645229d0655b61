/**
 * SQL of stakes of items: what a stake is decided on, and the entry that it becomes. Called by stake.ts. The load locks what the
 * decision rests on, in the one order of locks: the gate of the pause, the round, the items.
 */
import { drandRoundFor } from '@fairpot/fairness/protocol/schedule';
import type { Seal } from '@fairpot/fairness/seal/seal-box';
import { pseudonymSql } from '../../../accounts/front.ts';
import type { Deps } from '../../../platform/process/deps.ts';
import { passPauseGate } from '../../../platform/runner/pauses.ts';
import { Stale } from '../../../platform/runner/refused.ts';
import { settingsSql, type StoredSettings } from '../../../platform/runner/settings.ts';
import { sql, type Tx } from '../../../platform/database/sql.ts';
import { lockAvailable, type StakeCandidate } from '../../../vault/items.ts';
import { sealsSql, type LockTime } from '../lock.ts';
import { beaconAwaySql, lockRoundSql, roundsSql, type Round } from '../rounds.ts';
import type { Stake } from '../rules.ts';
import type { ItemGame, ItemTerms } from './item-game.ts';

/** Which items a player wants to stake, and into which round; null: a new one. */
export interface StakeWish {
  readonly playerId: string;
  readonly ids: readonly string[];
  readonly gameId: string | null;
}

/** What a stake is decided on. */
export interface Loaded {
  /** As it stands in locks; null for an id that is no player. */
  readonly pseudonym: string | null;
  /** The wanted items that are available to the player. Their rows are locked. */
  readonly available: readonly StakeCandidate[];
  readonly terms: ItemTerms & { readonly beaconAway: boolean };
  /** The named round, its row locked; undefined when none was named, or when it does not exist. */
  readonly round: Round | undefined;
  /** When this was loaded: by this node's clock, which names the beacon of a lock, and by the database's. */
  readonly time: LockTime;
  /** Of the round, for that beacon; null when its window is not made yet, and for rounds that are not open. */
  readonly seal: Seal | null;
}

interface LoadedRow {
  readonly pseudonym: string | null;
  readonly beaconAway: boolean;
  readonly settings: StoredSettings;
  readonly rounds: readonly Round[] | null;
  readonly seal: Seal | null;
  readonly loadedAt: number;
}

/**
 * A lock that waited longer than this for its round names its beacon anew: 15 s lie between the lock and the beacon, and the
 * database undoes a lock that is committed 4 s after its load.
 */
const FRESH_MS = 3_000;

/** Locks and loads what the stake is decided on. The statements share a round trip; each sees what the locks before it waited for. */
export async function loadStake(
  tx: Tx,
  { clock, drandChain: chain }: Pick<Deps, 'clock' | 'drandChain'>,
  { game, terms }: ItemGame,
  { playerId, ids, gameId }: StakeWish,
): Promise<Loaded> {
  const lockedAt = clock.now();
  const { genesisMs, periodMs } = chain;
  const drandRound = drandRoundFor({ lockedAt, game, genesisMs, periodMs });
  const named = gameId === null ? [] : [gameId];
  const [, , available, row] = await Promise.all([
    passPauseGate(tx, `${game}.paused`),
    gameId === null ? null : tx.run(lockRoundSql(game, gameId)),
    lockAvailable(tx, playerId, ids),
    tx.one<LoadedRow>(sql`
      select ${pseudonymSql(playerId)} as pseudonym, ${beaconAwaySql(game, lockedAt)} as "beaconAway",
        ${settingsSql} as settings, ${roundsSql(game, named)} as rounds, database_ms() as "loadedAt",
        (select json_build_object('key', s.key, 'box', s.box) from ${sealsSql(named, chain, drandRound)} s) as seal`),
  ]);
  if (gameId !== null && clock.now() - lockedAt > FRESH_MS) throw new Stale(`the lock of ${gameId} waited too long`);
  return {
    pseudonym: row.pseudonym,
    available,
    terms: { ...terms(row.settings), beaconAway: row.beaconAway },
    round: row.rounds?.[0],
    time: { lockedAt, loadedAt: row.loadedAt },
    seal: row.seal,
  };
}

export interface NewEntry {
  readonly playerId: string;
  readonly pseudonym: string;
  /** The player's choice in the game's own terms, or null. */
  readonly pick: number | null;
  readonly stake: Stake;
}

/** Writes an entry with its items. */
export async function insertEntry(
  tx: Tx,
  roundId: string,
  no: number,
  { playerId, pseudonym, pick, stake }: NewEntry,
  at: number,
): Promise<void> {
  await tx.run(sql`
    with entered as (
      insert into entries (round_id, no, player_id, pseudonym, pick, cents, at)
      values (${roundId}, ${no}, ${playerId}, ${pseudonym}, ${pick}, ${stake.totalCents}, ${at})
    )
    insert into stake_items (round_id, entry_no, item_id, item_type, cents)
    select ${roundId}, ${no}, i.id, i.type, i.cents
    from unnest(${stake.items.map((item) => item.id)}::text[], ${stake.items.map((item) => item.itemType)}::text[],
      ${stake.items.map((item) => item.cents)}::bigint[]) as i (id, type, cents)`);
}
