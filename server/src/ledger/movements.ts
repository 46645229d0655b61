/** The movements of a player's money, for viewers of their account. */
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db } from '../platform/database/sql.ts';
import { account } from './ledger.ts';

export interface AccountMovement {
  /** Of the transfer. */
  readonly id: string;
  readonly at: number;
  readonly code: string;
  readonly ref: string;
  /** Change of the spendable and the reserved balance; negative: out of it. */
  readonly cash: Cents;
  readonly hold: Cents;
}

export const MOVEMENTS_PAGE = 30;
/** Greater than every transfer id. */
const BEHIND_ALL = '~';

/**
 * Newest first, below the transfer `before`. Each account's newest lines by its index; a transfer on both accounts is one movement.
 */
export async function movementsOf(
  db: Db,
  playerId: string,
  before: string | null,
): Promise<{ readonly movements: readonly AccountMovement[]; readonly next: string | null }> {
  const [cash, hold] = [account.cash(playerId), account.hold(playerId)];
  // As a range of the index by account and transfer: with an equal sign the planner could walk the key of all transfers in order.
  const newest = (id: string) => sql`(
    select transfer_id, account_id, cents from postings
    where account_id >= ${id} and (account_id, transfer_id) < (${id}, ${before ?? BEHIND_ALL})
    order by account_id desc, transfer_id desc limit ${MOVEMENTS_PAGE + 1})`;
  const rows = await db.many<AccountMovement>(sql`
    select t.id, t.at, t.code, t.ref, m.cash, m.hold from (
      select transfer_id, coalesce(sum(cents) filter (where account_id = ${cash}), 0)::bigint as cash,
        coalesce(sum(cents) filter (where account_id = ${hold}), 0)::bigint as hold
      from (${newest(cash)} union all ${newest(hold)}) lines
      group by transfer_id order by transfer_id desc limit ${MOVEMENTS_PAGE + 1}) m
    cross join lateral (select id, at, code, ref from transfers where id = m.transfer_id offset 0) t
    order by t.id desc`);
  const movements = rows.slice(0, MOVEMENTS_PAGE);
  return { movements, next: rows.length > MOVEMENTS_PAGE ? (movements.at(-1)?.id ?? null) : null };
}
