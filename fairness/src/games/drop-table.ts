/** Drop tables: the content of a case in lock records and in the log, and which item a ticket drops. */
import { readArray, readInt, readObject, readText, ShapeError } from '../encoding/shape.ts';
import { checkTotal } from '../base/tickets.ts';

/**
 * The drop table of one battle round: item i drops with `weights[i]` of their sum and is worth `cents[i]`. `priceCents`
 * is the price of a seat for it.
 */
export type CaseTable = {
  readonly caseId: string;
  readonly priceCents: number;
  readonly weights: readonly number[];
  readonly cents: readonly number[];
};

/** Reads a drop table; throws a ShapeError that names the first wrong field. */
export function parseCaseTable(value: unknown, path: string): CaseTable {
  const fields = readObject(value, path, ['caseId', 'priceCents', 'weights', 'cents']);
  const weights = readArray(fields['weights'], `${path}.weights`, 1, (each, at) => readInt(each, at));
  const cents = readArray(fields['cents'], `${path}.cents`, 1, (each, at) => readInt(each, at));
  if (cents.length !== weights.length)
    throw new ShapeError(`${path}.cents`, `${cents.length} values for ${weights.length} weights`);
  checkTotal(weights, `${path}.weights`);
  const priceCents = readInt(fields['priceCents'], `${path}.priceCents`);
  return { caseId: readText(fields['caseId'], `${path}.caseId`), priceCents, weights, cents };
}

/**
 * Average return of a table in 1/10,000 of its price, floored: the sum of weight * worth over weights * price. Exact,
 * because the products exceed the safe integers. Throws a RangeError for a table without weights or price.
 */
export function expectedReturnBps({ weights, cents, priceCents }: Omit<CaseTable, 'caseId'>): number {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  const worth = weights.reduce((sum, weight, item) => sum + BigInt(weight) * BigInt(cents[item] ?? 0), 0n);
  return Number((worth * 10_000n) / (total * BigInt(priceCents)));
}

/** The first item whose running weight total exceeds the ticket. */
export function itemAt(table: Pick<CaseTable, 'caseId' | 'weights'>, ticket: number): number {
  let running = 0;
  for (const [item, weight] of table.weights.entries()) {
    running += weight;
    if (running > ticket) return item;
  }
  throw new Error(`ticket ${ticket} is outside the ${running} tickets of ${table.caseId}`);
}
