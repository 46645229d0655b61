/**
 * Shared by games of staked items: one winner takes the pot, the fee is taken in items, a cent is a ticket.
 *
 * Called by the values of such games. Invariant: shares + fee = pot, to the cent; the fee never takes an item of the
 * winner's own stake.
 */
import { ShapeError } from '../encoding/shape.ts';
import type { LockRecord } from '../base/lock-base.ts';
import { sumOf } from '../base/tickets.ts';
import type { EntryChance } from './chance.ts';
import { feeCents, pickFeeItems } from './fee.ts';
import type { TraceClaim, Payouts, PotItem } from './game.ts';

type ItemLock = Pick<LockRecord, 'feeBps'> & {
  readonly entries: readonly { readonly player: string; readonly cents: number }[];
};

/** For a game that names no EOS block. */
export function refuseBlock(fields: Readonly<Record<string, unknown>>, path: string, game: string): null {
  if (fields['eos'] !== null) throw new ShapeError(`${path}.eos`, `null for a ${game}`);
  return null;
}

/** All items go to the winner except those that the fee takes. Throws if they do not add up to the stakes. */
export function itemPayouts(lock: ItemLock, winner: string, items: readonly PotItem[]): Payouts {
  if (new Set(items.map((item) => item.id)).size !== items.length) throw new Error('an item is in the pot twice');
  for (const [index, entry] of lock.entries.entries()) {
    const staked = sumOf(items.filter((item) => item.entry === index).map((item) => item.cents));
    if (staked !== entry.cents)
      throw new Error(`items of entry ${index} are worth ${staked}, its stake is ${entry.cents}`);
  }
  const stray = items.find((item) => lock.entries[item.entry] === undefined);
  if (stray !== undefined) throw new Error(`item ${stray.id} belongs to no entry`);
  const potCents = sumOf(items.map((item) => item.cents));
  const fee = pickFeeItems(
    items.filter((item) => lock.entries[item.entry]?.player !== winner),
    feeCents(potCents, lock.feeBps),
  );
  return {
    potCents,
    feeCents: fee.cents,
    items,
    feeItems: fee.ids,
    shares: [{ player: winner, cents: potCents - fee.cents }],
  };
}

/** The drawn ranges are the chances shown. `total`: the tickets of the published outcome. */
export function shareClaim(
  chances: readonly EntryChance[],
  total: number,
  shown: readonly string[] | undefined,
): TraceClaim {
  const percents = chances.map((each) => each.percent);
  return {
    title: 'Each chance is the share of the tickets',
    computed: `${percents.join('% / ')}% of ${chances[0]?.total} tickets`,
    expected: `${(shown ?? percents).join('% / ')}% of ${total} tickets`,
    detail: chances.map((each) => `${each.player} owns [${each.from}, ${each.to})`).join('; '),
  };
}
