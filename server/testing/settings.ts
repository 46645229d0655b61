import { z } from 'zod';
import { sql, type Db } from '../src/platform/database/sql.ts';
import type { SettingTable, ValuesOf } from '../src/platform/runner/settings.ts';

/** Stores a setting without an act of staff. */
export async function writeSetting<T extends SettingTable, K extends keyof T & string>(
  db: Db,
  table: T,
  key: K,
  value: ValuesOf<T>[K],
  now: number,
): Promise<void> {
  const [schema] = table[key] ?? [z.never()];
  await db.run(sql`
    insert into settings (key, value, updated_at) values (${key}, ${JSON.stringify(schema.parse(value))}::jsonb, ${now})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at,
      version = settings.version + 1`);
}
