/**
 * The check of a whole statement, beyond its leaf in the log: every leaf of its tree, and the statements over whose roots
 * reserves are signed. Used by `fairpot-verify --solvency` and by the checker in a browser.
 *
 * Each function returns what is wrong, in words; null when nothing is.
 */
import { toHex } from '../encoding/bytes.ts';
import type { PlacedLeaf } from '../log/log-check.ts';
import { checkStatement } from './own-check.ts';
import type { SolvencyStatementBody } from '../solvency/statement.ts';
import { leavesOf, recordsAt, TILE_RECORDS } from '../solvency/sum-tiles.ts';
import type { WholeTree } from '../solvency/whole-tree.ts';

/** What a site serves of its statements. */
export type StatementSource = {
  /** A tile of level 0; null when the site does not serve it. */
  readonly tile: (statement: number, index: number) => Promise<Uint8Array | null>;
  /** The leaf of a statement, and a head of the log above it. */
  readonly statement: (number: number) => Promise<{ readonly note: string; readonly leaf: PlacedLeaf }>;
};

/** Reads level 0 into `tree` and compares root and sums with what the log says. */
export async function treeProblem(
  source: StatementSource,
  tree: WholeTree,
  says: SolvencyStatementBody,
): Promise<string | null> {
  const count = Math.ceil(recordsAt(says.depth, 0) / TILE_RECORDS);
  for (let index = 0; index < count; index += 1) {
    const tile = await source.tile(says.number, index);
    if (tile === null) return `leaves ${index * TILE_RECORDS} and later are not served (old trees are deleted)`;
    try {
      for (const leaf of leavesOf(tile)) tree.add(leaf);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  return tree.problem(says);
}

/** Each root that reserves are signed over has to be that of its statement in the same log. */
export async function reserveRootsProblem(
  source: StatementSource,
  key: string,
  { reserves }: SolvencyStatementBody,
): Promise<string | null> {
  const signed = (reserves?.addresses ?? []).flatMap((each) => (each.signed === null ? [] : [each.signed]));
  for (const number of new Set(signed.map((each) => each.number))) {
    const { note, leaf } = await source.statement(number);
    const finding = checkStatement({ key, note, leaf, number });
    if (finding.problem !== null) return `statement ${number}, over which reserves are signed: ${finding.problem}`;
    const root = toHex(finding.says.root);
    if (signed.some((each) => each.number === number && each.root !== root))
      return `reserves are signed over another root than that of statement ${number}`;
  }
  return null;
}
