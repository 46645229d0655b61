/**
 * Withdrawals that waited are quoted anew before they are signed: a reviewer who waits or refuses, a signer that is
 * short of coins, could otherwise choose the rate. The newer quote is the market of its moment, within the bounds that
 * the player was shown.
 */
import { QUOTE_LIVES_MS } from '@fairpot/contract/crypto/withdrawals/calls';
import type { Deps } from '../../platform/process/deps.ts';
import { believedRates } from '../rate-store.ts';
import { requoted } from './rules.ts';
import { failForRate, lockWithdrawal, oldQuotes, requote } from './store.ts';

const AT_ONCE = 20;

/** Quotes anew what is due, each in a transaction of its own. One whose coin has no rate now waits. */
export async function requoteWaiting(deps: Deps, signal: AbortSignal): Promise<number> {
  let done = 0;
  for (const { id } of await oldQuotes(deps.db, deps.clock.now() - QUOTE_LIVES_MS, AT_ONCE)) {
    if (signal.aborted) break;
    if (await requoteOne(deps, id)) done += 1;
  }
  return done;
}

function requoteOne({ db, clock }: Deps, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, id);
    const now = clock.now();
    if (row?.state !== 'APPROVED' || now - row.quotedAt <= QUOTE_LIVES_MS) return false;
    const market = (await believedRates(tx, now)).get(row.coin);
    if (market === undefined) return false;
    const { coin, spreadBps } = row;
    const [least, most] = [BigInt(row.leastUnits), BigInt(row.mostUnits)];
    const quote = requoted({ coin, spreadBps, netCents: row.cents - row.feeCents, least, most }, market);
    if (quote !== null) return requote(tx, id, quote, now);
    await failForRate(tx, id, now);
    return true;
  });
}
