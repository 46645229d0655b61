/**
 * The results of a public log, verified: each round is recomputed from its leaves.
 *
 * Called by log-verify.ts and, with beacon outputs that were verified beforehand, by batch/results.ts. Invariant: no result counts that was not
 * recomputed from secret, lock and beacon. Pure: what is passed in and out can be sent to another thread.
 */
import { verifyDrandSignature } from './beacon.ts';
import type { DrandChain } from './beacon.ts';
import { toHex } from './bytes.ts';
import { proofOfLeaves } from './leaf.ts';
import type { OpenLeaf, ResultLeaf } from './leaf.ts';
import { lockHash } from './lock.ts';
import type { Lock } from './lock.ts';
import { drandRoundTime } from './schedule.ts';
import type { OpenWindow } from './seal.ts';
import { failureOf } from './step.ts';
import { verifyRound } from './verify.ts';
import { openWindow } from './window-key.ts';

/** What does not hold, and at which leaf; null when it is a thing that is not there. */
export type LogFinding = { readonly leaf: number | null; readonly problem: string };

export type LogVerifyOptions = {
  /** Chains trusted besides quicknet. */
  readonly chains?: readonly DrandChain[] | undefined;
  /** Takes the chains that the log itself describes at their word (a demo's simulated beacon). */
  readonly acceptSimulated?: boolean | undefined;
};

/** A result leaf and what stood in the log before it. `chain` is the one that its beacon hash names. */
export type PendingResult = {
  readonly leaf: number;
  readonly open: OpenLeaf;
  readonly lock: Lock;
  readonly result: ResultLeaf;
  readonly chain: DrandChain;
};

/** Findings in the order of the results. */
export type ResultsVerdict = {
  readonly findings: readonly LogFinding[];
  /** Some round's beacon is not quicknet. */
  readonly simulated: boolean;
};

/**
 * Verifies the results one after the other. `held` names the beacon outputs (`outputName`) that need no check of their
 * signature any more; those that are checked here and hold are added to it.
 */
export function verifyResults(
  results: readonly PendingResult[],
  options: LogVerifyOptions,
  held: Set<string>,
): ResultsVerdict {
  const verifySignature: typeof verifyDrandSignature = (chain, round, signature) => {
    const name = outputName(chain, round, signature);
    const holds = held.has(name) || verifyDrandSignature(chain, round, signature);
    if (holds) held.add(name);
    return holds;
  };
  const openOnce = openingOnce();
  const findings: LogFinding[] = [];
  let simulated = false;
  for (const { leaf, open, lock, result, chain } of results) {
    const seen = { roundId: open.roundId, hash: open.hash, lockHash: toHex(lockHash(lock)) };
    const verdict = verifyRound(proofOfLeaves(open, lock, result, chain), {
      ...options,
      ...{ seen, verifySignature, openWindow: openOnce },
    });
    simulated ||= verdict.simulated;
    if (verdict.failed !== null) findings.push({ leaf, problem: `${open.roundId}: ${failureOf(verdict.failed)}` });
    if (result.settledAt < drandRoundTime(result.drand.round, chain))
      findings.push({ leaf, problem: `${open.roundId}: settled before its beacon was due` });
  }
  return { findings, simulated };
}

/** `openWindow`, once per sealed key and signature: the rounds of one beacon share theirs. What does not open is tried again. */
function openingOnce(): OpenWindow {
  const opened = new Map<string, Uint8Array>();
  return (sealKey, signature) => {
    const name = `${sealKey} ${signature}`;
    const windowKey = opened.get(name) ?? openWindow(sealKey, signature);
    opened.set(name, windowKey);
    return windowKey;
  };
}

/** One output under one key. The key stands in it, as a chain's hash alone says nothing of the key that was trusted. */
export function outputName(chain: DrandChain, round: number, signature: string): string {
  return `${chain.publicKey} ${round} ${signature}`;
}
