/**
 * The signer's SQL, signed in as fairpot_signer: it reads what is to be paid and what it signed, and writes by the functions of
 * server/functions/crypto/withdrawals. Each function is one statement: a signer that dies has done all of it or nothing.
 */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import type { CryptoWithdrawalState } from '@fairpot/contract/crypto/withdrawals/calls';
import { sql, type Db } from '@fairpot/server/platform/database/sql';
import type { ProvenStatement, Reserved, Signed } from './chain.ts';
import type { Approval } from './policy.ts';

export interface Work {
  readonly id: string;
  readonly network: Network;
  readonly coin: Coin;
  readonly address: string;
  /** Base units as text. */
  readonly units: string;
  /** What its reviewers sign: it may pay no more. */
  readonly mostUnits: string;
  readonly quotedAt: number;
  readonly state: CryptoWithdrawalState;
  readonly review: boolean;
  /** Transactions that were signed for it, the one that lives included. */
  readonly attempts: number;
}

export interface WayOut {
  readonly coin: Coin;
  readonly wallet: string;
  readonly most: string;
  readonly reviewers: readonly string[];
}

export async function hello(db: Db, ways: readonly WayOut[], at: number): Promise<void> {
  await db.run(sql`select payout_hello(${JSON.stringify(ways)}::jsonb, ${at})`);
}

/** Says which address is paid from, for the site's reserves. */
export async function listReserve(db: Db, network: Network, wallet: string, at: number): Promise<void> {
  await db.run(sql`select reserve_listed(${network}, ${wallet}, ${at})`);
}

/** The newest statement, while the wallet has not signed it. */
export function toProve(db: Db, network: Network, wallet: string): Promise<ProvenStatement | undefined> {
  return db.maybe<ProvenStatement>(sql`select number, root from reserve_asked(${network}, ${wallet})`);
}

export async function proved(
  db: Db,
  network: Network,
  wallet: string,
  { number, root }: ProvenStatement,
  signature: string,
): Promise<void> {
  await db.run(sql`select reserve_signed(${network}, ${wallet}, ${number}, ${root}, ${signature})`);
}

/** Withdrawals of the network that are due; nobody else is given them before `until`. */
export async function claim(db: Db, network: Network, at: number, until: number, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select payout_claim(${network}, ${at}, ${until}, ${limit}) as id`);
  return rows.map((row) => row.id);
}

export function workOf(db: Db, id: string): Promise<Work> {
  return db.one<Work>(sql`
    select w.id, w.network, w.coin, w.address, w.units::text as units,
      w.most_units::text as "mostUnits", w.quoted_at as "quotedAt", w.state, w.review,
      (select count(*) from crypto_payouts p where p.withdrawal_id = w.id)::integer as attempts
    from crypto_withdrawals w where w.id = ${id}`);
}

export function approvalsOf(db: Db, id: string): Promise<Approval[]> {
  return db.many<Approval>(sql`
    select coalesce(key, '') as key, coalesce(signature, '') as signature from crypto_reviews
    where withdrawal_id = ${id} and act = 'APPROVED'`);
}

/** The transaction that lives for it. */
export function alive(db: Db, id: string): Promise<Signed | undefined> {
  return db.maybe<Signed>(sql`
    select txid, raw, expires_at as "expiresAt", nonce, inputs from crypto_payouts
    where withdrawal_id = ${id} and state <> 'DEAD'`);
}

/** Whether the site hands the address out for deposits. */
export async function isDeposit(db: Db, network: Network, address: string): Promise<boolean> {
  const { ours } = await db.one<{ ours: boolean }>(sql`
    select exists (select from crypto_wallets where network = ${network} and address = ${address}) as ours`);
  return ours;
}

/** What is spoken for of the wallet. `nonce` is the next one; a number that is in the chain for good was used too. */
export async function reservedOf(db: Db, network: Network, coin: Coin): Promise<Reserved> {
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
  { id, units }: Pick<Work, 'id' | 'units'>,
  signed: Signed,
  day: bigint,
  at: number,
): Promise<'stored' | 'day' | 'taken' | 'gone'> {
  const { answer } = await db.one<{ answer: 'stored' | 'day' | 'taken' | 'gone' }>(sql`
    select payout_store(${id}, ${JSON.stringify({ ...signed, units })}::jsonb,
      ${day.toString()}::numeric, ${at}) as answer`);
  return answer;
}

export async function sent(db: Db, id: string, txid: string, at: number): Promise<void> {
  await db.run(sql`select payout_sent(${id}, ${txid}, ${at})`);
}

export async function done(db: Db, id: string, txid: string, height: number, at: number): Promise<void> {
  await db.run(sql`select payout_done(${id}, ${txid}, ${height}, ${at})`);
}

/** `reason` null: another transaction may be signed. */
export async function dead(
  db: Db,
  id: string,
  txid: string,
  reason: 'REVERTED' | 'EXPIRED' | null,
  at: number,
): Promise<void> {
  await db.run(sql`select payout_dead(${id}, ${txid}, ${reason}, ${at})`);
}

export async function later(db: Db, id: string, due: number): Promise<void> {
  await db.run(sql`select payout_later(${id}, ${due})`);
}

export async function park(db: Db, id: string, at: number): Promise<void> {
  await db.run(sql`select payout_park(${id}, ${at})`);
}

export async function refuse(db: Db, id: string, reason: 'ADDRESS' | 'TOO_LARGE', at: number): Promise<void> {
  await db.run(sql`select payout_refuse(${id}, ${reason}, ${at})`);
}

/** Which mode the database has; null before a server started on it. */
export async function modeOf(db: Db): Promise<string | null> {
  const row = await db.maybe<{ value: string }>(sql`select value from meta where key = 'mode'`);
  return row?.value ?? null;
}
