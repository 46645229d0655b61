/** Statements that are made of names of tables. Called by the history's rooms. */
import { type Pool } from '../../src/platform/database/sql.ts';

export async function sizeOf(db: Pool, table: string): Promise<number> {
  return (await db.one<{ n: number }>({ text: `select count(*) as n from ${table}`, values: [] })).n;
}

export async function say(db: Pool, text: string): Promise<void> {
  await db.run({ text, values: [] });
}
