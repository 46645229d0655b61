/** Player protection's only interface for other rooms: a player's current break or exclusion, and the counting of stakes. */
import type { RefusalCode } from '@fairpot/contract/wire/refusals';
import { Refused, type Details } from '../platform/runner/refused.ts';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { blockAt, type Block } from './rules.ts';
import { blockOf, guardOf, hold } from './store.ts';

export type { Block } from './rules.ts';

/** A player's current break or exclusion; `until` null: permanent. Null: none. */
export async function blockNow(db: Db, playerId: string): Promise<Block | null> {
  const guard = await guardOf(db, playerId);
  return blockAt(guard.now, blockOf(guard));
}

/** Same as `blockNow`, and no block begins or ends until the transaction does. */
export async function heldBlock(tx: Tx, playerId: string): Promise<Block | null> {
  await hold(tx, playerId);
  return blockNow(tx, playerId);
}

/**
 * Counts stakes against their players' limits, each as if it came alone. Returns the refusal of each stake that a limit, a break or
 * an exclusion stops, which is not counted; null for the others.
 */
export async function countStakes(
  tx: Tx,
  stakes: readonly { readonly playerId: string; readonly cents: number }[],
): Promise<(Refused | null)[]> {
  const refusals: (Refused | null)[] = stakes.map(() => null);
  if (stakes.length === 0) return refusals;
  const stopped = await tx.many<{ stake: number; refused: { code: RefusalCode; details: Details } }>(sql`
    select p.stake, p.refused from protection_stakes(array(
      select row(w.no - 1, w.player_id, w.cents)::protected_stake
      from unnest(${stakes.map((each) => each.playerId)}::text[], ${stakes.map((each) => each.cents)}::bigint[])
        with ordinality as w (player_id, cents, no))) p`);
  for (const { stake, refused } of stopped) refusals[stake] = new Refused(refused.code, refused.details);
  return refusals;
}

/** The refusals for those of these players who are on a break or excluded, by player. */
export async function blocksOf(db: Db, playerIds: readonly string[]): Promise<ReadonlyMap<string, Refused>> {
  const rows = await db.many<{ id: string; refused: { code: RefusalCode; details: Details } | null }>(sql`
    select w.id, protection_refusal(w.id, '{}', 0, false, 0) as refused from unnest(${playerIds}::text[]) as w (id)`);
  return new Map(
    rows.flatMap(({ id, refused }) => (refused === null ? [] : [[id, new Refused(refused.code, refused.details)]])),
  );
}

/** Refuses while the player is on a break or excluded. */
export async function refuseBlocked(db: Db, playerId: string): Promise<void> {
  const refusal = (await blocksOf(db, [playerId])).get(playerId);
  if (refusal) throw refusal;
}
