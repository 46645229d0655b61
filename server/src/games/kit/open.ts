/** Opening one round by itself, for games whose rounds are not opened by a stake of items (kit/items/stake.ts opens those). */
import type { Game } from '@fairpot/contract/fair';
import type { Tx } from '../../platform/database/sql.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Deps } from '../../platform/process/deps.ts';
import { openLeaf } from './leaves.ts';
import { newSecret } from './secrets.ts';

export interface NewRound {
  readonly id: string;
  readonly feeBps: number;
  /** Epoch ms. */
  readonly at: number;
}

/** Opens a round with its secret, number, leaf and fact, in the caller's transaction. */
export async function openRound(
  tx: Tx,
  { random }: Pick<Deps, 'random'>,
  game: Game,
  { id, feeBps, at }: NewRound,
): Promise<void> {
  const { secret, hash } = newSecret(random, game, id);
  const leaf = openLeaf({ game, roundId: id, hash, feeBps, openedAt: at });
  await tx.run(sql`
    select rounds_open(${game}, array[row(0, ${id}, ${hash}, ${feeBps}, ${secret}, ${leaf}, ${at})::round_opening])`);
}

/** Waits behind the stakes of this round that are being written; the first thing that a transaction does. */
export async function takeTurn(tx: Tx, roundId: string): Promise<void> {
  await tx.run(sql`select round_turn(${roundId})`);
}
