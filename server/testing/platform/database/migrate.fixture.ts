/** Databases without tables, and folders of migrations and functions. For the tests of migrate.ts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { admin, databaseUrl } from '../../global-setup.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import type { World } from '../../world.ts';
import { sql } from '../../../src/platform/database/sql.ts';

/** A folder with these files, by path and text. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const dir = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

/** The URL of a new, empty database on the world's server. `name` is unique in the test. */
export async function emptyDatabase(world: World, name: string): Promise<string> {
  const { own } = await world.db.one<{ own: string }>(sql`select current_database() as own`);
  await admin(world.databaseUrl, [`create database ${own}_${name}`]);
  return databaseUrl(world.databaseUrl, `${own}_${name}`);
}
