/**
 * Limits of trades: per player and day (lower on the account's first day), of all players per hour, and of the trading account's holdings.
 * They bound the cost of a stolen account, a wrong price or a bug of ours until staff look into it. They delay but never block for good: a
 * single item always goes out as the first of a day.
 */
import { cents, plainUsd } from '@fairpot/contract/wire/money';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { refuse } from '../platform/runner/refused.ts';
import type { SITE_SETTINGS, ValuesOf } from '../platform/runner/settings.ts';
import { statesSql } from './states-sql.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

type Settings = ValuesOf<typeof SITE_SETTINGS>;

interface TradeAmount {
  readonly playerId: string;
  readonly cents: number;
  readonly items: number;
  readonly now: number;
}

/** Checks a deposit. `joinedAt`: when the account was created on this site. The player's sums are locked. Refuses DEPOSIT_DAY. */
export async function admitDeposit(tx: Tx, amount: TradeAmount, joinedAt: number, settings: Settings): Promise<void> {
  const first = amount.now - joinedAt < DAY;
  const most = first ? settings['deposit.firstDayCents'] : settings['deposit.dayCents'];
  const { sum } = await orderedInLastDay(tx, 'DEPOSIT', amount);
  if (sum + amount.cents > most) refuse('DEPOSIT_DAY', { max: plainUsd(cents(most)) });
}

/** Checks a withdrawal. The player's sums are locked. Refuses WITHDRAW_DAY, and WITHDRAW_BUSY when all players together exceed the hour. */
export async function admitWithdrawal(tx: Tx, amount: TradeAmount, settings: Settings): Promise<void> {
  const most = settings['withdraw.dayCents'];
  const { sum } = await orderedInLastDay(tx, 'WITHDRAWAL', amount);
  const firstItem = sum === 0 && amount.items === 1;
  if (sum + amount.cents > most && !firstItem) refuse('WITHDRAW_DAY', { max: plainUsd(cents(most)) });
  const hour = Math.floor(amount.now / HOUR);
  // A single item above the hourly limit waits for an empty hour; it is not blocked for ever.
  const hourMost = Math.max(settings['withdraw.hourCents'], amount.items === 1 ? amount.cents : 0);
  await tx.run(sql`insert into trade_hours (hour, out_cents) values (${hour}, 0) on conflict do nothing`);
  const added = await tx.run(sql`
    update trade_hours set out_cents = out_cents + ${amount.cents}::bigint
    where hour = ${hour} and out_cents + ${amount.cents}::bigint <= ${hourMost}::bigint`);
  if (added === 0) refuse('WITHDRAW_BUSY');
}

/**
 * Checks the trading account's holdings for a deposit written in this transaction. Call it last: every other order waits for this lock.
 * Refuses DEPOSIT_FULL when the account would exceed its limit with all open orders.
 */
export async function admitHolding(tx: Tx, settings: Settings): Promise<void> {
  // Counts this order now, and keeps the row of the holdings locked.
  await tx.run(sql`set constraints trade_orders_held immediate`);
  const { held } = await tx.one<{ held: number }>(sql`
    select h.brought_cents + h.ordered_cents
      + (select coalesce(sum(l.free_cents), 0)::bigint from trade_stock_looks l) as held
    from trade_holdings h`);
  if (held > settings['trade.accountCents']) refuse('DEPOSIT_FULL');
}

/** What the player ordered in the last day, except orders that ended without a trade. */
async function orderedInLastDay(
  db: Db,
  kind: 'DEPOSIT' | 'WITHDRAWAL',
  { playerId, now }: TradeAmount,
): Promise<{ sum: number }> {
  return db.one<{ sum: number }>(sql`
    select coalesce(sum(cents), 0)::bigint as sum from trade_orders
    where player_id = ${playerId} and kind = ${kind} and created_at > ${now - DAY}
      and state not in ${statesSql('FAILED')}`);
}
