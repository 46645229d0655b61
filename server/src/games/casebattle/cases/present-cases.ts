/** Cases as views: faces for strips of cases, tables with their drops. */
import { artUrl } from '@fairpot/catalogue/art';
import { CASES } from '@fairpot/catalogue/cases';
import { probabilityOf } from '@fairpot/contract/casebattle/cases/calls';
import type { Case, CaseFace } from '@fairpot/contract/casebattle/cases/schemas';
import { usd } from '@fairpot/contract/wire/money';
import { getKnown } from '../../../platform/runner/refused.ts';
import type { Db } from '../../../platform/database/sql.ts';
import { itemTypes, presentSkin, type ItemTypeRow } from '../../../vault/types.ts';
import type { CaseRow, CaseWithDrops } from './case-store.ts';

/** Cases with a picture of their own; all others share the plain crate. */
const DRAWN = new Set(CASES.map((each) => each.id));

export function presentFace(row: CaseRow): CaseFace {
  return {
    id: row.caseId,
    version: row.version,
    name: row.name,
    icon: artUrl(DRAWN.has(row.caseId) ? `case-${row.caseId}` : 'case'),
    colorHex: row.colorHex,
    priceUsd: usd(row.priceCents),
    returnBps: row.returnBps,
  };
}

/** Cases with their tables, in order; one more statement for any number of cases. */
export async function presentCases(db: Db, cases: readonly CaseWithDrops[]): Promise<Case[]> {
  const types = await itemTypes(
    db,
    cases.flatMap((each) => each.drops.map((drop) => drop.type)),
  );
  return cases.map((each) => presentCase(each, types));
}

function presentCase(row: CaseWithDrops, types: ReadonlyMap<string, ItemTypeRow>): Case {
  return {
    ...presentFace(row),
    weightTotal: row.weightTotal,
    items: row.drops.map((drop) => ({
      itemId: drop.type,
      weight: drop.weight,
      probability: probabilityOf(drop.weight, row.weightTotal),
      item: presentSkin(getKnown(types, drop.type), drop.cents),
    })),
  };
}
