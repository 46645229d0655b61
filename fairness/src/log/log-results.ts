/**
 * The results of a public log, verified: each round is recomputed from its leaves, each seal is opened.
 *
 * Called by log-verify.ts and, with beacon outputs that were verified beforehand, by batch/results.ts. Invariant: no
 * result counts unless it was recomputed from secret, lock and beacon. Pure: inputs and outputs can be sent to another
 * thread.
 */
import { QUICKNET, verifyDrandSignature } from '../protocol/beacon.ts';
import type { DrandChain } from '../protocol/beacon.ts';
import { toHex } from '../encoding/bytes.ts';
import { proofOfLeaves } from './leaf.ts';
import type { ForeignLock, OpenLeaf, ResultLeaf } from './leaf.ts';
import { lockHash } from '../protocol/lock.ts';
import type { AnyGame } from '../games/game.ts';
import type { LockRecord } from '../base/lock-base.ts';
import { drandRoundTime } from '../protocol/schedule.ts';
import { secretIn } from '../seal/seal.ts';
import type { OpenWindow } from '../seal/seal.ts';
import { failureOf } from '../protocol/step.ts';
import { verifyInputs, verifyRound } from '../verify/verify.ts';
import { openWindow } from '../seal/window-key.ts';
import type { OpeningMath } from '../seal/window-key.ts';

/** What does not hold, and at which leaf; null when something is missing. */
export type LogFinding = { readonly leaf: number | null; readonly problem: string };

export type LogVerifyOptions = {
  /** Trusted chains besides quicknet. */
  readonly chains?: readonly DrandChain[] | undefined;
  /** Trusts the chains that the log itself describes (a demo's simulated beacon). */
  readonly acceptSimulated?: boolean | undefined;
  /**
   * The games that can be verified; by default those of this build. Cannot be sent to other threads: a game is
   * functions.
   */
  readonly games?: readonly AnyGame[] | undefined;
};

/** A result leaf and what came before it in the log. `chain` is the one that its beacon hash names. */
export type PendingResult = {
  readonly leaf: number;
  readonly open: OpenLeaf;
  readonly lock: LockRecord;
  readonly result: ResultLeaf;
  readonly chain: DrandChain;
};
/** The same for a game that this build does not know: everything except its draws and payouts is verified. */
export type PendingForeign = {
  readonly leaf: number;
  readonly open: OpenLeaf;
  readonly lock: ForeignLock;
  readonly revealed: ResultLeaf;
  readonly chain: DrandChain;
};
/** The lock (its leaf) of a round without a result, and the signature of its beacon from another leaf. */
export type PendingSeal = {
  readonly leaf: number;
  readonly lock: LockRecord | ForeignLock;
  readonly signature: string;
  readonly chain: DrandChain;
};
export type Pending = PendingResult | PendingForeign | PendingSeal;

/** An opened window key: its hex, its beacon, and the first leaf that needed it. */
export type OpenedWindow = { readonly windowKey: string; readonly beacon: string; readonly leaf: number };

/** Findings in the order of the pending items. */
export type ResultsVerdict = {
  readonly findings: readonly LogFinding[];
  /** Each window key once. */
  readonly windows: readonly OpenedWindow[];
  /** Whether some round's beacon is not quicknet. */
  readonly simulated: boolean;
};

/**
 * What need not be computed again. `outputs`: beacon outputs (`outputName`) with a valid signature. `windows`: window
 * keys by sealed key and signature; rounds of one beacon share theirs.
 */
export class VerifiedCache {
  readonly outputs = new Set<string>();
  readonly windows = new Map<string, Uint8Array>();
  readonly #math: OpeningMath | undefined;

  /** `math`: faster code than the library's. If it does not open a key, the library tries again. */
  constructor(math?: OpeningMath) {
    this.#math = math;
  }

  readonly verifySignature: typeof verifyDrandSignature = (chain, round, signature) => {
    const name = outputName(chain, round, signature);
    const holds = this.outputs.has(name) || verifyDrandSignature(chain, round, signature);
    if (holds) this.outputs.add(name);
    return holds;
  };

  readonly openWindow: OpenWindow = (sealKey, signature) => {
    const name = `${sealKey} ${signature}`;
    const windowKey = this.windows.get(name) ?? this.#open(sealKey, signature);
    this.windows.set(name, windowKey);
    return windowKey;
  };

  #open(sealKey: string, signature: string): Uint8Array {
    if (this.#math === undefined) return openWindow(sealKey, signature);
    try {
      return openWindow(sealKey, signature, this.#math);
    } catch {
      // Either the key cannot be opened or that code is wrong: the library decides.
      return openWindow(sealKey, signature);
    }
  }
}

/** Verifies the pending items, one after the other. What holds on the way is added to `known`. */
export function verifyPending(
  pending: readonly Pending[],
  options: LogVerifyOptions,
  known: VerifiedCache,
): ResultsVerdict {
  const findings: LogFinding[] = [];
  const windows = new Map<string, OpenedWindow>();
  let simulated = false;
  for (const each of pending) {
    const { leaf, lock } = each;
    const openWindow: OpenWindow = (sealKey, signature) => {
      const windowKey = known.openWindow(sealKey, signature);
      const [name, beacon] = [toHex(windowKey), `${lock.drand.chain} ${lock.drand.round}`];
      if (!windows.has(`${name} ${beacon}`)) windows.set(`${name} ${beacon}`, { windowKey: name, beacon, leaf });
      return windowKey;
    };
    const problems = problemsOf(each, options, known, openWindow);
    findings.push(...problems.map((problem) => ({ leaf, problem: `${lock.roundId}: ${problem}` })));
    simulated ||= each.chain.chainHash !== QUICKNET.chainHash;
  }
  return { findings, windows: [...windows.values()], simulated };
}

function problemsOf(
  each: Pending,
  options: LogVerifyOptions,
  known: VerifiedCache,
  opener: OpenWindow,
): readonly string[] {
  if ('result' in each) return resultProblems(each, options, known, opener);
  return 'revealed' in each ? foreignProblems(each, options, known, opener) : sealProblems(each, known, opener);
}

function resultProblems(
  { open, lock, result, chain }: PendingResult,
  options: LogVerifyOptions,
  known: VerifiedCache,
  opener: OpenWindow,
): readonly string[] {
  const seen = { roundId: open.roundId, hash: open.hash, lockHash: toHex(lockHash(lock)) };
  const { failed } = verifyRound(proofOfLeaves(open, lock, result, chain), {
    ...options,
    seen,
    verifySignature: known.verifySignature,
    openWindow: opener,
  });
  return [...(failed === null ? [] : [failureOf(failed)]), ...earlyProblems(result, chain)];
}

function foreignProblems(
  { open, lock, revealed, chain }: PendingForeign,
  { games: _, ...options }: LogVerifyOptions,
  known: VerifiedCache,
  opener: OpenWindow,
): readonly string[] {
  const { roundId, game, hash } = open;
  const { round, signature } = revealed.drand;
  const { failed } = verifyInputs(
    { roundId, game, hash, lock, secret: revealed.secret, drand: { chain, round, signature } },
    { ...options, verifySignature: known.verifySignature, openWindow: opener },
  );
  return [...(failed === null ? [] : [failureOf(failed)]), ...earlyProblems(revealed, chain)];
}

function earlyProblems({ settledAt, drand }: ResultLeaf, chain: DrandChain): readonly string[] {
  return settledAt < drandRoundTime(drand.round, chain) ? ['settled before its beacon was due'] : [];
}

/**
 * This secret was not published, so only the commitment can be checked. An invalid output is reported at its own leaf.
 */
function sealProblems(
  { lock, signature, chain }: PendingSeal,
  known: VerifiedCache,
  opener: OpenWindow,
): readonly string[] {
  if (!known.verifySignature(chain, lock.drand.round, signature)) return [];
  try {
    secretIn(lock, signature, opener);
    return [];
  } catch (error) {
    return [
      `its seal does not open to what it committed to: ${error instanceof Error ? error.message : String(error)}`,
    ];
  }
}

/** Window keys over a whole log: each is for one beacon round. Takes verdicts in leaf order. */
export class WindowKeys {
  readonly #first = new Map<string, OpenedWindow>();

  /** Records opened keys; returns a finding for each that an earlier leaf used for another beacon. */
  take(windows: readonly OpenedWindow[]): readonly LogFinding[] {
    return windows.flatMap((opened) => {
      const first = this.#first.get(opened.windowKey);
      if (first === undefined) this.#first.set(opened.windowKey, opened);
      if (first === undefined || first.beacon === opened.beacon) return [];
      const problem = `its window key was used for another beacon round by leaf ${first.leaf}`;
      return [{ leaf: opened.leaf, problem }];
    });
  }
}

/** One output under one key. The key is part of it, because a chain's hash says nothing about the trusted key. */
export function outputName(chain: DrandChain, round: number, signature: string): string {
  return `${chain.publicKey} ${round} ${signature}`;
}
