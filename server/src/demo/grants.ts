/** Play money and items: the only place where the demo creates value, each grant once. */
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import { cents } from '@fairpot/contract/wire/money';
import type { demoGrant, loadCatalogue } from '@fairpot/contract/system/schemas';
import { account, transfer } from '../ledger/ledger.ts';
import type { Deps } from '../platform/process/deps.ts';
import { sql, type Tx } from '../platform/database/sql.ts';
import { mintItems } from '../vault/items.ts';
import { upsertItemTypes } from '../vault/types.ts';

interface Context {
  readonly tx: Tx;
  readonly now: number;
}

/** Imports the catalogue's item types and prices. */
export async function takeCatalogue({ tx, now }: Context): Promise<CallOutput<typeof loadCatalogue>> {
  await upsertItemTypes(tx, ITEM_TYPES, now);
  return { types: ITEM_TYPES.length };
}

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
      postings: [
        { account: account.gifts, cents: cents(-input.cents) },
        { account: account.cash(playerId), cents: cents(input.cents) },
      ],
    });
  }
  const items = input.items.flatMap(({ slug, kind, count }) =>
    Array.from({ length: count }, () => ({ id: deps.ids.next('item'), itemType: slug, playerId, kind, origin })),
  );
  if (items.length > 0) await mintItems(tx, items, now);
  return { items: items.length };
}
