/**
 * Drop tables after a restore: restores what the public log announced and the database lost. Otherwise another table could get the
 * name of a lost version, and a case could be opened that the log calls retired.
 */
import { cents } from '@fairpot/contract/wire/money';
import type { CaseLeaf, Leaf } from '@fairpot/fairness/log/leaf';
import { invariant } from '../../../platform/runner/refused.ts';
import type { Tx } from '../../../platform/database/sql.ts';
import {
  insertTable,
  lockCase,
  offerVersion,
  retireVersion,
  tablesByRefs,
  type CaseRef,
  type DropRow,
} from './case-store.ts';
import { returnBpsOf } from '../publish.ts';

/** The leaf has no colour: a version of a case that was lost entirely is grey until it is published again. */
const GREY = '#8a8f98';

/** Makes the tables match a lost leaf of a case; ignores other leaves. */
export async function restoreCaseLeaf(tx: Tx, leaf: Leaf): Promise<void> {
  if (leaf.type === 'case') await takeTable(tx, refOf(leaf.caseId), leaf);
  else if (leaf.type === 'case-retired') await retireVersion(tx, refOf(leaf.caseId).caseId, leaf.at);
  else if (leaf.type === 'case-offered') await offerVersion(tx, refOf(leaf.caseId));
}

async function takeTable(tx: Tx, ref: CaseRef, { name, priceCents, items, weights, cents: worths, at }: CaseLeaf) {
  const standing = await lockCase(tx, ref.caseId);
  if ((await tablesByRefs(tx, [ref])).size > 0) return;
  const drops = items.map((type, i): DropRow => ({ type, weight: weights[i] ?? 0, cents: cents(worths[i] ?? 0) }));
  const price = cents(priceCents);
  const weightTotal = weights.reduce((sum, weight) => sum + weight, 0);
  const colorHex = standing?.colorHex ?? GREY;
  const table = { ...ref, name, colorHex, priceCents: price, returnBps: returnBpsOf(drops, price), weightTotal, drops };
  await insertTable(tx, table, { by: 'restored', at });
}

/** 'box@3' is version 3 of 'box'. */
function refOf(name: string): CaseRef {
  const at = name.lastIndexOf('@');
  const ref = { caseId: name.slice(0, at), version: Number(name.slice(at + 1)) };
  invariant(at > 0 && Number.isSafeInteger(ref.version), `${name} is not a version of a case`);
  return ref;
}
