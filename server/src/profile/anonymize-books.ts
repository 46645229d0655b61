/**
 * Removes personal data from the books: trade orders keep SteamID and trade link for five years after the account was closed (GLI-19
 * A.4.4), and then lose them. The sums stay, under an anonymous id.
 */
import * as closings from '../accounts/closing-store.ts';
import type { Deps } from '../platform/process/deps.ts';
import { readSettings } from '../platform/runner/settings.ts';
import { anonymizeOrders } from '../trades/front.ts';
import { CLOSING_SETTINGS } from './settings.ts';

const ACCOUNTS_AT_ONCE = 20;
const ORDERS_AT_ONCE = 100;
const PAGES_AT_ONCE = 50;
const DAY_MS = 86_400_000;

/**
 * The sweep: longest-closed accounts first, each in pages of orders. Returns how many pages. Each node remembers where it stopped in an
 * account with more pages; another node, or a restart, begins that account again and finds the work done.
 */
export function anonymizeBooks({ db, clock }: Pick<Deps, 'db' | 'clock'>): () => Promise<number> {
  let place = { id: '', after: '' };
  return async () => {
    const now = clock.now();
    const { 'closing.booksDays': days } = await readSettings(db, CLOSING_SETTINGS);
    let pages = 0;
    for (const { id } of await closings.closedWithNames(db, now - days * DAY_MS, ACCOUNTS_AT_ONCE)) {
      let after: string | null = place.id === id ? place.after : '';
      for (; after !== null && pages < PAGES_AT_ONCE; pages += 1)
        after = await anonymizeOrders(db, id, after, ORDERS_AT_ONCE);
      if (after !== null) {
        place = { id, after };
        break;
      }
      await closings.recordAnonymized(db, id, now);
    }
    return pages;
  };
}
