/** Daily totals, from sums that triggers maintain in the transactions of what they count: no history is read. */
import { cents, usd } from '@fairpot/contract/wire/money';
import { REPORT_MAX_DAYS } from '@fairpot/contract/operations/calls';
import type { dayReport } from '@fairpot/contract/operations/schemas';
import { sql, type Db } from '../platform/database/sql.ts';
import type { QueryHandler } from '../platform/runner/feature.ts';
import { refuse } from '../platform/runner/refused.ts';

interface TotalRow {
  readonly day: number;
  readonly kind: string;
  readonly times: number;
  readonly cents: number;
  readonly backCents: number;
  readonly feeCents: number;
}

/** By day, then by kind. */
function totals(db: Db, from: number, to: number): Promise<TotalRow[]> {
  return db.many<TotalRow>(sql`
    select day, kind, sum(times)::bigint as times, sum(cents)::bigint as cents, sum(back_cents)::bigint as "backCents",
      sum(fee_cents)::bigint as "feeCents"
    from day_totals where day between ${from}::integer and ${to}::integer group by day, kind order by day, kind`);
}

export const days: QueryHandler<typeof dayReport> = async ({ db }, { from, to }) => {
  if (to < from || to - from >= REPORT_MAX_DAYS) {
    refuse('BAD_INPUT', { detail: `to: at most ${REPORT_MAX_DAYS - 1} days after from` });
  }
  const lines = await totals(db, from, to);
  return {
    lines: lines.map(({ day, kind, times, cents: sum, backCents, feeCents }) => ({
      day,
      kind,
      times,
      sumUsd: usd(cents(sum)),
      backUsd: usd(cents(backCents)),
      feeUsd: usd(cents(feeCents)),
    })),
  };
};
