/** The proof of a settled round, in the exact shape that `parseProof` of the fairness package accepts. */
import type { RoundProofView } from '@fairpot/contract/fair/schemas';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { parseProof } from '@fairpot/fairness/protocol/proof';
import { invariant } from '../../platform/runner/refused.ts';
import type { Round } from './rounds.ts';

/** Parsed by the verifier's own parser before it is returned, so that no proof is sent that could not be checked. */
export function proofOf(round: Round, chain: DrandChain): RoundProofView {
  const { result } = round;
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
