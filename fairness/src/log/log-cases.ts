/**
 * The drop tables that the public log announces, and when each is offered.
 *
 * Called by log-walk.ts with every announcement and every lock. Invariant: a battle uses tables that were announced
 * before it opened, at the announced price. Source: protocol fp/2, sections 4 and 5.
 */
import { firstDifference } from '../verify/diff.ts';
import type { CaseLeaf, CaseOfferLeaf } from './leaf.ts';
import type { CaseTable } from '../games/drop-table.ts';
import { TERMS_GRACE_MS } from './log-terms.ts';

/** The opening of the battle that a lock continues: its leaf, and its time in epoch ms. */
export type BattleOpening = { readonly leaf: number; readonly at: number };

type AnnouncedCase = {
  readonly table: CaseTable;
  readonly leaf: number;
  /** When it is offered and when not, in log order. */
  readonly offers: { readonly from: number; readonly leaf: number; readonly offered: boolean }[];
};

export class LogCases {
  readonly #announced = new Map<string, AnnouncedCase>();

  /** Records a leaf. Returns what contradicts earlier leaves; null when nothing does. */
  take(leaf: number, said: CaseLeaf | CaseOfferLeaf): string | null {
    const known = this.#announced.get(said.caseId);
    if (said.type === 'case') {
      if (known !== undefined) return `the case ${said.caseId} is announced again`;
      const { caseId, priceCents, weights, cents } = said;
      const offers = [{ from: said.at, leaf, offered: true }];
      this.#announced.set(caseId, { table: { caseId, priceCents, weights, cents }, leaf, offers });
      return null;
    }
    const offered = said.type === 'case-offered';
    if (known === undefined) return `the case ${said.caseId}, which the log had not announced, is ${wordFor(offered)}`;
    if (known.offers.at(-1)?.offered === offered) return `the case ${said.caseId} is ${wordFor(offered)} twice`;
    known.offers.push({ from: said.at, leaf, offered });
    return null;
  }

  /**
   * Why a round could not be locked with these tables; null when each was announced unchanged before it opened, and
   * offered then.
   */
  problem(tables: readonly CaseTable[], opening: BattleOpening): string | null {
    for (const table of tables) {
      const problem = this.#problemOf(table, opening);
      if (problem !== null) return problem;
    }
    return null;
  }

  #problemOf(table: CaseTable, opening: BattleOpening): string | null {
    const { caseId, priceCents } = table;
    const known = this.#announced.get(caseId);
    if (known === undefined) return `holds the case ${caseId}, which the log had not announced`;
    if (known.leaf > opening.leaf)
      return (
        `holds the case ${caseId}, announced by leaf ${known.leaf}, after the battle was opened by leaf ` +
        `${opening.leaf}`
      );
    if (priceCents !== known.table.priceCents)
      return `took ${priceCents} cents for the case ${caseId}, announced at ${known.table.priceCents}`;
    const difference = firstDifference(known.table, table, caseId);
    if (difference !== null) return `its drop table is not the one announced: ${difference}`;
    const retired = retiredBy(known, opening.at);
    return retired === null ? null : `holds the case ${caseId}, which leaf ${retired} had retired before it opened`;
  }
}

/** The leaf that had retired the case at this time; null when it was offered, including a moment before or after. */
function retiredBy({ offers }: AnnouncedCase, at: number): number | null {
  const inForce = offers.filter(({ from }, i) => {
    const until = offers[i + 1]?.from ?? Infinity;
    return from <= at + TERMS_GRACE_MS && at <= until + TERMS_GRACE_MS;
  });
  const retired = inForce.find(({ offered }) => !offered);
  return retired === undefined || inForce.some(({ offered }) => offered) ? null : retired.leaf;
}

function wordFor(offered: boolean): string {
  return offered ? 'offered again' : 'retired';
}
