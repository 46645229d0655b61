/** Posted transfers, for rooms that check their own books against the ledger's. Read in pages, never whole. */
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db } from '../platform/database/sql.ts';

export interface PostedTransfer {
  readonly id: string;
  readonly key: string;
  readonly code: string;
  readonly ref: string;
  /** By account. */
  readonly postings: readonly { readonly account: string; readonly cents: Cents }[];
}

const postedColumns = sql`t.id, t.key, t.code, t.ref, (
  select coalesce(jsonb_agg(jsonb_build_object('account', p.account_id, 'cents', p.cents) order by p.account_id), '[]')
  from postings p where p.transfer_id = t.id) as postings`;

/** Transfers with a crypto code (CRYPTO_...) after the one with id `after`, in the order of their ids. */
export function cryptoPostedAfter(db: Db, code: string, after: string, limit: number): Promise<PostedTransfer[]> {
  return db.many<PostedTransfer>(sql`
    select ${postedColumns} from transfers t
    where t.code = ${code} and t.code like 'CRYPTO\\_%' and t.id > ${after} order by t.id limit ${limit}`);
}

/** Those of these transfers that exist. */
export function postedByIds(db: Db, ids: readonly string[]): Promise<PostedTransfer[]> {
  return db.many<PostedTransfer>(sql`select ${postedColumns} from transfers t where t.id = any(${ids}::text[])`);
}
