/**
 * Folds live facts into the state of the jackpot. Called by use-jackpot.ts. Pure.
 *
 * Invariant: facts that the state already contains, or that are older than its rounds, change nothing. A missed fact is
 * reported (`gap`), so that the caller fetches the state again.
 */
import type { JackpotFact, JackpotState } from '@fairpot/contract/jackpot/schemas';
import { applyJackpotFact } from '@fairpot/contract/jackpot/views';

export interface FoldResult {
  readonly state: JackpotState;
  readonly gap: boolean;
}

/** The state after facts, oldest first. After a gap the rest is still applied: the refetch corrects what is missing. */
export function fold(state: JackpotState, facts: readonly JackpotFact[]): FoldResult {
  return facts.reduce<FoldResult>(
    (known, fact) => {
      if (isPast(known.state, fact)) return known;
      const next = applyJackpotFact(known.state, fact);
      return next === 'gap' ? { ...known, gap: true } : { ...known, state: next };
    },
    { state, gap: false },
  );
}

/** Round ids sort by time: a fact of a round before both known ones is outdated. */
function isPast({ game, last }: JackpotState, { roundId }: JackpotFact): boolean {
  const oldest = last?.id ?? game?.id;
  return oldest !== undefined && roundId < oldest;
}
