/**
 * The signer's SQL. It connects as fairpot_signer, reads what is due and what it signed, and writes through the functions of
 * server/functions/crypto/withdrawals. Each function is one statement, so a signer that dies has done all of it or nothing.
 */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import type { CryptoWithdrawalState } from '@fairpot/contract/crypto/withdrawals/calls';
import { sql, type Db, type Sql } from '@fairpot/server/platform/database/sql';
import type { StatementToSign, WalletReservations, SignedTransaction } from './chain.ts';
import type { Approval } from './policy.ts';

export interface DueWithdrawal {
  readonly id: string;
  readonly network: Network;
  readonly coin: Coin;
  readonly address: string;
  /** Base units as text. */
  readonly units: string;
  /** What its reviewers sign: the payment may not exceed it. */
  readonly mostUnits: string;
  readonly quotedAt: number;
  readonly state: CryptoWithdrawalState;
  readonly review: boolean;
  /** Transactions signed for it so far, including the live one. */
  readonly attempts: number;
}

export interface PayableCoin {
  readonly coin: Coin;
  readonly wallet: string;
  readonly most: string;
  readonly reviewers: readonly string[];
}

export async function advertise(db: Db, coins: readonly PayableCoin[], at: number): Promise<void> {
  await db.run(sql`select payout_advertise(${JSON.stringify(coins)}::jsonb, ${at})`);
}

/** Lists the paying address among the site's reserves. */
export async function listReserve(db: Db, network: Network, wallet: string, at: number): Promise<void> {
  await db.run(sql`select reserve_listed(${network}, ${wallet}, ${at})`);
}

/** The newest statement, unless the wallet has already signed it. */
export function statementToSign(db: Db, network: Network, wallet: string): Promise<StatementToSign | undefined> {
  return db.maybe<StatementToSign>(sql`select number, root from reserve_to_sign(${network}, ${wallet})`);
}

export async function storeReserveProof(
  db: Db,
  network: Network,
  wallet: string,
  { number, root }: StatementToSign,
  signature: string,
): Promise<void> {
  await db.run(sql`select reserve_signed(${network}, ${wallet}, ${number}, ${root}, ${signature})`);
}

/** Condition: a withdrawal of the network is due, or there is a `statementToSign`. */
export const anyDueSql = (network: Network, wallet: string, at: number): Sql => sql`(
  exists (select from crypto_withdrawals
    where network = ${network} and due_at <= ${at} and state in ('APPROVED', 'SIGNED', 'BROADCAST'))
  or exists (select from reserve_to_sign(${network}, ${wallet})))`;

/** Claims the network's due withdrawals; no other signer gets them before `until`. */
export async function claimDue(db: Db, network: Network, at: number, until: number, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select payout_claim(${network}, ${at}, ${until}, ${limit}) as id`);
  return rows.map((row) => row.id);
}

export function readWithdrawal(db: Db, id: string): Promise<DueWithdrawal> {
  return db.one<DueWithdrawal>(sql`
    select w.id, w.network, w.coin, w.address, w.units::text as units,
      w.most_units::text as "mostUnits", w.quoted_at as "quotedAt", w.state, w.review,
      (select count(*) from crypto_payouts p where p.withdrawal_id = w.id)::integer as attempts
    from crypto_withdrawals w where w.id = ${id}`);
}

export function readApprovals(db: Db, id: string): Promise<Approval[]> {
  return db.many<Approval>(sql`
    select coalesce(key, '') as key, coalesce(signature, '') as signature from crypto_reviews
    where withdrawal_id = ${id} and act = 'APPROVED'`);
}

/** The withdrawal's transaction that is not dead. */
export function liveTransaction(db: Db, id: string): Promise<SignedTransaction | undefined> {
  return db.maybe<SignedTransaction>(sql`
    select txid, raw, expires_at as "expiresAt", nonce, inputs from crypto_payouts
    where withdrawal_id = ${id} and state <> 'DEAD'`);
}

/** Whether the site handed the address out for deposits. */
export async function isDepositAddress(db: Db, network: Network, address: string): Promise<boolean> {
  const { ours } = await db.one<{ ours: boolean }>(sql`
    select exists (select from crypto_wallets where network = ${network} and address = ${address}) as ours`);
  return ours;
}

/** Reads what is committed. `nonce` is the next number; numbers of final transactions count as used. */
export async function readReservations(db: Db, network: Network, coin: Coin): Promise<WalletReservations> {
  const open = await db.many<{ coin: Coin; state: string; units: string; inputs: string[]; nonce: number | null }>(sql`
    select coin, state, units::text as units, inputs, nonce from crypto_payouts
    where network = ${network} and state in ('SIGNED', 'BROADCAST')`);
  const { next } = await db.one<{ next: number }>(sql`
    select coalesce(max(nonce) + 1, 0)::bigint as next from crypto_payouts
    where network = ${network} and nonce is not null and state <> 'DEAD'`);
  return {
    units: open
      .filter((each) => each.coin === coin && each.state === 'SIGNED')
      .reduce((sum, { units }) => sum + BigInt(units), 0n),
    inputs: new Set(open.flatMap((each) => each.inputs)),
    numbered: open.flatMap(({ nonce, units }) => (nonce === null ? [] : [{ nonce, units: BigInt(units) }])),
    nonce: next,
  };
}

export async function storeSigned(
  db: Db,
  { id, units }: Pick<DueWithdrawal, 'id' | 'units'>,
  signed: SignedTransaction,
  day: bigint,
  at: number,
): Promise<'stored' | 'day' | 'taken' | 'gone'> {
  const { answer } = await db.one<{ answer: 'stored' | 'day' | 'taken' | 'gone' }>(sql`
    select payout_store(${id}, ${JSON.stringify({ ...signed, units })}::jsonb,
      ${day.toString()}::numeric, ${at}) as answer`);
  return answer;
}

export async function markSent(db: Db, id: string, txid: string, at: number): Promise<void> {
  await db.run(sql`select payout_sent(${id}, ${txid}, ${at})`);
}

export async function markConfirmed(db: Db, id: string, txid: string, height: number, at: number): Promise<void> {
  await db.run(sql`select payout_done(${id}, ${txid}, ${height}, ${at})`);
}

/** `reason` null: another transaction may be signed. */
export async function markDead(
  db: Db,
  id: string,
  txid: string,
  reason: 'REVERTED' | 'EXPIRED' | null,
  at: number,
): Promise<void> {
  await db.run(sql`select payout_dead(${id}, ${txid}, ${reason}, ${at})`);
}

export async function postpone(db: Db, id: string, due: number): Promise<void> {
  await db.run(sql`select payout_postpone(${id}, ${due})`);
}

export async function sendToReview(db: Db, id: string, at: number): Promise<void> {
  await db.run(sql`select payout_send_to_review(${id}, ${at})`);
}

export async function refuse(db: Db, id: string, reason: 'ADDRESS' | 'TOO_LARGE', at: number): Promise<void> {
  await db.run(sql`select payout_refuse(${id}, ${reason}, ${at})`);
}
