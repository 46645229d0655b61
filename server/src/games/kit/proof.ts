/** The proof of a settled round, in the exact shape that `parseProof` of the fairness package accepts. */
import type { RoundProofView } from '@fairpot/contract/fair/schemas';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { utf8 } from '@fairpot/fairness/encoding/bytes';
import { parseLeaf } from '@fairpot/fairness/log/leaf';
import { parseProof } from '@fairpot/fairness/protocol/proof';
import { invariant } from '../../platform/runner/refused.ts';
import type { Db } from '../../platform/database/sql.ts';
import { resultBody } from './leaf-feed.ts';
import type { Round, RoundResult } from './rounds.ts';

/** The part of a result that its leaf in the public log has, too. */
type LoggedResult = Omit<RoundResult, 'winnerNo' | 'outcome' | 'payouts'> & {
  readonly outcome: unknown;
  readonly payouts: unknown;
};

/**
 * Parsed by the verifier's own parser before it is returned, so that no proof is sent that could not be checked. `result`: of the round, or from its leaf
 * in the public log.
 */
export function proofOf(round: Round, result: LoggedResult | null, chain: DrandChain): RoundProofView {
  invariant(result && round.lockText !== null, `round ${round.id} is not settled`);
  const lock: unknown = JSON.parse(round.lockText);
  const proof = parseProof({
    v: 'fp/2',
    game: round.game,
    roundId: round.id,
    number: round.number,
    hash: round.hash,
    lock,
    drand: { chain, round: result.drandRound, signature: result.signature },
    secret: result.secret,
    outcome: result.outcome,
    payouts: result.payouts,
  });
  return {
    ...proof,
    lock: { ...proof.lock },
    outcome: { ...proof.outcome },
    payouts: {
      ...proof.payouts,
      items: [...proof.payouts.items],
      feeItems: [...proof.payouts.feeItems],
      shares: [...proof.payouts.shares],
    },
  };
}

/** The result of a settled round, from its leaf in the public log; null when there is none. */
export async function resultFromLog(db: Db, roundId: string): Promise<LoggedResult | null> {
  const body = await resultBody(db, roundId);
  if (body === undefined) return null;
  const leaf = parseLeaf(utf8(body));
  invariant(leaf.type === 'result', `the leaf of ${roundId} is a result`);
  const { secret, drand, outcome, payouts } = leaf;
  return { secret, drandRound: drand.round, signature: drand.signature, outcome, payouts };
}
