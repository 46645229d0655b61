/** Movements of a player's money with the balance after each, from `ledger_history`. Read in pages, never whole. */
import type { HistoryKind } from '@fairpot/contract/profile/calls';
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { account } from './ledger.ts';

export interface MoneyMovement {
  readonly id: number;
  readonly at: number;
  readonly transferId: string;
  readonly kind: HistoryKind;
  readonly code: string;
  /** The round, order or request behind it. */
  readonly ref: string;
  /**
   * Change of the spendable money (negative: out of it), and the balance afterwards; null: not touched. Likewise for held money.
   */
  readonly cashCents: Cents | null;
  readonly cashAfter: Cents | null;
  readonly holdCents: Cents | null;
  readonly holdAfter: Cents | null;
}

/**
 * Newest first. `from` and `until`: from the first instant, up to but not including the second. `before`: those before that
 * position.
 */
export interface MoneyHistoryQuery {
  readonly kinds: readonly HistoryKind[];
  readonly from: number;
  readonly until: number;
  readonly limit: number;
}

export function moneyMovements(
  db: Db,
  playerId: string,
  { kinds, from, until, limit }: MoneyHistoryQuery,
  before: { readonly at: number; readonly id: number } | null,
): Promise<MoneyMovement[]> {
  const older =
    before === null ? sql`` : sql`and (h.kind, h.at, h.id) < (w.kind, ${before.at}::bigint, ${before.id}::bigint)`;
  // At most a page of each kind, by the key: kinds that are not requested are not read. The kind is in the comparisons and the
  // order
  // because only the key serves these: with `kind = w.kind` the planner may take the index without kinds and read a whole history.
  return db.many<MoneyMovement>(sql`
    select m.id, m.at, m.transfer_id as "transferId", m.kind, m.code, m.ref, m.cash_cents as "cashCents",
      m.cash_after as "cashAfter", m.hold_cents as "holdCents", m.hold_after as "holdAfter"
    from unnest(${kinds}::text[]) w (kind)
    cross join lateral (
      select h.* from ledger_history h
      where h.player_id = ${playerId} and (h.kind, h.at) >= (w.kind, ${from}::bigint)
        and (h.kind, h.at) < (w.kind, ${until}::bigint) ${older}
      order by h.kind desc, h.at desc, h.id desc limit ${limit}
    ) m
    order by m.at desc, m.id desc limit ${limit}`);
}

/** A player's money, locked until the transaction ends: cents, 0 for accounts that were never opened. */
export async function lockedBalances(tx: Tx, playerId: string): Promise<{ available: number; hold: number }> {
  const { held } = await tx.one<{ held: (number | null)[] }>(sql`
    select ledger_hold(${[account.cash(playerId), account.hold(playerId)]}::text[]) as held`);
  return { available: Number(held[0] ?? 0), hold: Number(held[1] ?? 0) };
}
