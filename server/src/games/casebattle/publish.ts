/**
 * Drop tables as staff publish them: checked, priced at the price list of the moment, written once with their leaf. Pure
 * except for the two handlers at the end.
 */
import { CASE_MOST_WEIGHT, CASE_RETURN_BPS } from '@fairpot/contract/case';
import type { listCases, publishCase, retireCase } from '@fairpot/contract/schemas/case';
import type { InputOf } from '@fairpot/contract/schemas/call';
import { cents, centsFromUsd, type Cents } from '@fairpot/contract/money';
import { canon } from '@fairpot/fairness/encoding/canon';
import type { CommandHandler, QueryHandler } from '../../platform/runner/feature.ts';
import { refuse } from '../../platform/runner/refused.ts';
import { pricedTypes } from '../../vault/types.ts';
import { appendCase } from '../kit/leaves.ts';
import { orRefuse, type Ruling } from '../kit/ruling.ts';
import {
  insertTable,
  lockCase,
  offer,
  offeredCases,
  retire,
  tableName,
  type CaseRef,
  type CaseWithDrops,
  type DropRow,
} from './cases/case-store.ts';
import { caseTableOf } from './lock.ts';
import { presentCases } from './cases/present-cases.ts';

/**
 * What a table returns on average in 1/10,000 of its price, floored: sum of weight * worth over weights * price. In BigInt,
 * as the products leave the safe integers.
 */
export function returnBpsOf(drops: readonly DropRow[], priceCents: Cents): number {
  const weights = drops.reduce((sum, drop) => sum + BigInt(drop.weight), 0n);
  const worth = drops.reduce((sum, drop) => sum + BigInt(drop.weight) * BigInt(drop.cents), 0n);
  return Number((worth * 10_000n) / (weights * BigInt(priceCents)));
}

/** The drop table that this input makes at these prices, dearest first; `version` is the caller's to give. */
export function tableOf(
  input: Omit<InputOf<typeof publishCase>, 'priceUsd' | 'onlyNew'> & { readonly priceCents: Cents },
  prices: ReadonlyMap<string, Cents>,
): Ruling<Omit<CaseWithDrops, 'version'>> {
  const seen = new Set<string>();
  for (const { itemId } of input.items) {
    if (seen.has(itemId)) return { refused: 'CASE_ITEM_TWICE', details: { item: itemId } };
    if (!prices.has(itemId)) return { refused: 'CASE_ITEM_UNKNOWN', details: { item: itemId } };
    seen.add(itemId);
  }
  const drops = input.items
    .map(({ itemId, weight }): DropRow => ({ type: itemId, weight, cents: prices.get(itemId) ?? cents(0) }))
    .sort((a, b) => b.cents - a.cents || (a.type < b.type ? -1 : 1));
  const weightTotal = drops.reduce((sum, drop) => sum + drop.weight, 0);
  if (weightTotal > CASE_MOST_WEIGHT) return { refused: 'CASE_WEIGHTS', details: { max: CASE_MOST_WEIGHT } };
  const returnBps = returnBpsOf(drops, input.priceCents);
  const { min, max } = CASE_RETURN_BPS;
  if (returnBps < min || returnBps > max) {
    return { refused: 'CASE_RETURN', details: { min: min / 100, max: max / 100, is: returnBps / 100 } };
  }
  const { caseId, name, colorHex, priceCents } = input;
  return { value: { caseId, name, colorHex, priceCents, returnBps, weightTotal, drops } };
}

/** The leaf of a version. */
function caseLeaf(table: CaseWithDrops, at: number): string {
  const { name, drops } = table;
  const items = drops.map((drop) => drop.type);
  return canon({ v: 'fp/2', type: 'case', at, name, items, ...caseTableOf(table) });
}

/** The leaf of a version that is taken out of the catalogue, or brought back. */
function offerLeaf(type: 'case-retired' | 'case-offered', version: CaseRef, at: number): string {
  return canon({ v: 'fp/2', type, at, caseId: tableName(version) });
}

/** The same as what is offered: nothing is written but that it is offered. Otherwise the next version, with its leaf. */
export const publish: CommandHandler<typeof publishCase> = async (
  { tx, actor, now },
  { priceUsd, onlyNew, ...input },
) => {
  const priceCents = exactCents(priceUsd);
  const types = await pricedTypes(
    tx,
    input.items.map((item) => item.itemId),
  );
  const prices = new Map([...types].map(([slug, type]) => [slug, type.cents]));
  const table = orRefuse(tableOf({ ...input, priceCents }, prices));
  const standing = await lockCase(tx, input.caseId);
  if (standing !== null && onlyNew) return answer(standing);
  if (standing !== null && sameTable(standing, table)) {
    if (await offer(tx, standing)) await appendCase(tx, 'case-offered', offerLeaf('case-offered', standing, now), now);
    return answer(standing);
  }
  const next = { ...table, version: (standing?.version ?? 0) + 1 };
  await insertTable(tx, next, { by: actor.id, at: now });
  await appendCase(tx, 'case', caseLeaf(next, now), now);
  return answer(next);
};

export const retireIt: CommandHandler<typeof retireCase> = async ({ tx, now }, { caseId }) => {
  const version = await retire(tx, caseId, now);
  if (version === null) return refuse('NO_CASE');
  await appendCase(tx, 'case-retired', offerLeaf('case-retired', { caseId, version }, now), now);
  return { caseId };
};

export const list: QueryHandler<typeof listCases> = async ({ db }) => presentCases(db, await offeredCases(db));

function answer({ caseId, version, returnBps }: CaseRef & { readonly returnBps: number }) {
  return { caseId, version, returnBps };
}

function sameTable({ version: _, ...standing }: CaseWithDrops, table: Omit<CaseWithDrops, 'version'>): boolean {
  return canon({ ...standing, drops: [...standing.drops] }) === canon({ ...table, drops: [...table.drops] });
}

function exactCents(priceUsd: number): Cents {
  try {
    return centsFromUsd(priceUsd);
  } catch (error) {
    if (error instanceof RangeError) return refuse('BAD_INPUT', { detail: 'priceUsd: at most two decimals' });
    throw error;
  }
}
