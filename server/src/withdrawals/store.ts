/** Each player's sums of deposits and withdrawals: those by trades, and those by crypto. Trades and crypto lock and write their own. */
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';
import { invariant } from '../platform/runner/refused.ts';

export interface PaidSums {
  readonly depositedCents: number;
  readonly takenCents: number;
}

/** Both sums of every player, for checks in other rooms. */
export const everyTradeSumSql: Sql = sql`(select player_id, deposited_cents, taken_cents from trade_sums)`;
export const everyCryptoSumSql: Sql = sql`(select player_id, deposited_cents, taken_cents from crypto_players)`;

export async function tradeSums(db: Db, playerId: string): Promise<PaidSums> {
  const row = await db.maybe<PaidSums>(sql`
    select deposited_cents as "depositedCents", taken_cents as "takenCents" from trade_sums
    where player_id = ${playerId}`);
  return row ?? { depositedCents: 0, takenCents: 0 };
}

/** Reads and locks the sums: no other withdrawal of this player runs until the transaction ends. */
export async function lockTradeSums(tx: Tx, playerId: string): Promise<PaidSums> {
  await tx.run(sql`insert into trade_sums (player_id) values (${playerId}) on conflict do nothing`);
  return tx.one<PaidSums>(sql`
    select deposited_cents as "depositedCents", taken_cents as "takenCents" from trade_sums
    where player_id = ${playerId} for no key update`);
}

/** Adds to the sums (negative: subtracts). */
export async function addToTradeSums(tx: Tx, playerId: string, deposited: number, taken: number): Promise<void> {
  await lockTradeSums(tx, playerId);
  const changed = await tx.run(sql`
    update trade_sums set deposited_cents = deposited_cents + ${deposited}::bigint,
      taken_cents = taken_cents + ${taken}::bigint
    where player_id = ${playerId}`);
  invariant(changed === 1, `the sums of ${playerId} are there`);
}

/** Both 0 for a player who never paid by crypto. */
export async function cryptoSums(db: Db, playerId: string): Promise<PaidSums> {
  const row = await db.maybe<PaidSums>(sql`
    select deposited_cents as "depositedCents", taken_cents as "takenCents" from crypto_players
    where player_id = ${playerId}`);
  return row ?? { depositedCents: 0, takenCents: 0 };
}

/** Serializes everything about this player's crypto until the transaction ends. */
export async function lockCoins(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`insert into crypto_players (player_id) values (${playerId}) on conflict do nothing`);
  await tx.one(sql`select 1 as held from crypto_players where player_id = ${playerId} for no key update`);
}

/** After lockCoins. */
export async function addCoinsDeposited(tx: Tx, playerId: string, cents: Cents): Promise<void> {
  const changed = await tx.run(sql`
    update crypto_players set deposited_cents = deposited_cents + ${cents}::bigint where player_id = ${playerId}`);
  invariant(changed === 1, `${playerId} has no crypto row`);
}

/** After lockCoins. A negative amount puts it back. */
export async function addCoinsTaken(tx: Tx, playerId: string, cents: Cents): Promise<void> {
  const changed = await tx.run(sql`
    update crypto_players set taken_cents = taken_cents + ${cents}::bigint where player_id = ${playerId}`);
  invariant(changed === 1, `${playerId} has no crypto row`);
}
