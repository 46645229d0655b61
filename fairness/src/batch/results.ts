/**
 * Many results of a public log, verified with their beacon outputs checked together and their window keys opened
 * faster.
 *
 * Called by the CLI, in its own thread or in others. Invariant: the verdict equals that of `verifyPending` alone; an
 * output that the batch does not show to be valid is verified singly there, so an invalid one is named as if there were
 * no batch.
 */
import type { DrandChain, DrandOutput } from '../protocol/beacon.ts';
import { VerifiedCache, outputName, verifyPending } from '../log/log-results.ts';
import type { LogVerifyOptions, Pending, ResultsVerdict } from '../log/log-results.ts';
import type { RandomBytes } from './combine.ts';
import { heldOutputs } from './outputs.ts';
import { FAST_OPENING } from './opening.ts';

/** Like `verifyPending`. The log's author must not be able to predict `random`. */
export function verifyTogether(
  pending: readonly Pending[],
  options: LogVerifyOptions,
  random: RandomBytes,
): ResultsVerdict {
  const byKey = new Map<string, { readonly chain: DrandChain; readonly outputs: Map<string, DrandOutput> }>();
  for (const each of pending) {
    const { chain } = each;
    const { round, signature } =
      'signature' in each
        ? { round: each.lock.drand.round, signature: each.signature }
        : ('result' in each ? each.result : each.revealed).drand;
    const found = byKey.get(chain.publicKey) ?? { chain, outputs: new Map<string, DrandOutput>() };
    byKey.set(chain.publicKey, found);
    found.outputs.set(outputName(chain, round, signature), { round, signature });
  }
  const known = new VerifiedCache(FAST_OPENING);
  for (const { chain, outputs } of byKey.values())
    for (const { round, signature } of heldOutputs(chain, [...outputs.values()], random))
      known.outputs.add(outputName(chain, round, signature));
  return verifyPending(pending, options, known);
}
