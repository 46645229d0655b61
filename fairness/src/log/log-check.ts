/**
 * A browser's check of the public log: that the log only grew since the last visit, and that a watched round is in it
 * as it was seen.
 *
 * Called by the fairness worker of the site. Pure. Invariant: nothing counts as logged without a path to a checkpoint
 * that the pinned key signed and that continues the last one seen. Returns a verdict for input of any shape.
 */
import { fromBase64 } from '../encoding/base64.ts';
import type { DrandChain } from '../protocol/beacon.ts';
import { utf8 } from '../encoding/bytes.ts';
import { openCheckpoint } from '../tree/checkpoint.ts';
import type { Checkpoint } from '../tree/checkpoint.ts';
import { canon } from '../encoding/canon.ts';
import { isForeign, parseLeaf, proofOfLeaves, RESTORED_REASON } from './leaf.ts';
import type { ForeignLock, Leaf, OpenLeaf, ResultLeaf } from './leaf.ts';
import type { LockRecord } from '../base/lock-base.ts';
import { leafHash, verifyConsistency, verifyInclusion } from '../tree/merkle.ts';
import { parseVerifierKey } from '../tree/note.ts';
import { failureOf } from '../protocol/step.ts';
import { verifyRound } from '../verify/verify.ts';
import { messageOf } from '../encoding/shape.ts';

/** A stored checkpoint: the verifier key it was checked with, and the signed note, verbatim. */
export type KeptCheckpoint = { readonly key: string; readonly note: string };
/** A leaf with its index; `path` as base64 hashes, from the leaf's sibling up. */
export type PlacedLeaf = { readonly index: number; readonly body: string; readonly path: readonly string[] };

export type HeadCheck = {
  /** Verifier key pinned by this browser, or trusted on first use. */
  readonly key: string;
  readonly note: string;
  /** The last checkpoint seen; null at the first visit. */
  readonly last: KeptCheckpoint | null;
  /** Base64 hashes from the smaller of both checkpoints to the larger. */
  readonly consistency: readonly string[];
};
export type RoundInLog = HeadCheck & {
  readonly leaves: readonly PlacedLeaf[];
  readonly roundId: string;
  /** Recorded before the result; `lockText` null when the lock was not seen. */
  readonly hash: string;
  readonly lockText: string | null;
  readonly chains: readonly DrandChain[];
};

/** `problem`: the contradiction in words, or null. `size` is that of the checked checkpoint. */
export type HeadFinding = { readonly problem: string | null; readonly size: number };
export type RoundFinding = HeadFinding & { readonly indexes: readonly number[] };

/** Whether a checkpoint is signed and continues (or precedes) the last one seen. */
export function checkHead(check: HeadCheck): HeadFinding {
  try {
    const head = openHead(check);
    return { problem: null, size: head.size };
  } catch (error) {
    return { problem: messageOf(error), size: 0 };
  }
}

/** Whether the round is in the log as it was seen: opened, locked, drawn, each under the checkpoint. */
export function checkRoundInLog(check: RoundInLog): RoundFinding {
  const indexes = check.leaves.map((leaf) => leaf.index);
  try {
    const head = openHead(check);
    const leaves = check.leaves.map((placed) => openLeaf(placed, head));
    judgeRound(check, leaves, indexes);
    return { problem: null, size: head.size, indexes };
  } catch (error) {
    return { problem: messageOf(error), size: 0, indexes };
  }
}

/** The checkpoint of a head that is signed and continues the last one seen. Throws otherwise. */
export function openHead({ key, note, last, consistency }: HeadCheck): Checkpoint {
  const head = openCheckpoint(note, parseVerifierKey(key));
  if (last === null) return head;
  const before = openCheckpoint(last.note, parseVerifierKey(last.key));
  if (before.origin !== head.origin)
    throw new Error(`the log is called ${head.origin} and was called ${before.origin}`);
  const [older, newer] = before.size <= head.size ? [before, head] : [head, before];
  if (!verifyConsistency(older, newer, consistency.map(fromBase64)))
    throw new Error(
      `the log of ${head.size} leaves does not continue the one of ${before.size} leaves that this browser saw: ` +
        'two histories',
    );
  return head;
}

/** The leaf, if it is under the head. Throws otherwise, and for an invalid leaf. */
export function openLeaf({ index, body, path }: PlacedLeaf, head: Checkpoint): Leaf {
  const entry = utf8(body);
  if (!verifyInclusion(leafHash(entry), index, head.size, path.map(fromBase64), head.root))
    throw new Error(`leaf ${index} is not part of the log that was signed`);
  return parseLeaf(entry);
}

/**
 * Opening, lock and result, in this order, of this round, and as they were seen. At most the announcement that the
 * site's database lost them may follow, which does not change what was drawn.
 */
function judgeRound(check: RoundInLog, leaves: readonly Leaf[], indexes: readonly number[]): void {
  const stranger = leaves.find((leaf) => !('roundId' in leaf) || leaf.roundId !== check.roundId);
  if (stranger !== undefined) throw new Error(`a leaf (${stranger.type}) is of another round`);
  const open = leaves.find((leaf): leaf is OpenLeaf => leaf.type === 'open');
  const lock = leaves.find((leaf): leaf is LockRecord | ForeignLock => leaf.type === 'lock');
  const result = leaves.find((leaf): leaf is ResultLeaf => leaf.type === 'result');
  const ending = leaves.at(-1);
  const drawn = ending?.type === 'void' && ending.why === RESTORED_REASON ? leaves.slice(0, -1) : leaves;
  if (drawn.map((leaf) => leaf.type).join(' ') !== 'open lock result' || !open || !lock || !result)
    throw new Error(`the log has other leaves of this round (${leaves.map((leaf) => leaf.type).join(', ') || 'none'})`);
  if (indexes.some((index, i) => i > 0 && index <= (indexes[i - 1] ?? -1)))
    throw new Error('the leaves of this round are in the wrong order');
  if (isForeign(lock)) throw new Error(`this page is too old to verify a round of ${lock.game}: reload it`);
  if (open.hash !== check.hash) throw new Error('the log has another commitment for this round than was shown');
  if (check.lockText !== null && canon(lock) !== check.lockText)
    throw new Error('the log has another lock record for this round than was shown');
  const chain = check.chains.find((each) => each.chainHash === result.drand.chain);
  if (chain === undefined) throw new Error(`the log names beacon chain ${result.drand.chain}, which is not pinned`);
  const { failed } = verifyRound(proofOfLeaves(open, lock, result, chain), {
    chains: check.chains,
    seen: { roundId: check.roundId, hash: check.hash },
  });
  if (failed !== null) throw new Error(`the round as logged does not add up: ${failureOf(failed)}`);
}
