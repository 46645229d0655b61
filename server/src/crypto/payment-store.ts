/** The SQL of payments: which are due, what was credited for them, incidents. Only this folder calls it. */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import { cents, type Cents } from '@fairpot/contract/wire/money';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { invariant } from '../platform/runner/refused.ts';
import { readSettings } from '../platform/runner/settings.ts';
import type { ChainPayment, PaymentPrice, CreditRisk } from './rules.ts';
import { DEPOSIT_SETTINGS } from './settings.ts';

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
  /** When it was first seen in its current block; null if it is in none. */
  readonly blockAt: number | null;
  readonly creditedCents: Cents | null;
  readonly rateMicro: number | null;
  /** Base units credited at the locked rate of its order, as text; null if none. */
  readonly lockedUnits: string | null;
}

const paymentColumns = sql`
  p.network, p.txid, p.idx, p.wallet_id as "walletId", p.coin, p.units::text as units, p.confirmations,
  p.final, p.state, p.seen_at as "seenAt", p.block_at as "blockAt", p.credited_cents as "creditedCents",
  p.rate_micro as "rateMicro", p.locked_units::text as "lockedUnits"`;

/** A payment in the form the rules use. */
export function toPayment({ coin, units, seenAt, blockAt }: PaymentRow): ChainPayment {
  return { coin, units: BigInt(units), seenAt, blockAt };
}

/** Payments due for the books, longest waiting first, with the player to lock. */
export function duePayments(db: Db, at: number, limit: number): Promise<(PaymentKey & { playerId: string })[]> {
  return db.many<PaymentKey & { playerId: string }>(sql`
    select p.network, p.txid, p.idx, w.player_id as "playerId"
    from crypto_payments p join crypto_wallets w on w.id = p.wallet_id
    where p.due_at <= ${at} order by p.due_at limit ${limit}`);
}

/** Condition: a payment is due. */
export const anyPaymentDueSql = (now: number) => sql`exists (select from crypto_payments where due_at <= ${now})`;

/** Locks the payment if it is still due; undefined if another node handled it. */
export async function lockPayment(tx: Tx, { network, txid, idx }: PaymentKey, at: number) {
  const row = await tx.maybe<PaymentRow & { due: boolean | null }>(sql`
    select ${paymentColumns}, p.due_at <= ${at} as due from crypto_payments p
    where p.network = ${network} and p.txid = ${txid} and p.idx = ${idx} for no key update`);
  return row?.due === true ? row : undefined;
}

/** Postpones the next check to `dueAt`; null: until the chain shows something new. */
export async function postponePayment(tx: Db, { network, txid, idx }: PaymentKey, dueAt: number | null): Promise<void> {
  await tx.run(sql`
    update crypto_payments set due_at = ${dueAt} where network = ${network} and txid = ${txid} and idx = ${idx}`);
}

export interface PaymentCredit extends Pick<PaymentPrice, 'lockedUnits' | 'lockedMicro' | 'rateMicro'> {
  readonly cents: Cents;
  readonly transferId: string;
}

export async function markCredited(tx: Tx, key: PaymentKey, credit: PaymentCredit, at: number): Promise<void> {
  const changed = await tx.run(sql`
    update crypto_payments set state = 'CREDITED', credited_cents = ${credit.cents}, rate_micro = ${credit.rateMicro},
      locked_units = nullif(${credit.lockedUnits.toString()}::numeric, 0), locked_micro = ${credit.lockedMicro},
      transfer_id = ${credit.transferId}, credited_at = ${at}, changed_at = ${at}, due_at = null
    where network = ${key.network} and txid = ${key.txid} and idx = ${key.idx} and state = 'CONFIRMING'
      and credited_cents is null`);
  invariant(changed === 1, `${key.txid} ${key.idx} cannot be credited`);
}

/** Serializes the books of a coin until the transaction ends, so that each sees what the others credited. */
export async function lockUnfinal(tx: Tx, coin: Coin): Promise<void> {
  await tx.one(sql`select 1 as held from pg_advisory_xact_lock(hashtext(${`crypto unfinal ${coin}`}))`);
}

/**
 * Returns what is at stake with a payment of this player, by coin and worth. Credited payments that left their block count until they
 * are final again or a person has closed their incident, so a re-org makes no room for more.
 */
export async function risksOf(db: Db, playerId: string): Promise<(coin: Coin, worth: Cents) => CreditRisk> {
  const { 'crypto.unfinalCents': siteMost } = await readSettings(db, DEPOSIT_SETTINGS);
  const rows = await db.many<{ coin: Coin; playerCents: Cents; siteCents: Cents }>(sql`
    select p.coin, coalesce(sum(p.credited_cents) filter (where w.player_id = ${playerId}), 0)::bigint as "playerCents",
      sum(p.credited_cents)::bigint as "siteCents"
    from crypto_payments p join crypto_wallets w on w.id = p.wallet_id
    where p.state = 'CREDITED' and not p.final and not exists (
      select from crypto_incidents i where i.kind in ('REORG_AFTER_CREDIT', 'LOST_AFTER_CREDIT') and i.txid = p.txid
        and i.idx = p.idx and i.network = p.network and i.closed_by is not null)
    group by p.coin`);
  return (coin, worth) => {
    const row = rows.find((each) => each.coin === coin);
    const [playerUnfinal, siteUnfinal] = [row?.playerCents ?? cents(0), row?.siteCents ?? cents(0)];
    return { worth, playerUnfinal, siteUnfinal, siteMost: cents(siteMost) };
  };
}

/** Worth less than a cent: never credited. */
export async function markDust(tx: Tx, key: PaymentKey, at: number): Promise<void> {
  await tx.run(sql`
    update crypto_payments set state = 'DUST', changed_at = ${at}, due_at = null
    where network = ${key.network} and txid = ${key.txid} and idx = ${key.idx} and state = 'CONFIRMING'`);
}

/** Whether an open incident blocks this address; until it is closed nothing is credited to it. UNSEEN_MONEY blocks nothing. */
export async function hasIncident(db: Db, walletId: string): Promise<boolean> {
  const { held } = await db.one<{ held: boolean }>(sql`
    select exists (select from crypto_incidents where wallet_id = ${walletId} and closed_at is null
      and kind <> 'UNSEEN_MONEY') as held`);
  return held;
}

/** Opens an incident about an address that does not match its index; once. */
export async function reportForeignAddress(tx: Tx, key: PaymentKey, walletId: string, at: number): Promise<void> {
  await tx.run(sql`
    select crypto_report('FOREIGN_ADDRESS', ${key.network}, ${key.txid}, ${key.idx}, ${walletId},
      'the address in the database is not the one that its index stands for', ${at})`);
}

export interface ShownPaymentRow extends PaymentRow {
  /** It exceeded a limit that the player set. */
  readonly overLimit: boolean;
}

/** The newest payments to each of these addresses, at most `most` each. */
export function paymentsTo(db: Db, walletIds: readonly string[], most: number): Promise<ShownPaymentRow[]> {
  return db.many<ShownPaymentRow>(sql`
    select found.*, protection_was_over(found.network || ':' || found.txid || ':' || found.idx) as "overLimit"
    from unnest(${walletIds}::text[]) as w (id)
    cross join lateral (
      select ${paymentColumns} from crypto_payments p where p.wallet_id = w.id order by p.seen_at desc, p.txid, p.idx
      limit ${most}) as found`);
}
