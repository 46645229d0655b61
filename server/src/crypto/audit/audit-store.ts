/** The SQL of the audit rounds: the position of each, and the pages it reads. Only this folder calls it. */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import type { Cents } from '@fairpot/contract/wire/money';
import { columnOf, sql, type Db, type Sql, type Tx } from '../../platform/database/sql.ts';

/** Claims the round until the transaction ends; null if it is not due or another node has it. */
export async function claimTurn(tx: Tx, walk: string, at: number): Promise<{ readonly after: string } | null> {
  await tx.run(sql`insert into crypto_audits (walk) values (${walk}) on conflict do nothing`);
  const row = await tx.maybe<{ after: string }>(sql`
    select after from crypto_audits where walk = ${walk} and due_at <= ${at} for no key update skip locked`);
  return row ?? null;
}

const dueSql = (walks: readonly string[], at: number): Sql => sql`
  select wanted.walk from unnest(${walks}::text[]) as wanted (walk)
  where not exists (select from crypto_audits a where a.walk = wanted.walk and a.due_at > ${at})`;

/** Condition: one of the rounds is due. */
export const anyTurnDueSql = (walks: readonly string[], at: number): Sql => sql`exists (${dueSql(walks, at)})`;

export async function dueTurns(db: Db, walks: readonly string[], at: number): Promise<Set<string>> {
  const rows = await db.many<{ walk: string }>(dueSql(walks, at));
  return new Set(columnOf(rows, 'walk'));
}

/** Stores where the round continues, and when. `after` '' means that it is complete and starts over. */
export async function storePosition(tx: Tx, walk: string, after: string, dueAt: number): Promise<void> {
  await tx.run(sql`
    update crypto_audits set after = ${after}, due_at = ${dueAt},
      rounds = rounds + case when ${after} = '' then 1 else 0 end
    where walk = ${walk}`);
}

export interface AuditFinding {
  readonly kind:
    | 'CREDIT_WITHOUT_PAYMENT'
    | 'PAYMENT_WITHOUT_CREDIT'
    | 'CREDIT_APART'
    | 'ORDER_APART'
    | 'FOREIGN_ADDRESS'
    | 'ADDRESS_MISSING'
    | 'TRANSFER_WITHOUT_WITHDRAWAL'
    | 'WITHDRAWAL_APART'
    | 'PAYOUT_APART'
    | 'REVIEW_APART';
  readonly network: Network | null;
  /** A payment's transaction and index; for an address '' and its index; for a transfer or a withdrawal its id and 0. */
  readonly txid: string;
  readonly idx: number;
  readonly walletId: string | null;
  readonly detail: string;
}

/** Returns true if this opened an incident. False if it is already open, or if a person closed the same finding. */
export async function reportFinding(tx: Tx, finding: AuditFinding, at: number): Promise<boolean> {
  const { kind, network, txid, idx, walletId, detail } = finding;
  const { opened } = await tx.one<{ opened: boolean }>(sql`
    select crypto_report(${kind}, ${network}, ${txid}, ${idx}, ${walletId}, ${detail}, ${at}) as opened`);
  return opened;
}

/** A payment as the books credited it. */
export interface CreditedRow {
  readonly network: Network;
  readonly txid: string;
  readonly idx: number;
  readonly coin: Coin;
  readonly units: string;
  readonly walletId: string;
  readonly playerId: string;
  readonly creditedCents: Cents | null;
  readonly rateMicro: number | null;
  /** Base units credited at the locked rate of its order, and that rate; null if none. */
  readonly lockedUnits: string | null;
  readonly lockedMicro: number | null;
  readonly transferId: string | null;
}

const creditedColumns = sql`
  p.network, p.txid, p.idx, p.coin, p.units::text as units, p.wallet_id as "walletId", w.player_id as "playerId",
  p.credited_cents as "creditedCents", p.rate_micro as "rateMicro", p.locked_units::text as "lockedUnits",
  p.locked_micro as "lockedMicro", p.transfer_id as "transferId"`;

/** Payments after the one named by `after` (network, txid, idx), credited or not, ordered by key. */
export function paymentsAfter(db: Db, after: readonly [string, string, number], limit: number): Promise<CreditedRow[]> {
  const [network, txid, idx] = after;
  return db.many<CreditedRow>(sql`
    select ${creditedColumns} from crypto_payments p join crypto_wallets w on w.id = p.wallet_id
    where (p.network, p.txid, p.idx) > (${network}, ${txid}, ${idx}::integer)
    order by p.network, p.txid, p.idx limit ${limit}`);
}

export function paymentsOfTransfers(db: Db, transferIds: readonly string[]): Promise<CreditedRow[]> {
  return db.many<CreditedRow>(sql`
    select ${creditedColumns} from crypto_payments p join crypto_wallets w on w.id = p.wallet_id
    where p.transfer_id = any(${transferIds}::text[])`);
}

export interface AuditedAddressRow {
  readonly id: string;
  readonly network: Network;
  readonly idx: number;
  readonly address: string;
  readonly coin: Coin;
  readonly playerId: string;
  readonly ordered: boolean;
  readonly order: {
    readonly id: string;
    readonly playerId: string;
    readonly coin: Coin;
    readonly cents: number;
  } | null;
  /** The total credited for its payments. */
  readonly paidCents: Cents;
}

/** Addresses of a network, starting at index `from`. */
export function addressesFrom(db: Db, network: Network, from: number, limit: number): Promise<AuditedAddressRow[]> {
  return db.many<AuditedAddressRow>(sql`
    select w.id, w.network, w.idx, w.address, w.coin, w.player_id as "playerId", w.ordered, (
        select jsonb_build_object('id', o.id, 'playerId', o.player_id, 'coin', o.coin, 'cents', o.credited_cents)
        from crypto_orders o where o.wallet_id = w.id) as order, (
        select coalesce(sum(p.credited_cents), 0)::bigint from crypto_payments p
        where p.wallet_id = w.id) as "paidCents"
    from crypto_wallets w where w.network = ${network} and w.idx >= ${from} order by w.idx limit ${limit}`);
}

/** The number of addresses that a network has handed out. */
export async function countAddresses(db: Db, network: Network): Promise<number> {
  const { n } = await db.one<{ n: number }>(
    sql`select next_index as n from crypto_networks where network = ${network}`,
  );
  return n;
}
