/** The SQL of rates: each source's last quote, whose turn it is to poll, market readings. Only this folder calls it. */
import { COINS, type Coin } from '@fairpot/contract/crypto/calls';
import type { RateQuote, RateSource } from '../platform/process/crypto-port.ts';
import { sql, type Db, type Sql } from '../platform/database/sql.ts';
import { readSettings } from '../platform/runner/settings.ts';
import { believedRate, lessSpread, ratesDisagree, READINGS_KEPT_MS, type RateHistory, type RatesNow } from './rules.ts';
import { DEPOSIT_SETTINGS } from './settings.ts';

/** Returns true once per `everyMs`, on one node. */
export async function claimTurn(db: Db, source: RateSource['name'], now: number, everyMs: number): Promise<boolean> {
  return (
    (await db.run(sql`
      update crypto_rate_turns set due_at = ${now + everyMs} where source = ${source} and due_at <= ${now}`)) === 1
  );
}

/** Condition: it is time for a turn. */
export const isTurnDueSql = (source: RateSource['name'], now: number): Sql =>
  sql`exists (select from crypto_rate_turns where source = ${source} and due_at <= ${now})`;

/** Stores a source's quotes; an older quote does not replace a newer one. */
export async function storeRates(db: Db, source: RateSource['name'], quotes: readonly RateQuote[]): Promise<void> {
  await db.run(sql`
    insert into crypto_rates as r (source, coin, micro, quoted_at)
    select ${source}, t.coin, t.micro, t."quotedAt"
    from jsonb_to_recordset(${JSON.stringify(quotes)}::jsonb) as t (coin text, micro bigint, "quotedAt" bigint)
    order by t.coin
    on conflict (source, coin) do update set micro = excluded.micro, quoted_at = excluded.quoted_at
      where r.quoted_at <= excluded.quoted_at`);
}

interface BelievedRate {
  readonly coin: Coin;
  readonly micro: number;
  /** Time of the older of the two quotes. */
  readonly quotedAt: number;
}

async function believed(db: Db, now: number): Promise<BelievedRate[]> {
  const rows = await db.many<{ coin: Coin; micro: number; quotedAt: number }>(sql`
    select coin, micro, quoted_at as "quotedAt" from crypto_rates`);
  const coins = [...new Set(rows.map((row) => row.coin))];
  return coins.flatMap((coin) => {
    const figures = rows.filter((row) => row.coin === coin);
    const micro = believedRate(coin, figures, now);
    const quotedAt = Math.min(...figures.map((figure) => figure.quotedAt));
    return micro === null ? [] : [{ coin, micro, quotedAt }];
  });
}

/** The market rate of each coin with a believed rate, in millionths of a dollar. */
export async function believedRates(db: Db, now: number): Promise<ReadonlyMap<Coin, number>> {
  return new Map((await believed(db, now)).map(({ coin, micro }) => [coin, micro] as const));
}

/** The lowest and highest quote of each coin in dollars, and whether the fresh ones disagree. */
export async function rateQuotes(
  db: Db,
  now: number,
): Promise<{ readonly coin: Coin; readonly lowUsd: number; readonly highUsd: number; readonly isApart: boolean }[]> {
  const rows = await db.many<{ coin: Coin; micro: number; quotedAt: number }>(sql`
    select coin, micro, quoted_at as "quotedAt" from crypto_rates order by coin, micro`);
  return [...new Set(rows.map((row) => row.coin))].map((coin) => {
    const figures = rows.filter((row) => row.coin === coin);
    const [lowUsd, highUsd] = [figures[0], figures.at(-1)].map((figure) => (figure?.micro ?? 0) / 1_000_000);
    return { coin, lowUsd: lowUsd ?? 0, highUsd: highUsd ?? 0, isApart: ratesDisagree(figures, now) };
  });
}

/** How many old readings of a coin are deleted at a time. */
const FORGET_ROWS = 100;

/**
 * Stores the current market as a reading, and deletes readings that are too old to matter. If two have the same time, the lower rate
 * counts, with its newer quote.
 */
export async function noteReadings(db: Db, now: number): Promise<void> {
  await db.run(sql`
    insert into crypto_readings as r (coin, noted_at, quoted_at, micro)
    select t.coin, ${now}, t."quotedAt", t.micro
    from jsonb_to_recordset(${JSON.stringify(await believed(db, now))}::jsonb)
      as t (coin text, micro bigint, "quotedAt" bigint)
    order by t.coin
    on conflict (coin, noted_at) do update set micro = least(r.micro, excluded.micro),
      quoted_at = greatest(r.quoted_at, excluded.quoted_at)`);
  await db.run(sql`
    delete from crypto_readings where ctid = any(array(
      select r.ctid from unnest(${Object.keys(COINS)}::text[]) c cross join lateral (
        select ctid from crypto_readings where coin = c and noted_at < ${now - READINGS_KEPT_MS}
        order by noted_at limit ${FORGET_ROWS} for update skip locked) r))`);
}

const UNKNOWN: RateHistory = { fellAt: null, goodUntil: null };

/** A reading this long after a lock's end can still show that the market had not fallen when a payment was in its block. */
const AFTER_LOCK_MS = 60 * 60_000;

/** How the market compared with the rates of these orders, from each one's creation until its lock ended. */
export async function rateHistories(db: Db, orderIds: readonly string[]): Promise<(orderId: string) => RateHistory> {
  const rows = await db.many<RateHistory & { id: string }>(sql`
    select o.id, min(r.noted_at) filter (where r.fallen) as "fellAt",
      max(r.quoted_at) filter (where not r.fallen) as "goodUntil"
    from crypto_orders o cross join lateral (
      select n.noted_at, n.quoted_at, bool_or(n.micro < o.rate_micro) over (order by n.noted_at) as fallen
      from (
        select * from crypto_readings
        where coin = o.coin and noted_at > o.created_at and noted_at <= o.lock_until + ${AFTER_LOCK_MS}::bigint) n) r
    where o.id = any(${orderIds}::text[]) and o.lock_units > 0 group by o.id`);
  const histories = new Map(rows.map((row) => [row.id, row]));
  return (id) => histories.get(id) ?? UNKNOWN;
}

export interface DepositRates {
  /** Millionths of a dollar per coin, before and after the spread. A coin without a rate is in neither. */
  readonly market: ReadonlyMap<Coin, number>;
  readonly credited: ReadonlyMap<Coin, number>;
  readonly spreadBps: number;
}

/** The current rates of one coin; null if there are none. */
export function ratesOf({ market, credited }: DepositRates, coin: Coin): RatesNow | null {
  const [of, as] = [market.get(coin), credited.get(coin)];
  return of === undefined || as === undefined ? null : { market: of, credited: as };
}

/** The current credit rates of all coins. */
export async function depositRates(db: Db, now: number): Promise<DepositRates> {
  const spreadBps = (await readSettings(db, DEPOSIT_SETTINGS))['crypto.depositSpreadBps'];
  const market = await believedRates(db, now);
  const credited = new Map([...market].map(([coin, micro]) => [coin, lessSpread(micro, spreadBps)] as const));
  return { market, credited, spreadBps };
}
