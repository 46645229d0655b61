/**
 * Restores of the site's database, as announced in the public log: which rounds may be voided for one.
 *
 * Called by log-walk.ts. A restore, and the leaves that it lost, are the operator's word. The check is that it is
 * announced, that only the rounds it names as lost are voided for it, and that their number is the announced one.
 */
import { RESTORED_REASON, type RestoredLeaf } from './leaf.ts';

/** The state of a round when it is voided: its last leaf so far, and whether it is still running. */
export type RoundProgress = { readonly last: number; readonly running: boolean };

/** How long after the announcement the last of its voids may still arrive in the log, by the times in the leaves. */
const GRACE_MS = 3_600_000;

export class LogRestores {
  readonly #restores: { readonly leaf: number; readonly restore: RestoredLeaf; voided: number }[] = [];

  /** What is wrong with an announcement at this position; null when nothing is. */
  take(leaf: number, restore: RestoredLeaf): string | null {
    this.#restores.push({ leaf, restore, voided: 0 });
    return restore.to <= leaf ? null : `restored up to leaf ${restore.to}, which comes after this one`;
  }

  /** Why a round could not be voided for the last restore; null when it could. Counts it. */
  voidProblem({ last, running }: RoundProgress): string | null {
    const latest = this.#restores.at(-1);
    if (latest === undefined) return `voided for ${RESTORED_REASON}, and the log announces no restore before it`;
    const { leaf, restore } = latest;
    latest.voided += 1;
    if (latest.voided > restore.rounds)
      return `voided for the restore of leaf ${leaf}, which announces ${restore.rounds} such rounds`;
    const lost = last >= restore.from && last < restore.to;
    if (lost || (running && last < leaf && restore.secrets === 'lost')) return null;
    return `voided for the restore of leaf ${leaf}, which did not lose its leaf ${last}`;
  }

  /** Announced voids that never came. `latestAt`: the latest time in the log. */
  missing(latestAt: number): readonly { readonly leaf: number; readonly problem: string }[] {
    return this.#restores
      .filter(({ restore, voided }) => voided < restore.rounds && latestAt > restore.at + GRACE_MS)
      .map(({ leaf, restore, voided }) => ({
        leaf,
        problem: `announces ${restore.rounds} rounds voided for a restore, ${voided} were`,
      }));
  }
}
