/**
 * The announced terms of the public log, as a reader follows them: fee rates over time, and the beacons described.
 *
 * Called by log-walk.ts. Source: protocol fp/2, section 4.
 */
import { QUICKNET } from '../protocol/beacon.ts';
import type { DrandChain } from '../protocol/beacon.ts';
import { firstDifference } from '../verify/diff.ts';
import type { FeeLeaf, TermsLeaf } from './leaf.ts';

/**
 * A round reads its rate just before it is opened, so a rate stays valid this much longer. Longer than any transaction.
 */
export const TERMS_GRACE_MS = 60_000;

type FeeRate = { readonly from: number; readonly feeBps: number };

export class LogTerms {
  readonly #rates = new Map<string, FeeRate[]>();
  readonly #chains = new Map<string, DrandChain>();
  /** Chains that the log itself describes. */
  readonly #named = new Set<string>();

  /** `chains`: pinned beforehand; quicknet always is. */
  constructor(chains: readonly DrandChain[] = []) {
    for (const chain of [QUICKNET, ...chains]) this.#chains.set(chain.chainHash, chain);
  }

  /** Records a leaf. Returns what contradicts earlier leaves; null when nothing does. */
  take(leaf: TermsLeaf | FeeLeaf): string | null {
    if (leaf.type === 'fee') {
      this.#rate(leaf.game, leaf);
      return null;
    }
    for (const [game, feeBps] of Object.entries(leaf.fees)) this.#rate(game, { at: leaf.at, feeBps });
    const mixed = this.#name(leaf.drand.chainHash);
    if (mixed !== null) return mixed;
    const known = this.#chains.get(leaf.drand.chainHash);
    if (known === undefined) this.#chains.set(leaf.drand.chainHash, leaf.drand);
    const difference = known === undefined ? null : firstDifference(known, leaf.drand, 'drand');
    return difference === null ? null : `the beacon is described in another way than before: ${difference}`;
  }

  /** Whether the log ever announced the public beacon: then it is a live site's. */
  get isLive(): boolean {
    return this.#named.has(QUICKNET.chainHash);
  }

  /** Why a round could not be locked on this chain; null when the log had described it (or it was pinned). */
  chainProblem(hash: string): string | null {
    if (!this.#chains.has(hash)) return `names beacon chain ${hash}, which the log had not described`;
    return this.#name(hash);
  }

  /** The chain of this hash as pinned or first described. */
  chain(hash: string): DrandChain | undefined {
    return this.#chains.get(hash);
  }

  /** Why a round of this game could not be opened at this rate; null when the log had announced it. */
  feeProblem(game: string, feeBps: number, openedAt: number): string | null {
    const rates = this.#rates.get(game) ?? [];
    if (rates.length === 0) return 'opened before the log announced any fee';
    const inForce = rates.filter(({ from }, i) => {
      const until = rates[i + 1]?.from ?? Infinity;
      return from <= openedAt + TERMS_GRACE_MS && openedAt <= until + TERMS_GRACE_MS;
    });
    if (inForce.some((rate) => rate.feeBps === feeBps)) return null;
    return (
      `a fee of ${feeBps} bps, where the log announced ` +
      `${inForce.map((rate) => rate.feeBps).join(' or ') || 'none yet'}`
    );
  }

  /**
   * A site draws either from the public beacon or from one of its own: switching between them would be a choice of
   * results.
   */
  #name(hash: string): string | null {
    if (this.#named.has(hash)) return null;
    this.#named.add(hash);
    return this.isLive && this.#named.size > 1
      ? 'the log names drand quicknet and another beacon: ' +
          `${[...this.#named].find((each) => each !== QUICKNET.chainHash)}`
      : null;
  }

  #rate(game: string, { at, feeBps }: { readonly at: number; readonly feeBps: number }): void {
    const rates = this.#rates.get(game) ?? [];
    if (rates.at(-1)?.feeBps !== feeBps) rates.push({ from: at, feeBps });
    this.#rates.set(game, rates);
  }
}
