/**
 * What the ledger owes players, a page at a time, and the control sum that it must add up to. Read for solvency statements, inside
 * one snapshot.
 */
import { GAME_NAMES } from '@fairpot/contract/games/games';
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db } from '../platform/database/sql.ts';
import { account } from './ledger.ts';

export interface MoneyOwed {
  readonly playerId: string;
  readonly cents: Cents;
}

/** Before the first player and after the last, in every text order: their ids begin with 'ply_'. */
export const BEFORE_PLAYERS = 'ply';
const BEHIND_PLAYERS = 'plz';

/** The money on players' two accounts, in the order of their ids, after `after`; includes players with nothing. */
export function balancesAfter(db: Db, after: string, limit: number): Promise<MoneyOwed[]> {
  return db.many<MoneyOwed>(sql`
    select owner_id as "playerId", sum(balance)::bigint as cents from ledger_accounts
    where owner_id > ${after} and owner_id < ${BEHIND_PLAYERS} and kind in ('player_cash', 'player_hold')
    group by owner_id order by owner_id limit ${limit}`);
}

/**
 * Players' money in open escrows: each player is counted with their own stake, whatever the round's result. In the order of rounds,
 * those of at most `limit` rounds after `after`; a round with an empty escrow has a row without a player.
 */
export function stakesAfter(db: Db, after: string, limit: number) {
  return db.many<{ roundId: string; playerId: string | null; cents: Cents | null }>(sql`
    select e.round_id as "roundId", a.owner_id as "playerId", -p.cents as cents
    from (select round_id from escrows where ended_by is null and round_id > ${after}
      order by round_id limit ${limit}) e
    left join lateral (
      select transfer_id from postings where account_id = 'escrow:' || e.round_id offset 0) t on true
    left join lateral (
      select account_id, cents from postings where transfer_id = t.transfer_id offset 0) p
      on p.account_id <> 'escrow:' || e.round_id
    left join lateral (select owner_id from ledger_accounts where id = p.account_id offset 0) a on true
    order by e.round_id`);
}

/**
 * What all players together must be owed, from the other side of the books. All balances together are zero, so it is the sum by
 * which the house, its bonuses, the world and the gifts are negative, net of fees. Reads only those accounts.
 */
export async function owedByTheBooks(db: Db): Promise<Cents> {
  const others = [account.world, account.gifts, account.house, account.bonus, ...GAME_NAMES.map(account.fee)];
  const { cents } = await db.one<{ cents: Cents }>(sql`
    select -(coalesce(sum(balance), 0) + coalesce((select sum(n.cents) from ledger_pending n), 0))::bigint as cents
    from ledger_accounts where id = any(${others}::text[])`);
  return cents;
}

/** Play money paid out by a demo; 0 at a live site. */
export async function giftedCents(db: Db): Promise<Cents> {
  const row = await db.one<{ cents: Cents }>(sql`
    select -(a.balance + coalesce(
      (select sum(n.cents) from ledger_pending n where n.account_id = a.id), 0))::bigint as cents
    from ledger_accounts a where a.id = ${account.gifts}`);
  return row.cents;
}
