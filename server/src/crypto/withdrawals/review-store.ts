/** The SQL of reviews: each staff member once, each key once, never changed. Only this folder calls it. */
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';

export interface ReviewRow {
  readonly withdrawalId: string;
  readonly staffId: string;
  readonly act: 'APPROVED' | 'REJECTED';
  readonly key: string | null;
  readonly signature: string | null;
  readonly why: string;
  readonly at: number;
}

/** All reviews of these withdrawals, oldest first: at most one row per staff member. */
export function reviewsOf(db: Db, withdrawalIds: readonly string[]): Promise<ReviewRow[]> {
  return db.many<ReviewRow>(sql`
    select r.withdrawal_id as "withdrawalId", r.staff_id as "staffId", r.act, r.key, r.signature, r.why, r.at
    from unnest(${withdrawalIds}::text[]) as w (id)
    cross join lateral (select * from crypto_reviews where withdrawal_id = w.id offset 0) r order by r.at, r.staff_id`);
}

/** Returns false if this person, or this key, has already reviewed. */
export async function addReview(tx: Tx, r: ReviewRow): Promise<boolean> {
  return (
    (await tx.run(sql`
      insert into crypto_reviews (withdrawal_id, staff_id, act, key, signature, why, at)
      values (${r.withdrawalId}, ${r.staffId}, ${r.act}, ${r.key}, ${r.signature}, ${r.why}, ${r.at})
      on conflict do nothing`)) === 1
  );
}
