/**
 * What the site holds of each coin, counted from the credits and payouts that the watcher and the signer saw. Read for solvency
 * statements, through front.ts.
 */
import { COIN_NAMES, type Coin } from '@fairpot/contract/crypto/calls';
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db } from '../platform/database/sql.ts';
import { believedRates } from './rate-store.ts';
import { centsOf } from './rules.ts';

export interface HeldCoin {
  readonly coin: Coin;
  /** Base units: all credits minus all payouts, never below 0. */
  readonly units: bigint;
  /** Current worth; null if no rate is believed. */
  readonly cents: Cents | null;
}

/** Every coin, and when the last one moved (epoch ms; null if never). Four rows, whatever the history. */
export async function coinsHeld(
  db: Db,
  now: number,
): Promise<{ readonly coins: HeldCoin[]; readonly at: number | null }> {
  const rows = await db.many<{ coin: Coin; units: string; changedAt: number | null }>(sql`
    select coin, greatest(units_in - units_out, 0)::text as units, changed_at as "changedAt" from crypto_held`);
  const worth = await coinWorth(db, now);
  const coins = COIN_NAMES.map((coin): HeldCoin => {
    const units = BigInt(rows.find((row) => row.coin === coin)?.units ?? 0);
    return { coin, units, cents: worth(coin, units) };
  });
  const times = rows.flatMap(({ changedAt }) => (changedAt === null ? [] : [changedAt]));
  return { coins, at: times.length === 0 ? null : Math.max(...times) };
}

/** Returns a function for the worth of base units at `now`, rounded down to a cent; null for an unknown coin or one without a believed rate. */
export async function coinWorth(db: Db, now: number): Promise<(coin: string, units: bigint) => Cents | null> {
  const rates = await believedRates(db, now);
  return (name, units) => {
    const coin = COIN_NAMES.find((each) => each === name);
    const rate = coin && rates.get(coin);
    return coin && rate !== undefined ? centsOf(coin, units, rate) : null;
  };
}
