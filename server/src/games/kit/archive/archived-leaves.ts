/** The leaves of an archived month (decision 0099): their rows leave the database, their texts stay in packs. */
import { partName, partSql, type ArchivedMonth, type ClosedMonth } from '../../../platform/database/archived-month.ts';
import { sql, type Db, type Sql } from '../../../platform/database/sql.ts';
import { dropPacks, writePack, type PackedLeaf } from '../packed-leaves.ts';
import { ArchiveRefused } from './files.ts';

/** Rounds of a pack, and how long its texts are at most, unless one round is longer. */
const PACK = { rounds: 64, chars: 500_000 };

export const archivedLeaves = {
  table: 'log_leaves',
  /** Packs every leaf. `kept` stays empty, and takes no leaf of a round that has ended long ago. */
  async keep(db: Db, { month, part, kept }: ArchivedMonth): Promise<void> {
    await db.run({ text: `alter table ${partName(kept)} add constraint archived check (false)`, values: [] });
    await dropPacks(db, month);
    let packed = 0;
    for (let last = ''; ;) {
      const leaves = await nextLeaves(db, partSql(part), last);
      if (leaves.length === 0) break;
      for (const some of packsOf(leaves)) await writePack(db, month, some);
      packed += leaves.length;
      last = leaves.at(-1)?.roundId ?? last;
    }
    const { there } = await db.one<{ there: number }>(sql`select count(*) as there from ${partSql(part)}`);
    if (there !== packed) throw new ArchiveRefused(`${month} has ${there} leaves; those of its rounds are ${packed}.`);
  },
  async drop(db: Db, { month }: ClosedMonth): Promise<void> {
    await dropPacks(db, month);
  },
  async returned(tx: Db, { month }: ClosedMonth): Promise<void> {
    await dropPacks(tx, month);
  },
};

/** The leaves of the next rounds, by round and id. Every round has a leaf of its opening. */
function nextLeaves(db: Db, part: Sql, after: string): Promise<PackedLeaf[]> {
  return db.many<PackedLeaf>(sql`
    with r as materialized (
      select round_id from ${part} where round_id > ${after} and kind = 'open' order by round_id limit ${PACK.rounds})
    select l.id, l.round_id as "roundId", l.body from r cross join lateral (
      select * from ${part} where round_id = r.round_id and kind <> 'scripted'
      union all
      select * from ${part} where round_id = r.round_id and kind = 'scripted'
      offset 0
    ) l order by l.round_id, l.id`);
}

/** Cuts between rounds, so that a pack is not much longer than `PACK.chars`. */
function packsOf(leaves: readonly PackedLeaf[]): PackedLeaf[][] {
  const packs: PackedLeaf[][] = [];
  let [chars, roundId] = [Infinity, ''];
  for (const leaf of leaves) {
    if (chars > PACK.chars && leaf.roundId !== roundId) {
      packs.push([]);
      chars = 0;
    }
    packs.at(-1)?.push(leaf);
    chars += leaf.body.length;
    roundId = leaf.roundId;
  }
  return packs;
}
