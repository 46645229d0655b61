/**
 * What is costly about a beacon output, done once for all rounds that share it: its signature verified, its window opened.
 * Answers are kept by what they were asked of, so that a row that changes is looked at again.
 */
import { verifyDrandSignature, type DrandChain } from '@fairpot/fairness/protocol/beacon';
import { openWindow } from '@fairpot/fairness/seal/window-key';

const MOST = 1_000;

/** True when `signature` is the chain's of that round. */
export const isSigned = once(
  (chain: DrandChain, round: number, signature: string) => verifyDrandSignature(chain, round, signature),
  (chain, round, signature) => `${chain.publicKey} ${round} ${signature}`,
);

/** As `openWindow`: throws when the key does not open with this signature. */
export const openWindowOnce = once(openWindow, (sealKey, signature) => `${sealKey} ${signature}`);

/** Keeps the newest answers of a pure function; what it throws is not kept. */
function once<A extends readonly unknown[], R>(work: (...of: A) => R, keyOf: (...of: A) => string): (...of: A) => R {
  const answers = new Map<string, R>();
  return (...of) => {
    const key = keyOf(...of);
    const kept = answers.get(key);
    if (kept !== undefined) return kept;
    const answer = work(...of);
    if (answers.size >= MOST) answers.delete(answers.keys().next().value ?? '');
    answers.set(key, answer);
    return answer;
  };
}
