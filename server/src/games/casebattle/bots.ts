/** Picks labelled bots for seats that a creator fills: those that are not in the battle and can pay for it. */
import { bots } from '../../accounts/front.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import type { Db } from '../../platform/database/sql.ts';
import type { Battle } from './store.ts';

/** Up to `count` bots. The order rotates with the battle's number, so that the bots vary. */
export async function botsFor(db: Db, battle: Battle, count: number): Promise<string[]> {
  const all = (await bots(db)).map((bot) => bot.id).filter((id) => battle.seats.every((seat) => seat.playerId !== id));
  const turn = all.length === 0 ? 0 : battle.round.number % all.length;
  const found: string[] = [];
  for (const id of [...all.slice(turn), ...all.slice(0, turn)]) {
    if (found.length === count) break;
    const { available } = await balancesOf(db, id);
    if (available >= battle.priceCents) found.push(id);
  }
  return found;
}
