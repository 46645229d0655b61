/**
 * The list of erased accounts, stored outside of the database in LOG_FOLDER. A database restored from an older copy has these people again;
 * a node that starts on it erases them again before it serves requests. A line has an anonymous id, the time of the erasure, and until when
 * the person may not open an account: nothing that the database itself does not hold.
 *
 * Each node writes to a folder of its own, after the erasure has started; duplicate lines do no harm.
 */
import { join } from 'node:path';
import * as closings from '../accounts/closing-store.ts';
import { appendDurably, readIfExists } from '../platform/database/durable-file.ts';
import type { Sql } from '../platform/database/sql.ts';
import { blockNow } from '../protection/front.ts';
import { eraseAgain, type ErasedAccount, type EraseDeps } from './erase.ts';

export interface ErasedList {
  /** Reads the list and erases again whom the database still has as people. Returns how many. Runs before the server serves requests. */
  applyAgain(): Promise<number>;
  /** Records the new erasures. Returns how many. */
  keep(): Promise<number>;
  /** Condition: there are erasures to record. */
  due(): Sql;
}

const FILE = 'erased.jsonl';
const AT_ONCE = 200;
/** Maximum difference between the clocks of two nodes: an erasure recorded late is not missed. */
const CLOCK_SKEW_MS = 10 * 60_000;

export function erasedList(deps: EraseDeps & { readonly folder: string }): ErasedList {
  const file = join(deps.folder, FILE);
  let newest = 0;
  /** Recently recorded erasures by id, so that they are not written again. */
  let known = new Map<string, number>();
  const note = (rows: readonly { readonly id: string; readonly at: number }[]): void => {
    for (const { id, at } of rows) {
      known.set(id, at);
      newest = Math.max(newest, at);
    }
    known = new Map([...known].filter(([, at]) => at >= newest - CLOCK_SKEW_MS));
  };
  return {
    applyAgain: async () => {
      const kept = parseErased((await readIfExists(file)) ?? '');
      note(kept);
      let again = 0;
      for (let from = 0; from < kept.length; from += AT_ONCE) {
        const page = new Map(kept.slice(from, from + AT_ONCE).map((each) => [each.id, each]));
        for (const id of await closings.notErased(deps.db, [...page.keys()])) {
          const erased = page.get(id);
          if (erased !== undefined && (await eraseOneAgain(deps, erased))) again += 1;
        }
      }
      if (again > 0) deps.log.warn({ accounts: again }, 'erased accounts again after a database restore');
      return again;
    },
    due: () => closings.anyErasedSinceSql(newest - CLOCK_SKEW_MS, [...known.keys()]),
    keep: async () => {
      const rows = await closings.erasedSince(deps.db, newest - CLOCK_SKEW_MS, [...known.keys()], AT_ONCE);
      const lines: string[] = [];
      for (const { id, erasedAt: at } of rows) {
        const block = await blockNow(deps.db, id);
        const erased: ErasedAccount = { id, at, barred: block === null ? null : { until: block.until } };
        lines.push(`${JSON.stringify(erased)}\n`);
      }
      // Start with a line break: a line cut off by a crash must not swallow the next one.
      if (lines.length > 0) await appendDurably(file, `\n${lines.join('')}`);
      note(rows.map(({ id, erasedAt: at }) => ({ id, at })));
      return rows.length;
    },
  };
}

function eraseOneAgain(deps: EraseDeps, erased: ErasedAccount): Promise<boolean> {
  return deps.db.transaction((tx) => eraseAgain(deps, tx, erased, deps.clock.now()));
}

/** The lines of the list; skips one that a crash cut off. */
function parseErased(text: string): ErasedAccount[] {
  return text.split('\n').flatMap((line) => {
    const erased = line === '' ? null : readLine(line);
    return erased === null ? [] : [erased];
  });
}

function readLine(line: string): ErasedAccount | null {
  try {
    const { id, at, barred = null } = JSON.parse(line) as Partial<ErasedAccount>;
    return typeof id === 'string' && typeof at === 'number' ? { id, at, barred } : null;
  } catch {
    // Cut off by a crash: it was written again.
    return null;
  }
}
