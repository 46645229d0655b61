/** The worker's verdict on a proof or on a changed proof. Used by the check of a round. */
import { useEffect, useState } from 'react';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import type { VerifyAnswer } from '../../fairness/answer.ts';
import { askFairness } from '../../fairness/client.ts';
import { trustedChains } from '../../fairness/watcher.ts';

export type Verification =
  | { readonly state: 'working' }
  | { readonly state: 'failed' }
  | { readonly state: 'done'; readonly result: VerifyAnswer; readonly tookMs: number };

const WORKING: Verification = { state: 'working' };

/**
 * Verifies `proof` again whenever the object changes. A simulated beacon is trusted without a pin only if this browser never
 * pinned one (a file opened on a fresh machine), and the verdict says so.
 */
export function useVerification(proof: unknown): Verification {
  const [done, setDone] = useState<{ readonly of: unknown; readonly as: Verification }>({ of: null, as: WORKING });
  useEffect(() => {
    let wanted = true;
    const chains: readonly DrandChain[] = trustedChains();
    const from = performance.now();
    askFairness({ ask: 'verify', proof, chains, acceptSimulated: chains.length === 0 }).then(
      (result) => wanted && setDone({ of: proof, as: { state: 'done', result, tookMs: performance.now() - from } }),
      () => wanted && setDone({ of: proof, as: { state: 'failed' } }),
    );
    return () => {
      wanted = false;
    };
  }, [proof]);
  return done.of === proof ? done.as : WORKING;
}
