/** The SQL of rates: what each source said last, and whose turn it is to ask. Called by this folder only. */
import type { Coin } from '@fairpot/contract/crypto/calls';
import type { RateQuote, RateSource } from '../platform/process/crypto-port.ts';
import { sql, type Db } from '../platform/database/sql.ts';
import { readSettings, SITE_SETTINGS } from '../platform/runner/settings.ts';
import { believedRate, lessSpread } from './rules.ts';

/** True once per `everyMs`, whichever node asks. */
export async function claimTurn(db: Db, source: RateSource['name'], now: number, everyMs: number): Promise<boolean> {
  return (
    (await db.run(sql`
      update crypto_rate_turns set due_at = ${now + everyMs} where source = ${source} and due_at <= ${now}`)) === 1
  );
}

/** Stores what a source said; an older figure does not replace a newer one. */
export async function putRates(db: Db, source: RateSource['name'], quotes: readonly RateQuote[]): Promise<void> {
  await db.run(sql`
    insert into crypto_rates as r (source, coin, micro, quoted_at)
    select ${source}, t.coin, t.micro, t."quotedAt"
    from jsonb_to_recordset(${JSON.stringify(quotes)}::jsonb) as t (coin text, micro bigint, "quotedAt" bigint)
    order by t.coin
    on conflict (source, coin) do update set micro = excluded.micro, quoted_at = excluded.quoted_at
      where r.quoted_at <= excluded.quoted_at`);
}

/** The market's rate of each coin that can be believed now, in millionths of a dollar. */
export async function believedRates(db: Db, now: number): Promise<ReadonlyMap<Coin, number>> {
  const rows = await db.many<{ coin: Coin; micro: number; quotedAt: number }>(sql`
    select coin, micro, quoted_at as "quotedAt" from crypto_rates`);
  const coins = [...new Set(rows.map((row) => row.coin))];
  return new Map(
    coins.flatMap((coin) => {
      const micro = believedRate(
        coin,
        rows.filter((row) => row.coin === coin),
        now,
      );
      return micro === null ? [] : [[coin, micro] as const];
    }),
  );
}

export interface DepositRates {
  /** Millionths of a dollar for one coin, before and after the spread; a coin without a rate is in neither. */
  readonly market: ReadonlyMap<Coin, number>;
  readonly credited: ReadonlyMap<Coin, number>;
  readonly spreadBps: number;
}

/** At which rates coins that come in are credited now. */
export async function depositRates(db: Db, now: number): Promise<DepositRates> {
  const spreadBps = (await readSettings(db, SITE_SETTINGS))['crypto.depositSpreadBps'];
  const market = await believedRates(db, now);
  const credited = new Map([...market].map(([coin, micro]) => [coin, lessSpread(micro, spreadBps)] as const));
  return { market, credited, spreadBps };
}
