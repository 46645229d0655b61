/**
 * Money: accounts, transfers and escrow. The only code that names the money tables; every feature that moves money
 * calls it inside its own transaction.
 *
 * Invariants: postings of a transfer sum to zero (I1), players' balances never go below zero (I4), an account's balance
 * is the sum of its postings (I7), the money in escrow for a round leaves it once, by a transfer that names it (I2).
 */
import type { Cents } from '@fairpot/contract/money';
import { sqlState } from '../platform/database/db.ts';
import { invariant, refuse } from '../platform/runner/refused.ts';
import { sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';

/** The accounts by what they are; ids are made here and nowhere else. */
export const account = {
  world: 'world',
  house: 'house',
  /** What promo codes gave: below zero, by as much. */
  bonus: 'bonus',
  /** What a demo gave out: below zero, by as much. */
  gifts: 'gifts',
  cash: (playerId: string) => `cash:${playerId}`,
  hold: (playerId: string) => `hold:${playerId}`,
  escrow: (roundId: string) => `escrow:${roundId}`,
  fee: (game: string) => `fee:${game}`,
} as const;

export interface Posting {
  readonly account: string;
  /** Into the account; negative: out of it. Never 0. */
  readonly cents: Cents;
}

export interface NewTransfer {
  /** Fresh transfer id; the one of the first transfer is returned when `key` was used before for the same. */
  readonly id: string;
  /** What this transfer is for, once for ever: '<game>:rnd_..:payout'. */
  readonly key: string;
  /** Why, in capitals: 'DEPOSIT', 'DEMO_GRANT'. */
  readonly code: string;
  /** The round, order or request behind it. */
  readonly ref: string;
  readonly at: number;
  /** Each account once; the sum is zero. */
  readonly postings: readonly Posting[];
}

/** Opens a player's two accounts; opening them again changes nothing. */
export async function openPlayerAccounts(tx: Tx, playerId: string, at: number): Promise<void> {
  await tx.run(sql`
    select ledger_open(${account.cash(playerId)}, 'player_cash', ${playerId}, ${at}),
      ledger_open(${account.hold(playerId)}, 'player_hold', ${playerId}, ${at})`);
}

/** Opens the account that collects a game's fees. */
export async function openFeeAccount(tx: Tx, game: string, at: number): Promise<void> {
  await tx.run(sql`select ledger_open(${account.fee(game)}, 'fee', ${game}, ${at})`);
}

/**
 * Moves money, all or nothing, once per key; returns the transfer's id. Refuses NOT_ENOUGH_BALANCE when an account is
 * not covered (the transaction is lost then). A key used before for something else is our bug.
 */
export async function transfer(tx: Tx, t: NewTransfer): Promise<string> {
  try {
    const { id } = await tx.one<{ id: string }>(sql`
      select ledger_transfer(${t.id}, ${t.key}, ${t.code}, ${t.ref}, ${t.at},
        ${t.postings.map((p) => p.account)}::text[], ${t.postings.map((p) => p.cents)}::bigint[]) as id`);
    return id;
  } catch (error) {
    const state = sqlState(error);
    if (state === 'FPL01') refuse('NOT_ENOUGH_BALANCE');
    invariant(state !== 'FPL02', `transfer key ${t.key} was used for something else`);
    throw error;
  }
}

export interface Balances {
  readonly available: Cents;
  readonly hold: Cents;
}

/** A player's spendable and reserved money; both 0 for a player without accounts. */
export async function balancesOf(db: Db, playerId: string): Promise<Balances> {
  return db.one<Balances>(sql`
    select coalesce(sum(balance) filter (where kind = 'player_cash'), 0)::bigint as available,
      coalesce(sum(balance) filter (where kind = 'player_hold'), 0)::bigint as hold
    from ledger_accounts where owner_id = ${playerId}`);
}

/** Every line of every transfer, for checks of other rooms: columns transfer_id, code, ref, account_id, cents. */
export const postedSql: Sql = sql`(select p.transfer_id, t.code, t.ref, p.account_id, p.cents
  from postings p join transfers t on t.id = p.transfer_id)`;
