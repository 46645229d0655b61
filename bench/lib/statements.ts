/**
 * Counts the transactions of the embedded database by who makes them: it logs every statement for a while, and each line of its log names the role,
 * the connection and the transaction. Logging slows the database a little, never a server.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../../server/src/platform/database/sql.ts';

const ENTRY = /^~(?<role>[^~]*)~(?<app>[^~]*)~(?<transaction>[^~]*)~ *LOG: +(?:execute [^:]*|statement): (?<text>[^]*)/;
const PREFIX = '~%u~%a~%v~ ';

export interface Source {
  /** Role and connection. */
  readonly name: string;
  readonly transactions: number;
  /** How many transactions had this first statement, the most first. */
  readonly texts: readonly (readonly [text: string, transactions: number])[];
}

/** Runs `during` while statements are logged. Returns the sources, the largest first. */
export async function countBySource(db: Db, folder: string, during: () => Promise<void>): Promise<Source[]> {
  const file = join(folder, 'postgres.log');
  if (!existsSync(file)) throw new Error('only the embedded database is counted: unset DATABASE_URL');
  const set = async (text: string) => {
    await db.run({ text, values: [] });
  };
  await set(`alter system set log_line_prefix = '${PREFIX}'`);
  await set(`alter system set log_statement = 'all'`);
  await set('select pg_reload_conf()');
  const from = statSync(file).size;
  await during();
  await set('alter system reset all');
  await set('select pg_reload_conf()');
  return sourcesIn(readFileSync(file).subarray(from).toString());
}

function sourcesIn(log: string): Source[] {
  const seen = new Set<string>();
  const bySource = new Map<string, Map<string, number>>();
  for (const entry of log.split(/\n(?=~)/)) {
    const { role = '', app = '', transaction = '', text = '' } = ENTRY.exec(entry)?.groups ?? {};
    // What follows BEGIN says more.
    if (transaction === '' || seen.has(transaction) || text.startsWith('begin')) continue;
    seen.add(transaction);
    const name = `${role} (${app})`;
    const texts = bySource.get(name) ?? new Map<string, number>();
    const began = text.trim().replaceAll(/\s+/g, ' ').slice(0, 110);
    bySource.set(name, texts.set(began, (texts.get(began) ?? 0) + 1));
  }
  return [...bySource]
    .map(([name, texts]) => ({
      name,
      transactions: [...texts.values()].reduce((sum, n) => sum + n, 0),
      texts: [...texts].sort(([, a], [, b]) => b - a),
    }))
    .sort((a, b) => b.transactions - a.transactions);
}
