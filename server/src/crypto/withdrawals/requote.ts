/**
 * Requotes withdrawals that waited before they are signed. Otherwise a slow reviewer, or a signer short of coins, could choose the rate.
 * The new quote is the current market, within the bounds that the player was shown.
 */
import { QUOTE_LIFETIME_MS } from '@fairpot/contract/crypto/withdrawals/calls';
import type { Deps } from '../../platform/process/deps.ts';
import { believedRates } from '../rate-store.ts';
import { requoteUnits } from './rules.ts';
import { failForRate, lockWithdrawal, staleQuotes, storeQuote } from './store.ts';

const AT_ONCE = 20;

/** Requotes what is due, each in its own transaction. Withdrawals whose coin has no rate wait. */
export async function requoteWaiting(deps: Deps, signal: AbortSignal): Promise<number> {
  let done = 0;
  for (const { id } of await staleQuotes(deps.db, deps.clock.now() - QUOTE_LIFETIME_MS, AT_ONCE)) {
    if (signal.aborted) break;
    if (await requoteOne(deps, id)) done += 1;
  }
  return done;
}

function requoteOne({ db, clock }: Deps, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, id);
    const now = clock.now();
    if (row?.state !== 'APPROVED' || now - row.quotedAt <= QUOTE_LIFETIME_MS) return false;
    const market = (await believedRates(tx, now)).get(row.coin);
    if (market === undefined) return false;
    const { coin, spreadBps } = row;
    const [least, most] = [BigInt(row.leastUnits), BigInt(row.mostUnits)];
    const quote = requoteUnits({ coin, spreadBps, netCents: row.cents - row.feeCents, least, most }, market);
    if (quote !== null) return storeQuote(tx, id, quote, now);
    await failForRate(tx, id, now);
    return true;
  });
}
