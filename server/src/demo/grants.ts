/** Play money and items: the only place where the demo creates value, each grant once. */
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import { cents } from '@fairpot/contract/wire/money';
import type { demoGrant, loadCatalogue } from '@fairpot/contract/system/schemas';
import { account, paymentPostings, transfer } from '../ledger/ledger.ts';
import type { Deps } from '../platform/process/deps.ts';
import { sql, type Tx } from '../platform/database/sql.ts';
import type { CommandHandler } from '../platform/runner/feature.ts';
import { mintItems } from '../vault/items.ts';
import { upsertItemTypes } from '../vault/types.ts';

interface Context {
  readonly tx: Tx;
  readonly now: number;
}

/** Imports the catalogue's item types and prices. */
export const takeCatalogue: CommandHandler<typeof loadCatalogue> = async ({ tx, now }) => {
  await upsertItemTypes(tx, ITEM_TYPES, now);
  return { types: ITEM_TYPES.length };
};

/** Grants items and balance, unless this player already got this grant: then nothing, and returns 0 items. */
export async function grant(
  deps: Deps,
  { tx, now }: Context,
  input: CallInput<typeof demoGrant>,
): Promise<CallOutput<typeof demoGrant>> {
  const { playerId, origin } = input;
  const first = await tx.run(sql`
    insert into demo_grants (player_id, origin, at) values (${playerId}, ${origin}, ${now}) on conflict do nothing`);
  if (first === 0) return { items: 0 };
  if (input.cents > 0) {
    await transfer(tx, {
      id: deps.ids.next('transfer'),
      key: `${origin}:${playerId}`,
      code: 'DEMO_GRANT',
      ref: origin,
      at: now,
      postings: paymentPostings(account.gifts, account.cash(playerId), cents(input.cents)),
    });
  }
  const items = input.items.flatMap(({ slug, kind, count }) =>
    Array.from({ length: count }, () => ({ id: deps.ids.next('item'), itemType: slug, playerId, kind, origin })),
  );
  if (items.length > 0) await mintItems(tx, items, now);
  return { items: items.length };
}

/**
 * When the player last got a grant of this origin; null for never. Such origins end in the time of the grant, 13 digits long, so the newest is the last
 * in the order of the key: one row is read however many there are.
 */
export async function lastGrantAt(tx: Tx, playerId: string, origin: string): Promise<number | null> {
  const last = await tx.maybe<{ at: number }>(sql`
    select at from demo_grants
    where player_id = ${playerId} and origin between ${`${origin}0000000000000`} and ${`${origin}9999999999999`}
    order by origin desc limit 1`);
  return last?.at ?? null;
}
