/** Invariants of the item tables at every commit (I3); tests check them after each command. Each line is a violation. */
import { lines, type Invariant } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';

export const vaultInvariants: readonly Invariant[] = [
  {
    name: 'I3 each item has exactly one position, where its latest move ended',
    check: lines(sql`
      select 'item ' || i.id || ' has no position' as line
      from items i left join item_positions p on p.item_id = i.id where p.item_id is null
      union all
      select 'item ' || p.item_id || ' is with ' || p.holder_id || ', its move ' || p.version || ' says '
        || coalesce(m.to_id, 'nothing')
      from item_positions p left join item_moves m on m.item_id = p.item_id and m.version = p.version
      where m.item_id is null or m.to_kind <> p.holder_kind or m.to_id <> p.holder_id
      union all
      select 'item ' || m.item_id || ' was moved after its position: ' || m.version
      from item_moves m join item_positions p on p.item_id = m.item_id where m.version > p.version`),
  },
  {
    name: 'I3 moves of an item form a chain from outside, without gaps',
    check: lines(sql`
      select 'move ' || m.version || ' of ' || m.item_id || ' starts at ' || m.from_id || ', not at '
        || coalesce(b.to_id, 'the move before') as line
      from item_moves m left join item_moves b on b.item_id = m.item_id and b.version = m.version - 1
      where m.version > 1 and (b.item_id is null or b.to_kind <> m.from_kind or b.to_id <> m.from_id)
      union all
      select 'item ' || item_id || ' does not come from outside' from item_moves
      where version = 1 and from_kind <> 'outside'`),
  },
];
