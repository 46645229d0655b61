/**
 * What the ledger owes players, a page at a time, and the control sum that all of it must come to. Read for solvency statements, inside
 * of one snapshot.
 */
import { GAME_NAMES } from '@fairpot/contract/games/games';
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db } from '../platform/database/sql.ts';
import { account } from './ledger.ts';

export interface MoneyOwed {
  readonly playerId: string;
  readonly cents: Cents;
}

/** Before the first player and behind the last, in every order of texts: their ids begin with 'ply_'. */
export const BEFORE_PLAYERS = 'ply';
const BEHIND_PLAYERS = 'plz';

/** What players have on their two accounts, in the order of their ids, behind `after`; also those who have nothing. */
export function balancesAfter(db: Db, after: string, limit: number): Promise<MoneyOwed[]> {
  return db.many<MoneyOwed>(sql`
    select owner_id as "playerId", sum(balance)::bigint as cents from ledger_accounts
    where owner_id > ${after} and owner_id < ${BEHIND_PLAYERS} and kind in ('player_cash', 'player_hold')
    group by owner_id order by owner_id limit ${limit}`);
}

/**
 * What players have in escrows that are open: each gets counted what they put in, whatever becomes of the round. In the order of
 * rounds, those of at most `limit` rounds behind `after`; a round whose escrow is empty has a row without a player.
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
 * What all players together must be owed, by the other side of the books: all balances together are zero, so it is what the house, its
 * bonuses, the world, the gifts and the fees are short of. Reads those accounts alone.
 */
export async function owedByTheBooks(db: Db): Promise<Cents> {
  const others = [account.world, account.gifts, account.house, account.bonus, ...GAME_NAMES.map(account.fee)];
  const { cents } = await db.one<{ cents: Cents }>(sql`
    select -(coalesce(sum(balance), 0) + coalesce((select sum(n.cents) from ledger_pending n), 0))::bigint as cents
    from ledger_accounts where id = any(${others}::text[])`);
  return cents;
}

/** What a demo gave out as play money; 0 at a live site. */
export async function giftedCents(db: Db): Promise<Cents> {
  const row = await db.one<{ cents: Cents }>(sql`
    select -(a.balance + coalesce(
      (select sum(n.cents) from ledger_pending n where n.account_id = a.id), 0))::bigint as cents
    from ledger_accounts a where a.id = ${account.gifts}`);
  return row.cents;
}
