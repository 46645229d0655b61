/** The SQL of what the chains show: payments that are due, what was credited for them, incidents. Called by this folder only. */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { invariant } from '../platform/runner/refused.ts';

export interface PaymentKey {
  readonly network: Network;
  readonly txid: string;
  readonly idx: number;
}

export interface PaymentRow extends PaymentKey {
  readonly walletId: string;
  readonly coin: Coin;
  /** Base units as text. */
  readonly units: string;
  readonly confirmations: number;
  readonly final: boolean;
  readonly state: 'SEEN' | 'CONFIRMING' | 'CREDITED' | 'REORGED' | 'LOST' | 'DUST';
  readonly seenAt: number;
  readonly creditedCents: Cents | null;
}

const paymentColumns = sql`
  p.network, p.txid, p.idx, p.wallet_id as "walletId", p.coin, p.units::text as units, p.confirmations,
  p.final, p.state, p.seen_at as "seenAt", p.credited_cents as "creditedCents"`;

/** What the books have to look at, those first that wait longest, with the player that is to be locked. */
export function duePayments(db: Db, at: number, limit: number): Promise<(PaymentKey & { playerId: string })[]> {
  return db.many<PaymentKey & { playerId: string }>(sql`
    select p.network, p.txid, p.idx, w.player_id as "playerId"
    from crypto_payments p join crypto_wallets w on w.id = p.wallet_id
    where p.due_at <= ${at} order by p.due_at limit ${limit}`);
}

/** Locks the payment if it is due; undefined when somebody else looked at it meanwhile. */
export async function lockPayment(tx: Tx, { network, txid, idx }: PaymentKey, at: number) {
  const row = await tx.maybe<PaymentRow & { due: boolean | null }>(sql`
    select ${paymentColumns}, p.due_at <= ${at} as due from crypto_payments p
    where p.network = ${network} and p.txid = ${txid} and p.idx = ${idx} for no key update`);
  return row?.due === true ? row : undefined;
}

/** Puts the next look at it off to `dueAt`; null: until the chain shows something new. */
export async function lookAgain(tx: Db, { network, txid, idx }: PaymentKey, dueAt: number | null): Promise<void> {
  await tx.run(sql`
    update crypto_payments set due_at = ${dueAt} where network = ${network} and txid = ${txid} and idx = ${idx}`);
}

export interface Credit {
  readonly cents: Cents;
  readonly rateMicro: number;
  readonly transferId: string;
}

export async function markCredited(tx: Tx, key: PaymentKey, credit: Credit, at: number): Promise<void> {
  const changed = await tx.run(sql`
    update crypto_payments set state = 'CREDITED', credited_cents = ${credit.cents}, rate_micro = ${credit.rateMicro},
      transfer_id = ${credit.transferId}, credited_at = ${at}, changed_at = ${at}, due_at = null
    where network = ${key.network} and txid = ${key.txid} and idx = ${key.idx} and state = 'CONFIRMING'
      and credited_cents is null`);
  invariant(changed === 1, `${key.txid} ${key.idx} is not to be credited`);
}

/** Worth less than a cent: never credited. */
export async function markDust(tx: Tx, key: PaymentKey, at: number): Promise<void> {
  await tx.run(sql`
    update crypto_payments set state = 'DUST', changed_at = ${at}, due_at = null
    where network = ${key.network} and txid = ${key.txid} and idx = ${key.idx} and state = 'CONFIRMING'`);
}

/** Whether something about this address waits for a person: until then nothing of it is credited. Money that nobody saw come holds none. */
export async function hasIncident(db: Db, walletId: string): Promise<boolean> {
  const { held } = await db.one<{ held: boolean }>(sql`
    select exists (select from crypto_incidents where wallet_id = ${walletId} and closed_at is null
      and kind <> 'UNSEEN_MONEY') as held`);
  return held;
}

/** Opens an incident about an address that is not the one its index stands for; once. */
export async function openForeign(tx: Tx, key: PaymentKey, walletId: string, at: number): Promise<void> {
  await tx.run(sql`
    select crypto_report('FOREIGN_ADDRESS', ${key.network}, ${key.txid}, ${key.idx}, ${walletId},
      'the address in the database is not the one that its index stands for', ${at})`);
}

export interface ShownPaymentRow extends PaymentRow {
  /** It came in over a limit of its player's own. */
  readonly overLimit: boolean;
}

/** The newest payments to each of these addresses, at most `most` of each. */
export function paymentsTo(db: Db, walletIds: readonly string[], most: number): Promise<ShownPaymentRow[]> {
  return db.many<ShownPaymentRow>(sql`
    select found.*, protection_was_over(found.network || ':' || found.txid || ':' || found.idx) as "overLimit"
    from unnest(${walletIds}::text[]) as w (id)
    cross join lateral (
      select ${paymentColumns} from crypto_payments p where p.wallet_id = w.id order by p.seen_at desc, p.txid, p.idx
      limit ${most}) as found`);
}
