/**
 * Many results of a public log, verified with their beacon outputs taken together.
 *
 * Called by the CLI, in its own thread or in others. Invariant: the verdict is that of `verifyResults` alone; an output that the
 * batch does not show to hold is verified by itself there, so a false one is named as if there were no batch.
 */
import type { DrandChain, DrandOutput } from '../beacon.ts';
import { outputName, verifyResults } from '../log-results.ts';
import type { LogVerifyOptions, PendingResult, ResultsVerdict } from '../log-results.ts';
import type { RandomBytes } from './combine.ts';
import { heldOutputs } from './outputs.ts';

/** As `verifyResults`. `random` must be a source that whoever made the log cannot foresee. */
export function verifyTogether(
  results: readonly PendingResult[],
  options: LogVerifyOptions,
  random: RandomBytes,
): ResultsVerdict {
  const byKey = new Map<string, { readonly chain: DrandChain; readonly outputs: Map<string, DrandOutput> }>();
  for (const { chain, result } of results) {
    const { round, signature } = result.drand;
    const found = byKey.get(chain.publicKey) ?? { chain, outputs: new Map<string, DrandOutput>() };
    byKey.set(chain.publicKey, found);
    found.outputs.set(outputName(chain, round, signature), { round, signature });
  }
  const held = new Set<string>();
  for (const { chain, outputs } of byKey.values())
    for (const { round, signature } of heldOutputs(chain, [...outputs.values()], random))
      held.add(outputName(chain, round, signature));
  return verifyResults(results, options, held);
}
