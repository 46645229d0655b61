/**
 * Settings that ADMIN can change while the server runs: rows of `settings` over defaults. Read on each use (one small statement), so that every node
 * sees a change at once. Amounts are cents. Each game has its own table of settings (games/games.ts lists them); the site's are here.
 */
import { MARKET_GAMES } from '@fairpot/contract/market/calls';
import { stakeableFromSteam } from '@fairpot/contract/trades/calls';
import { z } from 'zod';
import { sql } from '../database/sql.ts';
import type { Db, Sql } from '../database/sql.ts';

export const SettingCents = z.number().int().min(0);
export const SettingBps = z.number().int().min(0).max(10_000);

/** By key, as stored: the check, the default, and a one-sentence description for staff. */
export type SettingTable = Readonly<Record<string, readonly [z.ZodType, unknown, string?]>>;
export type ValuesOf<T extends SettingTable> = { readonly [K in keyof T]: z.infer<T[K][0]> };

/** The stored values by key; null when there are none. */
export type StoredSettings = Readonly<Record<string, unknown>> | null;

/** The settings of the site itself (rulings 2 to 4, spec 9). */
export const SITE_SETTINGS = {
  'global.appid': [
    z.union([z.literal(730), z.literal(252490), z.literal(570)]),
    252490,
    'The Steam game selected first, always accepted: 730 Counter-Strike 2, 252490 Rust, 570 Dota 2',
  ],
  'deposit.accepts.730': [z.boolean(), false, 'Accept Counter-Strike 2 items, whichever game is selected first'],
  'deposit.accepts.252490': [z.boolean(), false, 'Accept Rust items, whichever game is selected first'],
  'deposit.accepts.570': [z.boolean(), false, 'Accept Dota 2 items, whichever game is selected first'],
  'global.snow': [z.boolean(), false, 'Show snow on every page'],
  'deposit.mindepCents': [SettingCents, 500, 'Minimum value of an item deposit'],
  'deposit.maxCount': [z.number().int().min(1).max(200), 15, 'Maximum items in one selection'],
  // Longer than two readings of the price sources (server/src/market/price-sweeps.ts).
  'deposit.creditWaitMs': [
    z.number().int().min(0).max(3_600_000),
    300_000,
    'Time from the arrival of a deposit until the balance is credited at the lower of both prices',
  ],
  'deposit.paused': [z.boolean(), false],
  'cryptoDeposit.paused': [z.boolean(), false],
  'withdraw.paused': [z.boolean(), false],
  'market.paused': [z.boolean(), false],
  // Limits per day and hour for trades in and out (server/src/trades).
  'deposit.dayCents': [SettingCents, 1_000_000, 'Maximum Steam deposits of a player per day'],
  'deposit.firstDayCents': [SettingCents, 200_000, 'Maximum Steam deposits on the first day of an account'],
  'withdraw.dayCents': [SettingCents, 1_000_000, 'Maximum Steam withdrawals of a player per day'],
  'withdraw.hourCents': [SettingCents, 5_000_000, 'Maximum Steam withdrawals of all players per hour'],
  // The maximum value in the trading account, which is the loss if it is stolen. Deposits beyond it are refused.
  'trade.accountCents': [
    SettingCents,
    50_000_000,
    'Maximum value in the trading account; deposits beyond it are refused',
  ],
  // Whether items may be staked while Steam still lets their trade be reversed for a week (rulings 3). The house bears the loss of a reversed trade.
  'trade.stakeProtected': [
    z.boolean(),
    false,
    'Allow stakes of items whose trade can still be reversed at Steam for a week; the house bears the loss',
  ],
  'solvency.everyMs': [
    z.number().int().min(1_000).max(86_400_000),
    3_600_000,
    'Interval between published solvency statements',
  ],
  'solvency.keep': [
    z.number().int().min(1).max(10_000),
    48,
    'Number of statements whose complete tree is kept; roots are kept for good',
  ],
  'staff.sessionMinutes': [z.number().int().min(15).max(1_440), 480, 'Duration of a staff session in live'],
  'staff.idleMinutes': [z.number().int().min(5).max(480), 30, 'Idle time after which a staff session in live ends'],
  'api.livePlay': [
    z.boolean(),
    false,
    'Allow API keys with the scope "play" to stake in live, within the limits of their players',
  ],
  'chat.closed': [z.boolean(), false],
  'chat.welcome': [
    z.string().max(300),
    'Welcome to Fairpot. Be kind. Staff never ask for your items, your password or an API key. ' +
      'Every result has a proof: open it and check it in your browser.',
    'Message of the house at the top of the chat; empty for none',
  ],
  'xp.perUsd': [z.number().int().min(0).max(1_000), 10, 'Experience per dollar staked'],
  // Balance adjustments by two of the staff (server/src/operations/adjustments).
  'adjust.actCents': [SettingCents, 50_000, 'Maximum amount of one adjustment'],
  'adjust.dayCents': [SettingCents, 200_000, 'Maximum total of all adjustments of a day, in either direction'],
} as const satisfies SettingTable;

/**
 * Scalar subquery: the stored values as one JSON object (null when there are none); `settingsOf` fills in defaults. For commands that load everything
 * in one statement.
 */
export const settingsSql: Sql = sql`(select jsonb_object_agg(key, value) from settings)`;

/** Expression: a number of the site's settings; its default while none is stored. For questions of sweeps (feature.ts). */
export function numberSettingSql(key: 'solvency.everyMs'): Sql {
  const stored = sql`(select (value #>> '{}')::bigint from settings where key = ${key})`;
  return sql`coalesce(${stored}, ${SITE_SETTINGS[key][1]}::bigint)`;
}

/** The settings of a table, defaults filled in. A stored value that no longer fits its check counts as unset. */
export function settingsOf<T extends SettingTable>(table: T, stored: StoredSettings): ValuesOf<T> {
  const entries = Object.entries(table).map(([key, [schema, fallback]]) => {
    const parsed = schema.safeParse(stored?.[key]);
    return [key, parsed.success ? parsed.data : fallback];
  });
  return Object.fromEntries(entries) as ValuesOf<T>;
}

export async function storedSettings(db: Db): Promise<StoredSettings> {
  return (await db.one<{ stored: StoredSettings }>(sql`select ${settingsSql} as stored`)).stored;
}

export async function readSettings<T extends SettingTable>(db: Db, table: T): Promise<ValuesOf<T>> {
  return settingsOf(table, await storedSettings(db));
}

export type SiteSettings = ValuesOf<typeof SITE_SETTINGS>;

/** The Steam games whose items are accepted: the one selected first, and each that is switched on. */
export function acceptedApps(set: SiteSettings): SiteSettings['global.appid'][] {
  const apps = MARKET_GAMES.map(({ appId }) => appId);
  return apps.filter((appId) => appId === set['global.appid'] || set[`deposit.accepts.${appId}`]);
}

/** The accepted game whose items are staked straight from Steam, if possible the one selected first; null for none. */
export function steamStakeApp(set: SiteSettings): SiteSettings['global.appid'] | null {
  const apps = [set['global.appid'], ...acceptedApps(set)];
  return apps.find((appId) => stakeableFromSteam(appId, set['trade.stakeProtected'])) ?? null;
}

/** The state of a setting: `version` counts its changes. */
export interface SettingRow {
  readonly key: string;
  readonly value: unknown;
  readonly version: number;
  readonly updatedAt: number;
}

/** Those that were ever changed, in no order. */
export function settingRows(db: Db): Promise<SettingRow[]> {
  return db.many<SettingRow>(sql`select key, value, version, updated_at as "updatedAt" from settings`);
}

/**
 * Stores a checked value if the setting is still at the version that its editor saw (0: never changed). False if it is not: someone else was faster,
 * nothing is written.
 */
export async function replaceSetting(
  db: Db,
  key: string,
  value: unknown,
  version: number,
  now: number,
): Promise<boolean> {
  const written = JSON.stringify(value);
  const changed =
    version === 0
      ? await db.run(sql`
          insert into settings (key, value, updated_at) values (${key}, ${written}::jsonb, ${now})
          on conflict (key) do nothing`)
      : await db.run(sql`
          update settings set value = ${written}::jsonb, updated_at = ${now}, version = version + 1
          where key = ${key} and version = ${version}`);
  return changed === 1;
}
