/** The SQL of the audit of outgoing money: pages of withdrawals with their transaction and reviews. Only ../audit calls it. */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import type { CryptoWithdrawalState } from '@fairpot/contract/crypto/withdrawals/calls';
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db } from '../../platform/database/sql.ts';

export interface PaidOutRow {
  readonly id: string;
  readonly playerId: string;
  readonly network: Network;
  readonly coin: Coin;
  readonly address: string;
  readonly units: string;
  /** The amount that its reviewers sign. */
  readonly mostUnits: string;
  readonly cents: Cents;
  readonly feeCents: Cents;
  readonly rateMicro: number;
  readonly state: CryptoWithdrawalState;
  readonly review: boolean;
  readonly txid: string | null;
  readonly holdTransfer: string;
  readonly endTransfer: string | null;
  /** Its transactions that are not dead: at most one, unless someone tampered. */
  readonly alive: readonly {
    readonly txid: string;
    readonly coin: Coin;
    readonly address: string;
    readonly units: string;
    readonly state: string;
  }[];
  readonly approvals: readonly { readonly staffId: string; readonly key: string; readonly signature: string }[];
}

/** Withdrawals after id `after`, ordered by id. */
export function withdrawalsAfter(db: Db, after: string, limit: number): Promise<PaidOutRow[]> {
  return db.many<PaidOutRow>(sql`
    select w.id, w.player_id as "playerId", w.network, w.coin, w.address, w.units::text as units,
      w.most_units::text as "mostUnits", w.cents,
      w.fee_cents as "feeCents", w.rate_micro as "rateMicro", w.state, w.review, w.txid,
      w.hold_transfer as "holdTransfer", w.end_transfer as "endTransfer", (
        select coalesce(jsonb_agg(jsonb_build_object('txid', p.txid, 'coin', p.coin, 'address', p.address,
          'units', p.units::text, 'state', p.state)), '[]')
        from crypto_payouts p where p.withdrawal_id = w.id and p.state <> 'DEAD') as alive, (
        select coalesce(jsonb_agg(jsonb_build_object('staffId', r.staff_id, 'key', r.key,
          'signature', r.signature)), '[]')
        from crypto_reviews r where r.withdrawal_id = w.id and r.act = 'APPROVED') as approvals
    from crypto_withdrawals w where w.id > ${after} order by w.id limit ${limit}`);
}

/** Which of these transfers a withdrawal names as its hold or its end. */
export async function namedTransfers(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.many<{ id: string }>(sql`
    select hold_transfer as id from crypto_withdrawals where hold_transfer = any(${ids}::text[])
    union all select end_transfer from crypto_withdrawals where end_transfer = any(${ids}::text[])`);
  return new Set(rows.map((row) => row.id));
}
