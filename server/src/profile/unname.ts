/**
 * The end of what the books say of a person: trade orders keep SteamID and trade link of whoever they went to for five years after the
 * account was closed (GLI-19 A.4.4), and then say nothing of them. The sums stay as they are, under an id that leads to nobody.
 */
import { closings } from '../accounts/front.ts';
import type { Db } from '../platform/database/sql.ts';
import { readSettings } from '../platform/runner/settings.ts';
import { unnameOrders } from '../trades/front.ts';
import { CLOSING_SETTINGS } from './settings.ts';

const ACCOUNTS_AT_ONCE = 20;
const ORDERS_AT_ONCE = 500;
const DAY_MS = 86_400_000;

/** Does those that were closed longest ago, each in pages; how many it finished. One that a crash cut off is begun again. */
export async function unnameBooks(db: Db, now: number): Promise<number> {
  const { 'closing.booksDays': days } = await readSettings(db, CLOSING_SETTINGS);
  let done = 0;
  for (const { id } of await closings.stillNamed(db, now - days * DAY_MS, ACCOUNTS_AT_ONCE)) {
    for (let after: string | null = ''; after !== null;) after = await unnameOrders(db, id, after, ORDERS_AT_ONCE);
    done += await closings.noteUnnamed(db, id, now);
  }
  return done;
}
