/**
 * A browser's check of a solvency statement: that it is in the signed log, and that it includes the player's own
 * balance.
 *
 * Called by the fairness worker of the site. Pure. Invariant: a balance counts as included only with a path of sums to
 * the root in the log, from a leaf that only this player's Steam id opens. Returns a verdict for input of any shape.
 */
import { equalBytes, fromHex } from '../encoding/bytes.ts';
import { readHex, messageOf } from '../encoding/shape.ts';
import { openHead, openLeaf } from '../log/log-check.ts';
import type { PlacedLeaf } from '../log/log-check.ts';
import { sumsProblem } from '../reserves/reserves.ts';
import { signatureProblem } from '../reserves/signatures.ts';
import { commitmentOf } from '../solvency/commitments.ts';
import type { SolvencyStatementBody } from '../solvency/statement.ts';
import { rootByPath } from '../solvency/sum-tree.ts';
import { equalSums, readSums, SUM_NAMES } from '../solvency/sums.ts';
import type { LiabilitySums } from '../solvency/sums.ts';

/** A statement with its index in the log, under a head that was checked against the last one seen before. */
export type StatementCheck = {
  /** Verifier key that this browser pinned. */
  readonly key: string;
  readonly note: string;
  readonly leaf: PlacedLeaf;
  /** The number of the requested statement. */
  readonly number: number;
};

/** A player's leaf as the site provides it. Hashes in hex; `path` from the leaf's sibling up. */
export type OwnLeaf = {
  readonly index: number;
  readonly nonce: string;
  readonly sums: LiabilitySums;
  readonly path: readonly (LiabilitySums & { readonly hash: string })[];
};

export type OwnCheck = StatementCheck & {
  /** The Steam id that the player signed in with. */
  readonly steamid: string;
  readonly own: OwnLeaf;
};

/** `problem`: the contradiction in words, or null; then `at` and `says` are the content of the log. */
export type StatementFinding =
  | { readonly problem: null; readonly at: number; readonly says: SolvencyStatementBody }
  | { readonly problem: string };

/** Whether this very statement is in the log. */
export function checkStatement(check: StatementCheck): StatementFinding {
  try {
    return { problem: null, ...openStatement(check) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

/** Whether this statement includes the player's balance, with the figures of `own.sums`. */
export function checkOwn(check: OwnCheck): StatementFinding {
  try {
    const { at, says } = openStatement(check);
    judgeOwn(check, says);
    return { problem: null, at, says };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

function openStatement({ key, note, leaf, number }: StatementCheck) {
  const head = openHead({ key, note, last: null, consistency: [] });
  const read = openLeaf(leaf, head);
  if (read.type !== 'statement' || read.solvency === null) throw new Error('the leaf is not a solvency statement');
  if (read.solvency.number !== number)
    throw new Error(`the leaf holds statement ${read.solvency.number}, not ${number}`);
  const { at, solvency: says } = read;
  judgeReserves(says, at);
  return { at, says };
}

/**
 * The checks of the reserves that need only this statement. That a signed root is that of its statement requires a
 * second one.
 */
function judgeReserves({ reserves, steam, number, everyMs }: SolvencyStatementBody, at: number): void {
  if (reserves === null) return;
  const problem = sumsProblem(reserves, steam.items, { number, at, everyMs }) ?? signatureProblem(reserves);
  if (problem !== null) throw new Error(problem);
}

function judgeOwn({ own, steamid }: OwnCheck, { depth, root, sums }: SolvencyStatementBody): void {
  if (own.path.length !== depth) throw new Error(`a path of ${own.path.length} siblings in a tree of depth ${depth}`);
  const commitment = commitmentOf(fromHex(readHex(own.nonce, 'nonce', 32)), steamid);
  const leaf = { commitment, sums: readSums(own.sums, 'leaf') };
  const path = own.path.map((each, i) => ({
    hash: fromHex(readHex(each.hash, `path[${i}].hash`, 32)),
    sums: readSums(each, `path[${i}]`),
  }));
  const found = rootByPath(leaf, own.index, path);
  const short = SUM_NAMES.find((name) => found.sums[name] !== sums[name]);
  if (short !== undefined)
    throw new Error(`the path sums to ${found.sums[short]} ${short}, the statement says ${sums[short]}`);
  if (!equalSums(found.sums, sums) || !equalBytes(found.hash, root))
    throw new Error('this leaf is not yours, or not in the tree of the statement');
}
