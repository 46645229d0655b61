/** Fetches and verifies the proof of a round as anyone can. */
import { getRoundProof } from '@fairpot/contract/fair/schemas';
import { parseProof, type RoundProof } from '@fairpot/fairness/protocol/proof';
import { verifyRound } from '@fairpot/fairness/verify/verify';
import { invariant } from '../src/platform/runner/refused.ts';
import type { World } from './world.ts';

/** Fails unless the proof of the round verifies from published inputs. Returns it. */
export async function verifiedProof(world: World, id: string): Promise<RoundProof> {
  const proof: unknown = await world.run(getRoundProof, null, { id });
  const verdict = verifyRound(proof, { chains: [world.deps.drandChain] });
  invariant(verdict.ok, `the proof of ${id} does not verify: ${JSON.stringify(verdict.failed)}`);
  return parseProof(proof);
}
