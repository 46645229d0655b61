/** What holds over the solvency tables at every commit; run after each command in tests. */
import { leavesOf, recordsAt } from '@fairpot/fairness/solvency/sum-tiles';
import { WholeTree } from '@fairpot/fairness/solvency/whole-tree';
import { lines, type Invariant } from '../platform/runner/feature.ts';
import { sql, type Db } from '../platform/database/sql.ts';
import { saysIn } from './present.ts';
import { publishedBefore, readTile } from './store.ts';

const MAX = 1_000;

export const solvencyInvariants: readonly Invariant[] = [
  {
    name: 'I14 statements are numbered without a gap, and match their rows',
    check: async (db) => {
      const rows = (await publishedBefore(db, null, MAX)).toReversed();
      return rows.flatMap(({ number, body }, i) =>
        number === i + 1 && saysIn(body).number === number ? [] : [`statement ${number} is at position ${i + 1}`],
      );
    },
  },
  {
    name: 'I14 the newest kept tree belongs to its statement',
    check: async (db) => {
      const [newest] = (await publishedBefore(db, null, MAX)).filter(({ kept }) => kept);
      if (newest === undefined) return [];
      const says = saysIn(newest.body);
      const problem = await treeProblem(db, newest.number, says);
      return problem === null ? [] : [`tree ${newest.number}: ${problem}`];
    },
  },
  {
    name: 'tiles belong to statements that are kept or in progress',
    check: lines(sql`
      select distinct 'the tree of statement ' || t.number || ' is missing' as line
      from solvency_tiles t join solvency_statements s on s.number = t.number
      where s.at is not null and not s.kept`),
  },
];

async function treeProblem(db: Db, number: number, says: ReturnType<typeof saysIn>): Promise<string | null> {
  const tree = new WholeTree();
  for (let index = 0; tree.count < recordsAt(says.depth, 0); index += 1) {
    const tile = await readTile(db, number, 0, index);
    if (tile === undefined) return `has no tile ${index}`;
    for (const leaf of leavesOf(tile)) tree.add(leaf);
  }
  return tree.problem(says);
}
