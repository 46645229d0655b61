/**
 * Checks all settled rounds of the signed-in player in sequence: recomputes each in the worker, then looks it up in the log.
 * Called by my-games.tsx. Invariant: a round counts as right only when both checks were done and pass.
 */
import { getRoundProof } from '@fairpot/contract/fair/calls';
import { listMyRounds } from '@fairpot/contract/log/calls';
import { canon } from '@fairpot/fairness/encoding/canon';
import { askFairness } from '../../fairness/client.ts';
import { failureText } from '../../fairness/seal.ts';
import { memoryOf, trustedChains } from '../../fairness/watcher.ts';
import { ask } from '../../platform/calls/api.ts';
import { checkRoundInLog } from './log-watch.ts';
import { texts } from './texts.ts';

export interface MyRoundsProgress {
  /** Rounds checked so far, and how many of them verify and are logged. */
  readonly done: number;
  readonly right: number;
  readonly problems: readonly { readonly roundId: string; readonly problem: string }[];
}

const PAGE = 50;

/** Reports progress after each round. Rejects with `ApiRefusal` when the server cannot be reached; stops when aborted. */
export async function checkMyRounds(
  signal: AbortSignal,
  report: (progress: MyRoundsProgress) => void,
): Promise<MyRoundsProgress> {
  let progress: MyRoundsProgress = { done: 0, right: 0, problems: [] };
  let before: string | null = null;
  do {
    const page: { rounds: { roundId: string }[]; next: string | null } = await ask(
      listMyRounds,
      { limit: PAGE, ...(before !== null && { before }) },
      { signal },
    );
    for (const { roundId } of page.rounds) {
      const problem = await problemOf(roundId, signal);
      progress = {
        done: progress.done + 1,
        right: progress.right + (problem === null ? 1 : 0),
        problems: problem === null ? progress.problems : [...progress.problems, { roundId, problem }],
      };
      report(progress);
    }
    before = page.next;
  } while (before !== null && !signal.aborted);
  return progress;
}

async function problemOf(roundId: string, signal: AbortSignal): Promise<string | null> {
  const proof = await ask(getRoundProof, { id: roundId }, { signal });
  if ('scripted' in proof) return texts.mine.scripted;
  const memory = memoryOf(roundId);
  const seen = memory === undefined ? {} : { hash: memory.hash, ...(memory.battle && { battle: memory.battle }) };
  const { verdict } = await askFairness({ ask: 'verify', proof, seen, chains: trustedChains() });
  if (verdict.failed) return failureText(verdict.failed);
  const found = await checkRoundInLog(roundId, { hash: proof.hash, lockText: canon(proof.lock) });
  if (found.state === 'found') return null;
  return found.state === 'contradicted' ? found.problem : texts.mine.notLogged;
}
