/**
 * The terms that the public log announces, as a reader follows them: fee rates over time, the beacons described, and the
 * drop tables of cases.
 *
 * Called by log-verify.ts. Source: protocol fp/2, section 4.
 */
import { QUICKNET } from './beacon.ts';
import type { DrandChain } from './beacon.ts';
import { GAMES } from './commitment.ts';
import type { Game } from './commitment.ts';
import { firstDifference } from './diff.ts';
import type { CaseLeaf, FeeLeaf, TermsLeaf } from './leaf.ts';
import type { CaseTable, Lock } from './lock.ts';

/** A round reads its rate a moment before it is opened, so a rate counts this much longer. Longer than any transaction. */
export const TERMS_GRACE_MS = 60_000;

type Rate = { readonly from: number; readonly feeBps: number };

export class Terms {
  readonly #rates = new Map<Game, Rate[]>();
  readonly #chains = new Map<string, DrandChain>();
  #live = false;
  readonly #tables = new Map<string, CaseTable>();

  /** `chains`: pinned beforehand; quicknet always is. */
  constructor(chains: readonly DrandChain[] = []) {
    for (const chain of [QUICKNET, ...chains]) this.#chains.set(chain.chainHash, chain);
  }

  /** Takes a leaf in. Returns what contradicts what is known; null when nothing does. */
  take(leaf: TermsLeaf | FeeLeaf | CaseLeaf): string | null {
    if (leaf.type === 'case') return this.#table(leaf);
    if (leaf.type === 'fee') {
      this.#rate(leaf.game, leaf);
      return null;
    }
    for (const game of GAMES) this.#rate(game, { at: leaf.at, feeBps: leaf.fees[game] });
    this.#live ||= leaf.drand.chainHash === QUICKNET.chainHash;
    const known = this.#chains.get(leaf.drand.chainHash);
    if (known === undefined) this.#chains.set(leaf.drand.chainHash, leaf.drand);
    const difference = known === undefined ? null : firstDifference(known, leaf.drand, 'drand');
    return difference === null ? null : `the beacon is described in another way than before: ${difference}`;
  }

  /** Whether the log was ever announced to draw from the public beacon: then it is a live site's. */
  get isLive(): boolean {
    return this.#live;
  }

  /** The chain of this hash as it was pinned or first described. */
  chain(hash: string): DrandChain | undefined {
    return this.#chains.get(hash);
  }

  /** Why a round of this game could not be opened at this rate; null when the log had announced it. */
  feeProblem(game: Game, feeBps: number, openedAt: number): string | null {
    const rates = this.#rates.get(game) ?? [];
    if (rates.length === 0) return 'opened before the log announced any fee';
    const inForce = rates.filter(({ from }, i) => {
      const until = rates[i + 1]?.from ?? Infinity;
      return from <= openedAt + TERMS_GRACE_MS && openedAt <= until + TERMS_GRACE_MS;
    });
    if (inForce.some((rate) => rate.feeBps === feeBps)) return null;
    return `a fee of ${feeBps} bps, where the log announced ${inForce.map((rate) => rate.feeBps).join(' or ') || 'none yet'}`;
  }

  /** Why a battle could not be locked with these drop tables; null when the log had announced each of them. */
  tableProblem(lock: Lock): string | null {
    if (lock.game !== 'casebattle') return null;
    for (const table of lock.cases) {
      const known = this.#tables.get(table.caseId);
      if (known === undefined) return `holds the case ${table.caseId}, which the log had not announced`;
      const difference = firstDifference(known, table, table.caseId);
      if (difference !== null) return `its drop table is not the one announced: ${difference}`;
    }
    return null;
  }

  #table({ caseId, priceCents, weights, cents }: CaseLeaf): string | null {
    if (this.#tables.has(caseId)) return `the case ${caseId} is announced again`;
    this.#tables.set(caseId, { caseId, priceCents, weights, cents });
    return null;
  }

  #rate(game: Game, { at, feeBps }: { readonly at: number; readonly feeBps: number }): void {
    const rates = this.#rates.get(game) ?? [];
    if (rates.at(-1)?.feeBps !== feeBps) rates.push({ from: at, feeBps });
    this.#rates.set(game, rates);
  }
}
