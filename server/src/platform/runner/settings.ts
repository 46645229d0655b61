/**
 * Settings that ADMIN can change while the server runs: rows of `settings` over defaults. Read with each use (one small
 * statement), so that every node sees a change at once. Amounts are cents.
 */
import { BattleMode } from '@fairpot/contract/battle-mode';
import { z } from 'zod';
import { sql } from '../database/sql.ts';
import type { Db, Sql } from '../database/sql.ts';

const Cents = z.number().int().min(0);
const Bps = z.number().int().min(0).max(10_000);

/** Every setting with its check and its default (rulings 2 to 4, spec 9). */
const SETTINGS = {
  'global.appid': [z.union([z.literal(730), z.literal(252490), z.literal(570)]), 252490],
  'global.snow': [z.boolean(), false],
  'deposit.mindepCents': [Cents, 500],
  'deposit.maxCount': [z.number().int().min(1).max(200), 15],
  'coinflip.minbetCents': [Cents, 1_000],
  'coinflip.feeBps': [Bps, 500],
  'coinflip.paused': [z.boolean(), false],
  'jackpot.minbetCents': [Cents, 100],
  'jackpot.feeBps': [Bps, 500],
  'jackpot.paused': [z.boolean(), false],
  'casebattle.paused': [z.boolean(), false],
  'casebattle.inverse': [z.boolean(), false],
  'chat.closed': [z.boolean(), false],
  'xp.perUsd': [z.number().int().min(0).max(1_000), 10],
} as const;

type Table = typeof SETTINGS;
export type SettingKey = keyof Table;
export type SettingValues = { readonly [K in SettingKey]: z.infer<Table[K][0]> };

/**
 * Scalar subquery: what is stored, as one JSON object (null when nothing is); `settingsOf` fills it in. For hot commands,
 * which load everything in one statement.
 */
export const settingsSql: Sql = sql`(select jsonb_object_agg(key, value) from settings)`;

/** All settings, defaults filled in. A stored value that no longer fits its check counts as unset. */
export function settingsOf(stored: Readonly<Record<string, unknown>> | null): SettingValues {
  const entries = Object.entries(SETTINGS).map(([key, [schema, fallback]]) => {
    const parsed = schema.safeParse(stored?.[key]);
    return [key, parsed.success ? parsed.data : fallback];
  });
  return Object.fromEntries(entries) as SettingValues;
}

export async function readSettings(db: Db): Promise<SettingValues> {
  const { stored } = await db.one<{ stored: Record<string, unknown> | null }>(sql`select ${settingsSql} as stored`);
  return settingsOf(stored);
}

/** The setting that opens each mode of battles; null: always open. */
const MODES = { NORMAL: null, INVERSE: 'casebattle.inverse' } as const satisfies Record<BattleMode, SettingKey | null>;

/** Modes that battles can be opened in now. A battle keeps the mode that it was opened in. */
export function openModes(settings: SettingValues): BattleMode[] {
  return BattleMode.options.filter((mode) => {
    const key = MODES[mode];
    return key === null || settings[key];
  });
}

/** Stores a setting. Throws a ZodError for a value that does not fit: the caller's call has refused it before. */
export async function writeSetting<K extends SettingKey>(
  db: Db,
  key: K,
  value: SettingValues[K],
  now: number,
): Promise<void> {
  const [schema] = SETTINGS[key];
  await db.run(sql`
    insert into settings (key, value, updated_at) values (${key}, ${JSON.stringify(schema.parse(value))}::jsonb, ${now})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`);
}
