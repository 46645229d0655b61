/**
 * A browser's check of the witnesses of one lock: it was under a head that they cosigned before its beacon was due, so
 * that its time is not the site's word alone. Pure; called by the fairness worker of the site. Returns a verdict for
 * input of any shape.
 */
import { fromBase64 } from '../encoding/base64.ts';
import { utf8 } from '../encoding/bytes.ts';
import { parseLock } from '../protocol/lock.ts';
import { QUICKNET } from '../protocol/beacon.ts';
import type { DrandChain } from '../protocol/beacon.ts';
import { drandRoundTime } from '../protocol/schedule.ts';
import { openCheckpoint } from '../tree/checkpoint.ts';
import { leafHash, verifyInclusion } from '../tree/merkle.ts';
import { parseVerifierKey } from '../tree/note.ts';
import { evaluateNote, parsePolicy } from '../tree/policy.ts';

export type LockWitnessCheck = {
  /** The policy (c2sp.org/tlog-policy): which witnesses count, and how many are needed. */
  readonly policy: string;
  /** The log's key as pinned: it must have signed the head, among others. */
  readonly logKey: string;
  /** Canonical text of the lock record: the leaf. */
  readonly lockText: string;
  /**
   * Its index, its path (base64 hashes from the leaf's sibling up), and the head with the cosignatures, a signed note.
   */
  readonly index: number;
  readonly path: readonly string[];
  readonly note: string;
  /** Trusted chains besides quicknet: they determine when the beacon was due. */
  readonly chains: readonly DrandChain[];
};
/** `problem`: a contradiction, or null. `enough`: the quorum cosigned before the beacon; never without a quorum. */
export type LockWitnessFinding = {
  readonly problem: string | null;
  readonly enough: boolean;
  /** Who cosigned, and how long before the beacon (ms, whole seconds of the witness's clock); negative: after it. */
  readonly cosigned: readonly { readonly name: string; readonly beforeMs: number }[];
};

export function checkLockWitness(check: LockWitnessCheck): LockWitnessFinding {
  const { policy: text, logKey, lockText, index, path, note, chains } = check;
  try {
    const key = parseVerifierKey(logKey);
    const policy = parsePolicy(text);
    const lock = parseLock(JSON.parse(lockText));
    const chain = [QUICKNET, ...chains].find(({ chainHash }) => chainHash === lock.drand.chain);
    if (chain === undefined) throw new Error(`the lock names beacon chain ${lock.drand.chain}, which is not pinned`);
    const deadline = drandRoundTime(lock.drand.round, chain);
    const { size, root } = openCheckpoint(note, key);
    if (!verifyInclusion(leafHash(utf8(lockText)), index, size, path.map(fromBase64), root))
      throw new Error(`the lock is not leaf ${index} of the head of ${size} leaves that is said to be cosigned`);
    const { witnessed, quorum } = evaluateNote(policy, note, { logKey: key, before: deadline / 1_000 });
    const cosigned = witnessed.map(({ witness, time }) => ({ name: witness.name, beforeMs: deadline - time * 1_000 }));
    // A policy without a quorum is satisfied by a lock that no witness saw.
    return { problem: null, enough: quorum && policy.quorum !== null, cosigned };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), enough: false, cosigned: [] };
  }
}
