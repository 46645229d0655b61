/** The SQL of the settings' history: written with each change, then immutable. Called by this room only. */
import type { SettingChange } from '@fairpot/contract/operations/schemas';
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';

export interface ChangeRow extends Omit<SettingChange, 'by'> {
  readonly byId: string;
}

const columns = sql`id, key, version, before, after, by_id as "byId", why, at`;

export async function insertChange(tx: Tx, change: Omit<ChangeRow, 'id'>): Promise<void> {
  const { key, version, before, after, byId, why, at } = change;
  await tx.run(sql`
    insert into setting_changes (key, version, before, after, by_id, why, at)
    values (${key}, ${version}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${byId},
      ${why}, ${at})`);
}

/** Newest first; with `before`, only older ones. */
export function changesBefore(db: Db, before: number | null, limit: number): Promise<ChangeRow[]> {
  const older = before === null ? sql`` : sql`where id < ${before}`;
  return db.many<ChangeRow>(sql`
    select ${columns} from setting_changes ${older} order by id desc limit ${limit}::integer`);
}

/** The last change of each of these settings that was ever changed. */
export function lastChanges(db: Db, keys: readonly string[]): Promise<ChangeRow[]> {
  return db.many<ChangeRow>(sql`
    select c.* from unnest(${keys}::text[]) as k (key) cross join lateral (
      select ${columns} from setting_changes where setting_changes.key = k.key order by version desc limit 1
    ) c`);
}
