/**
 * Drop tables as staff publish them: checked, priced from the current price list, written once with their leaf. Pure except for the
 * two handlers at the end.
 */
import { CASE_MAX_WEIGHT, CASE_RETURN_BPS } from '@fairpot/contract/casebattle/cases/calls';
import type { listCases, listCaseTypes, publishCase, retireCase } from '@fairpot/contract/casebattle/cases/schemas';
import type { CallInput } from '@fairpot/contract/wire/call.schemas';
import { cents, usd, type Cents } from '@fairpot/contract/wire/money';
import { canon } from '@fairpot/fairness/encoding/canon';
import { expectedReturnBps } from '@fairpot/fairness/games/drop-table';
import type { Actor, CommandHandler, QueryHandler } from '../../platform/runner/feature.ts';
import { orRefuse, refuse, type RuleResult } from '../../platform/runner/refused.ts';
import { centsOfInput } from '../../platform/runner/usd-input.ts';
import { doubtOf, everyType, pricedTypes } from '../../vault/types.ts';
import { appendCase } from '../kit/leaves.ts';
import {
  insertTable,
  lockCase,
  offerVersion,
  offeredCases,
  retireVersion,
  tableName,
  type CaseRef,
  type CaseWithDrops,
  type DropRow,
} from './cases/case-store.ts';
import { caseTableOf } from './lock.ts';
import { presentCases } from './cases/present-cases.ts';
import { columnOf } from '../../platform/database/sql.ts';

/** The average return of a table in 1/10,000 of its price, floored. */
export function returnBpsOf(drops: readonly DropRow[], priceCents: Cents): number {
  const [weights, worths] = [drops.map((drop) => drop.weight), drops.map((drop) => drop.cents)];
  return expectedReturnBps({ weights, cents: worths, priceCents });
}

/** The drop table that this input makes at these prices, most expensive first; the caller assigns `version`. */
export function tableOf(
  input: Omit<CallInput<typeof publishCase>, 'priceUsd' | 'onlyNew' | 'version' | 'why'> & {
    readonly priceCents: Cents;
  },
  prices: ReadonlyMap<string, Cents>,
): RuleResult<Omit<CaseWithDrops, 'version'>> {
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
  if (weightTotal > CASE_MAX_WEIGHT) return { refused: 'CASE_WEIGHTS', details: { max: CASE_MAX_WEIGHT } };
  const returnBps = returnBpsOf(drops, input.priceCents);
  const { min, max } = CASE_RETURN_BPS;
  if (returnBps < min || returnBps > max) {
    return { refused: 'CASE_RETURN', details: { min: min / 100, max: max / 100, is: returnBps / 100 } };
  }
  const { caseId, name, colorHex, priceCents } = input;
  return { value: { caseId, name, colorHex, priceCents, returnBps, weightTotal, drops } };
}

function caseLeaf(table: CaseWithDrops, at: number): string {
  const { name, drops } = table;
  const items = drops.map((drop) => drop.type);
  return canon({ v: 'fp/2', type: 'case', at, name, items, ...caseTableOf(table) });
}

/** The leaf of a version that is taken out of the catalogue, or offered again. */
function offerLeaf(type: 'case-retired' | 'case-offered', version: CaseRef, at: number): string {
  return canon({ v: 'fp/2', type, at, caseId: tableName(version) });
}

/**
 * Publishes a table. A table equal to the offered one is not written again, only offered; any other becomes the next version, with
 * its leaf.
 */
export const publish: CommandHandler<typeof publishCase> = async (
  { tx, actor, now, act },
  { priceUsd, onlyNew, version: seen, why, ...input },
) => {
  requireReason(actor, why);
  const standing = await lockCase(tx, input.caseId);
  // Before anything is judged: at today's prices the standing version might be refused.
  if (standing !== null && onlyNew) return answer(standing);
  const priceCents = centsOfInput('priceUsd', priceUsd);
  const types = await pricedTypes(tx, columnOf(input.items, 'itemId'));
  const prices = new Map([...types].map(([slug, type]) => [slug, type.cents]));
  const table = orRefuse(tableOf({ ...input, priceCents }, prices));
  if (seen !== undefined && seen !== (standing?.version ?? 0)) refuse('CASE_CHANGED');
  const isSame = standing !== null && sameTable(standing, table);
  // The site's own cases in a demo are its catalogue, not an act of staff.
  if (actor.kind === 'player')
    act({
      subject: tableName({ caseId: input.caseId, version: isSame ? standing.version : (standing?.version ?? 0) + 1 }),
      details: { priceUsd, returnBps: table.returnBps, was: standing?.returnBps ?? null },
    });
  if (standing !== null && sameTable(standing, table)) {
    if (await offerVersion(tx, standing))
      await appendCase(tx, 'case-offered', offerLeaf('case-offered', standing, now), now);
    return answer(standing);
  }
  const next = { ...table, version: (standing?.version ?? 0) + 1 };
  await insertTable(tx, next, { by: actor.id, at: now });
  await appendCase(tx, 'case', caseLeaf(next, now), now);
  return answer(next);
};

export const retire: CommandHandler<typeof retireCase> = async ({ tx, actor, now, act }, { caseId, why }) => {
  requireReason(actor, why);
  const version = await retireVersion(tx, caseId, now);
  if (version === null) return refuse('NO_CASE');
  act({ subject: tableName({ caseId, version }) });
  await appendCase(tx, 'case-retired', offerLeaf('case-retired', { caseId, version }, now), now);
  return { caseId };
};

/** Staff must give a reason; the demo, which fills its catalogue as the system, gives none. */
function requireReason(actor: Actor, why: string | undefined): void {
  if (actor.kind === 'player' && why === undefined) refuse('BAD_INPUT', { detail: 'why: it stands in the audit log' });
}

const TYPES_FOUND = 40;

/** Item types whose names contain every word, each at the price that a case published now would use. */
export const types: QueryHandler<typeof listCaseTypes> = async ({ db, now }, { search }) => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (await everyType(db)).filter(({ marketHashName }) => {
    const name = marketHashName.toLowerCase();
    return words.every((word) => name.includes(word));
  });
  return {
    types: found.slice(0, TYPES_FOUND).map((type) => ({
      itemId: type.slug,
      name: type.marketHashName,
      priceUsd: usd(type.cents),
      doubt: doubtOf(type, now),
    })),
  };
};

export const list: QueryHandler<typeof listCases> = async ({ db }) => presentCases(db, await offeredCases(db));

function answer({ caseId, version, returnBps }: CaseRef & { readonly returnBps: number }) {
  return { caseId, version, returnBps };
}

function sameTable({ version: _, ...standing }: CaseWithDrops, table: Omit<CaseWithDrops, 'version'>): boolean {
  return canon({ ...standing, drops: [...standing.drops] }) === canon({ ...table, drops: [...table.drops] });
}
