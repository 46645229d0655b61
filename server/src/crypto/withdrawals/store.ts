/**
 * The SQL of crypto withdrawals. Only this folder calls it. The signer's functions record the state of transactions; here withdrawals
 * are requested, reviewed and booked. Lock order: the player's sums, the player's crypto, the withdrawal, the ledger.
 */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import type { CryptoWithdrawal } from '@fairpot/contract/crypto/withdrawals/schemas';
import type { CryptoWithdrawalState } from '@fairpot/contract/crypto/withdrawals/calls';
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';
import { invariant } from '../../platform/runner/refused.ts';
import { DAY_MS } from './rules.ts';

export interface WithdrawalRow {
  readonly id: string;
  readonly playerId: string;
  readonly coin: Coin;
  readonly network: Network;
  readonly address: string;
  readonly cents: Cents;
  readonly feeCents: Cents;
  /** Base units as text. */
  readonly units: string;
  readonly rateMicro: number;
  /** When it was last quoted, the spread of each quote, and the minimum and maximum base units that it may pay; as text. */
  readonly quotedAt: number;
  readonly spreadBps: number;
  readonly leastUnits: string;
  readonly mostUnits: string;
  readonly createdAt: number;
  readonly state: CryptoWithdrawalState;
  readonly review: boolean;
  readonly version: number;
  readonly txid: string | null;
  readonly reason: CryptoWithdrawal['reason'];
  readonly why: string;
  readonly endedAt: number | null;
}

const columns = sql`
  w.id, w.player_id as "playerId", w.coin, w.network, w.address, w.cents, w.fee_cents as "feeCents",
  w.units::text as units, w.rate_micro as "rateMicro", w.quoted_at as "quotedAt", w.spread_bps as "spreadBps",
  w.least_units::text as "leastUnits", w.most_units::text as "mostUnits", w.created_at as "createdAt", w.state,
  w.review, w.version, w.txid, w.reason, w.why, w.ended_at as "endedAt"`;

export function withdrawalById(db: Db, id: string): Promise<WithdrawalRow | undefined> {
  return db.maybe<WithdrawalRow>(sql`select ${columns} from crypto_withdrawals w where w.id = ${id}`);
}

/** A player's withdrawals, newest first; only those older than `before`, if given. */
export function withdrawalsOf(
  db: Db,
  playerId: string,
  { before, id }: { readonly before: string | null; readonly id: string | null },
  limit: number,
): Promise<WithdrawalRow[]> {
  const older = before === null ? sql`` : sql`and w.id < ${before}`;
  const one = id === null ? sql`` : sql`and w.id = ${id}`;
  return db.many<WithdrawalRow>(sql`
    select ${columns} from crypto_withdrawals w where w.player_id = ${playerId} ${older} ${one}
    order by w.id desc limit ${limit}`);
}

/** Withdrawals in review, oldest first. */
export function withdrawalsInReview(db: Db, limit: number): Promise<WithdrawalRow[]> {
  return db.many<WithdrawalRow>(sql`
    select ${columns} from crypto_withdrawals w where w.state = 'REVIEW' order by w.id limit ${limit}`);
}

/** Locks it; undefined if it does not exist. */
export function lockWithdrawal(tx: Tx, id: string): Promise<WithdrawalRow | undefined> {
  return tx.maybe<WithdrawalRow>(sql`
    select ${columns} from crypto_withdrawals w where w.id = ${id} for no key update`);
}

/** The lowest free slot of the player (1 to `most`); null if all are taken by open withdrawals. The player is locked. */
export async function freeWithdrawalSlot(tx: Tx, playerId: string, most: number): Promise<number | null> {
  const { slot } = await tx.one<{ slot: number | null }>(sql`
    select min(s) as slot from generate_series(1, ${most}::integer) s
    where not exists (select from crypto_withdrawals w where w.player_id = ${playerId} and w.slot = s)`);
  return slot;
}

/** A player's unfinished withdrawals, with their cents. */
export function openWithdrawals(db: Db, playerId: string): Promise<{ out: number; outCents: number }> {
  return db.one<{ out: number; outCents: number }>(sql`
    select count(*) as out, coalesce(sum(cents), 0)::bigint as "outCents" from crypto_withdrawals
    where player_id = ${playerId} and slot is not null`);
}

/** Cents that the player requested in the last 24 hours, except refunded ones. */
export async function requestedCentsInDay(db: Db, playerId: string, now: number): Promise<number> {
  const { asked } = await db.one<{ asked: number }>(sql`
    select coalesce(sum(cents), 0)::bigint as asked from crypto_withdrawals
    where player_id = ${playerId} and created_at > ${now - DAY_MS} and state <> 'REFUNDED'`);
  return asked;
}

export interface NewWithdrawal extends Omit<
  WithdrawalRow,
  'state' | 'version' | 'txid' | 'reason' | 'why' | 'endedAt' | 'quotedAt'
> {
  readonly slot: number;
  readonly holdTransfer: string;
}

export async function insertWithdrawal(tx: Tx, w: NewWithdrawal): Promise<void> {
  await tx.run(sql`
    insert into crypto_withdrawals (id, player_id, coin, network, address, cents, fee_cents, units, rate_micro,
      quoted_at, spread_bps, least_units, most_units, created_at, changed_at, state, review, slot, hold_transfer)
    values (${w.id}, ${w.playerId}, ${w.coin}, ${w.network}, ${w.address}, ${w.cents}, ${w.feeCents},
      ${w.units}::numeric, ${w.rateMicro}, ${w.createdAt}, ${w.spreadBps}, ${w.leastUnits}::numeric,
      ${w.mostUnits}::numeric, ${w.createdAt}, ${w.createdAt}, ${w.review ? 'REVIEW' : 'APPROVED'},
      ${w.review}, ${w.slot}, ${w.holdTransfer})`);
  await emitChange(tx, w.id, w.createdAt);
}

async function emitChange(tx: Tx, id: string, at: number): Promise<void> {
  await tx.run(sql`select crypto_withdrawal_notify(${id}, ${at})`);
}

/** One reviewer has signed; the player sees the progress. */
export async function recordReview(tx: Tx, id: string, at: number): Promise<void> {
  const changed = await tx.run(sql`
    update crypto_withdrawals set version = version + 1, changed_at = ${at} where id = ${id} and state = 'REVIEW'`);
  invariant(changed === 1, `${id} is not in review`);
  await emitChange(tx, id, at);
}

/** Two reviewers have signed: the signer takes it next. */
export async function markApproved(tx: Tx, id: string, at: number): Promise<void> {
  const changed = await tx.run(sql`
    update crypto_withdrawals set state = 'APPROVED', version = version + 1, changed_at = ${at}, due_at = 0
    where id = ${id} and state = 'REVIEW'`);
  invariant(changed === 1, `${id} is not in review`);
  await emitChange(tx, id, at);
}

/** Withdrawals waiting for the signer with a quote from before `at`, longest waiting first. */
export function staleQuotes(db: Db, at: number, limit: number): Promise<{ id: string }[]> {
  return db.many<{ id: string }>(sql`
    select id from crypto_withdrawals where state = 'APPROVED' and quoted_at < ${at}
    order by quoted_at limit ${limit}`);
}

/** Condition: there is one of `staleQuotes`. */
export const anyStaleQuoteSql = (at: number) =>
  sql`exists (select from crypto_withdrawals where state = 'APPROVED' and quoted_at < ${at})`;

/** Returns false if it is in another state by now. */
export async function storeQuote(
  tx: Tx,
  id: string,
  { units, rateMicro }: { readonly units: bigint; readonly rateMicro: number },
  at: number,
): Promise<boolean> {
  const { done } = await tx.one<{ done: boolean }>(sql`
    select withdrawal_requote(${id}, ${units.toString()}::numeric, ${rateMicro}, ${at}) as done`);
  return done;
}

/** It can no longer be paid as its player agreed: the books refund it. It must be locked and waiting for the signer. */
export async function failForRate(tx: Tx, id: string, at: number): Promise<void> {
  const changed = await tx.run(sql`
    update crypto_withdrawals set state = 'FAILED', reason = 'RATE_MOVED', version = version + 1, changed_at = ${at}
    where id = ${id} and state = 'APPROVED'`);
  invariant(changed === 1, `${id} does not wait for the signer`);
  await emitChange(tx, id, at);
}

export interface WithdrawalEnd {
  readonly transferId: string;
  /** The reason for the refund; null if it was paid. */
  readonly reason: NonNullable<CryptoWithdrawal['reason']> | null;
  readonly why: string;
}

/** Records that its money was paid out or refunded. Once. */
export async function endWithdrawal(
  tx: Tx,
  id: string,
  { transferId, reason, why }: WithdrawalEnd,
  at: number,
): Promise<void> {
  const changed = await tx.run(sql`
    update crypto_withdrawals set state = case when ${reason}::text is null then state else 'REFUNDED' end,
      reason = coalesce(${reason}::text, reason), why = ${why}, slot = null, end_transfer = ${transferId},
      ended_at = ${at}, version = version + 1,
      changed_at = case when ${reason}::text is null then changed_at else ${at} end
    where id = ${id} and end_transfer is null and state in ('REVIEW', 'CONFIRMED', 'FAILED')`);
  invariant(changed === 1, `${id} has not ended`);
  await emitChange(tx, id, at);
}

/** What the books must handle: paid, or never to be. Longest waiting first. */
export function dueWithdrawals(db: Db, at: number, limit: number): Promise<{ id: string; playerId: string }[]> {
  return db.many<{ id: string; playerId: string }>(sql`
    select id, player_id as "playerId" from crypto_withdrawals
    where state in ('CONFIRMED', 'FAILED') and end_transfer is null and book_at <= ${at}
    order by book_at limit ${limit}`);
}

/** Condition: there is one of `dueWithdrawals`. */
export const anyWithdrawalDueSql = (at: number) => sql`exists (
  select from crypto_withdrawals
  where state in ('CONFIRMED', 'FAILED') and end_transfer is null and book_at <= ${at})`;

/** Postpones a withdrawal that could not be booked now. */
export async function postponeBooking(db: Db, id: string, at: number): Promise<void> {
  await db.run(sql`update crypto_withdrawals set book_at = ${at} where id = ${id} and end_transfer is null`);
}

export interface AdvertisedCoin {
  readonly coin: Coin;
  readonly mostUnits: string;
}

/** The coins that a signer advertised lately. */
export function advertisedCoins(db: Db, since: number): Promise<AdvertisedCoin[]> {
  return db.many<AdvertisedCoin>(sql`
    select coin, most_units::text as "mostUnits" from crypto_ways_out where seen_at >= ${since}`);
}

/** When the signer last reported for each coin, epoch ms. */
export function signerReports(db: Db): Promise<{ name: Coin; at: number }[]> {
  return db.many<{ name: Coin; at: number }>(sql`select coin as name, seen_at as at from crypto_ways_out`);
}

/** Withdrawals that have not ended, by state; at most `most` of them are counted. */
export function countOpenWithdrawals(db: Db, most: number): Promise<{ name: string; count: number }[]> {
  return db.many<{ name: string; count: number }>(sql`
    select state as name, count(*) as count
    from (select state from crypto_withdrawals where slot is not null limit ${most}) w group by state`);
}

/** Whether the signer counts signatures of this key for the coin. */
export async function isReviewer(db: Db, coin: Coin, key: string): Promise<boolean> {
  const { known } = await db.one<{ known: boolean }>(sql`
    select exists (select from crypto_ways_out where coin = ${coin} and ${key} = any(reviewers)) as known`);
  return known;
}

/** How many withdrawals finished within each step, by kind, since that day; steps ascending. */
export function readDurations(db: Db, day: number): Promise<{ kind: 'STEAM' | Coin; step: number; done: number }[]> {
  return db.many<{ kind: 'STEAM' | Coin; step: number; done: number }>(sql`
    select kind, step, sum(done)::integer as done from withdrawal_times where day > ${day} group by kind, step
    order by kind, step`);
}
