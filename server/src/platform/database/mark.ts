/** The mark of a build: one text for all of its migrations and functions. */
import { createHash } from 'node:crypto';
import type { SqlFiles } from './sql-files.ts';

/** One text for everything the database was built from: two builds with the same files give the same text, any difference shows. */
export function markOf({ migrations, functions }: Pick<SqlFiles, 'migrations' | 'functions'>): string {
  const lines = [...migrations.map(({ checksum }) => checksum), ...functions.map(({ checksum }) => checksum)];
  return createHash('md5').update(lines.sort().join()).digest('hex');
}

/** SQL for `markOf` of what is in the database. */
export const MARK = `(select md5(string_agg(checksum, ',' order by checksum collate "C")) from (
  select checksum from schema_migrations union all select checksum from schema_functions) all_of_it)`;
