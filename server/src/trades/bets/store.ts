/** The SQL of bets from Steam. Lock order: the order, its bet, then the receipt of its call. Called by this folder and commands.ts. */
import { UNPLACED_BET_REASONS } from '@fairpot/contract/trades/calls';
import type { SteamBet } from '@fairpot/contract/trades/schemas';
import { refusalText, type RefusalCode } from '@fairpot/contract/wire/refusals';
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';
import { invariant, type RefusalDetails } from '../../platform/runner/refused.ts';
import type { LeftReason } from './rules.ts';

export interface NewBet {
  readonly orderId: string;
  readonly playerId: string;
  readonly game: SteamBet['game'];
  /** Name of the game call to make as the player, and its input without `inventoryIds`. */
  readonly call: string;
  readonly input: object;
  /** The round to enter; null: the bet opens one. */
  readonly roundId: string | null;
  readonly untilAt: number;
}

export interface BetRow extends Omit<NewBet, 'input'> {
  readonly input: Readonly<Record<string, unknown>>;
  readonly state: SteamBet['state'];
  readonly placedIn: string | null;
  readonly reason: RefusalCode | LeftReason | null;
  readonly details: RefusalDetails;
}

const columns = sql`
  s.order_id as "orderId", s.player_id as "playerId", s.game, s.call, s.input, s.round_id as "roundId",
  s.until_at as "untilAt", s.state, s.placed_in as "placedIn", s.reason, s.details`;

/** False: the player already has an open bet from Steam for this round, and nothing was written. */
export async function openBet(tx: Tx, bet: NewBet): Promise<boolean> {
  const { orderId, playerId, game, call, roundId, untilAt } = bet;
  const opened = await tx.run(sql`
    insert into trade_bets (order_id, player_id, game, call, input, round_id, until_at, due_at)
    values (${orderId}, ${playerId}, ${game}, ${call}, ${JSON.stringify(bet.input)}::jsonb, ${roundId},
      ${untilAt}, ${untilAt})
    on conflict do nothing`);
  return opened === 1;
}

export interface ClaimedBet {
  readonly orderId: string;
  /** Updates of `due_at` are conditional on it, so that they do not overwrite events since the claim. */
  readonly claim: number;
}

/** Claims due bets exclusively until `until`. */
export function claimDue(db: Db, now: number, until: number, limit: number): Promise<ClaimedBet[]> {
  return db.many<ClaimedBet>(sql`
    select order_id as "orderId", claim from trade_bets_claim(${now}, ${until}, ${limit})`);
}

/** Condition: a bet is due. */
export const anyBetDueSql = (now: number) => sql`exists (select from trade_bets where due_at <= ${now})`;

/** Schedules the next check at `at`, unless something happened to the order since the claim. */
export async function postponeBet(db: Db, { orderId, claim }: ClaimedBet, at: number): Promise<void> {
  await db.run(sql`
    update trade_bets set due_at = ${at} where order_id = ${orderId} and state = 'OPEN' and due_at = ${claim}::bigint`);
}

export function betOf(db: Db, orderId: string): Promise<BetRow | undefined> {
  return db.maybe<BetRow>(sql`select ${columns} from trade_bets s where s.order_id = ${orderId}`);
}

/** Locks order and bet; undefined when the bet has ended. */
export async function lockOpenBet(tx: Tx, orderId: string): Promise<BetRow | undefined> {
  await tx.run(sql`select from trade_orders where id = ${orderId} for no key update`);
  const locked = await tx.maybe<BetRow>(sql`
    select ${columns} from trade_bets s where s.order_id = ${orderId} for no key update`);
  return locked?.state === 'OPEN' ? locked : undefined;
}

export type BetOutcome =
  | { readonly state: 'PLACED'; readonly placedIn: string }
  | { readonly state: 'LEFT'; readonly reason: RefusalCode | LeftReason; readonly details: RefusalDetails }
  | { readonly state: 'NONE' };

/** Ends a locked bet and publishes the order's change to its player. */
export async function endBet(tx: Tx, orderId: string, end: BetOutcome, now: number): Promise<void> {
  const placedIn = end.state === 'PLACED' ? end.placedIn : null;
  const reason = end.state === 'LEFT' ? end.reason : null;
  const details = JSON.stringify(end.state === 'LEFT' ? end.details : {});
  const ended = await tx.run(sql`
    update trade_bets set state = ${end.state}, placed_in = ${placedIn}, reason = ${reason},
      details = ${details}::jsonb, ended_at = ${now}, due_at = null
    where order_id = ${orderId} and state = 'OPEN'`);
  invariant(ended === 1, `the bet of ${orderId} is open`);
  await tx.run(sql`update trade_orders set version = version + 1, changed_at = ${now} where id = ${orderId}`);
  await tx.run(sql`select trade_notify(${orderId}, ${now})`);
}

/** Bets of these orders in wire format, by order. */
export async function betsOf(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, SteamBet>> {
  const rows = await db.many<BetRow>(sql`
    select ${columns} from trade_bets s where s.order_id = any(${orderIds}::text[])`);
  return new Map(
    rows.map((row) => [
      row.orderId,
      { game: row.game, state: row.state, gameId: row.placedIn ?? row.roundId, reasonText: reasonTextOf(row) },
    ]),
  );
}

/** Why it was left, as text; '' otherwise. */
export function reasonTextOf({ reason, details }: Pick<BetRow, 'reason' | 'details'>): string {
  if (reason === null) return '';
  return reason in UNPLACED_BET_REASONS
    ? UNPLACED_BET_REASONS[reason as LeftReason]
    : refusalText(reason as RefusalCode, details);
}
