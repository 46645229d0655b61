/** A promo code as staff see it. The code itself is not included: it can never be read again. */
import type { Promocode } from '@fairpot/contract/promo/schemas';
import { cents, usd } from '@fairpot/contract/wire/money';
import type { Db } from '../platform/database/sql.ts';
import { presentSkin, pricedTypes, type PricedType } from '../vault/types.ts';
import type { PromoRow } from './store.ts';

export async function presentPromos(db: Db, rows: readonly PromoRow[]): Promise<Promocode[]> {
  const types = await pricedTypes(
    db,
    rows.flatMap((row) => row.itemType ?? []),
  );
  return rows.map((row) => ({
    id: row.id,
    ending: row.ending,
    amountUsd: row.cents === null ? null : usd(cents(row.cents)),
    item: itemOf(types.get(row.itemType ?? '')),
    uses: row.uses,
    used: row.used,
    totalUsd: usd(cents(row.uses * row.worthCents)),
    state: stateOf(row),
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    why: row.why,
    approvedBy: row.approvedBy,
    endedBy: row.endedBy,
    endedWhy: row.endedWhy,
  }));
}

export async function presentPromo(db: Db, row: PromoRow): Promise<Promocode> {
  const [promo] = await presentPromos(db, [row]);
  if (promo === undefined) throw new Error(`promo code ${row.id} does not exist`);
  return promo;
}

function itemOf(type: PricedType | undefined): Promocode['item'] {
  return type === undefined ? null : presentSkin(type, type.cents);
}

function stateOf({ endedBy, isOver, used, uses, needsApproval, approvedBy }: PromoRow): Promocode['state'] {
  if (endedBy !== null) return 'ENDED';
  if (isOver) return 'EXPIRED';
  if (used >= uses) return 'USED_UP';
  return needsApproval && approvedBy === null ? 'WAITING' : 'OPEN';
}
