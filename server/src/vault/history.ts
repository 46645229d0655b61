/** Items that a player received and gave away: reads the vault's movements by player. In pages, by index. */
import type { MOVE_CODES } from '@fairpot/contract/operations/trace/calls';
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db } from '../platform/database/sql.ts';
import type { ItemTypeRow } from './types.ts';

type MoveCode = (typeof MOVE_CODES)[number];

export interface PlayerMove extends ItemTypeRow {
  readonly itemId: string;
  readonly version: number;
  readonly at: number;
  readonly code: MoveCode;
  /** The round, order or origin behind it. */
  readonly ref: string;
  readonly came: boolean;
  readonly went: boolean;
  /** Current price. */
  readonly cents: Cents;
  /**
   * For a first page: how many items the player has, wherever they are, without winnings that are not published yet. For later
   * pages 0.
   */
  readonly owned: number;
}

export interface ItemHistoryQuery {
  readonly codes: readonly MoveCode[];
  readonly from: number;
  readonly until: number;
  /** For winnings: only those before this instant, because later ones are still being shown on the screen. */
  readonly wonBefore: number;
  readonly limit: number;
}

/** The number of a player's items, except those won at or after `wonBefore`: an index has both in one place. */
const ownedNow = (playerId: string, wonBefore: number) => sql`
  (select count(*) from item_positions where holder_kind = 'player' and holder_id = ${playerId})
    - (select count(*) from item_moves
      where to_kind = 'player' and to_id = ${playerId} and code = 'WIN' and at >= ${wonBefore}::bigint)`;

/** Newest first; those before a position when it is given. */
export function playerMoves(
  db: Db,
  playerId: string,
  { codes, from, until, wonBefore, limit }: ItemHistoryQuery,
  before: { readonly at: number; readonly itemId: string; readonly version: number } | null,
): Promise<PlayerMove[]> {
  const older =
    before === null
      ? sql``
      : sql`and (m.at, m.item_id, m.version) < (${before.at}::bigint, ${before.itemId}, ${before.version}::integer)`;
  const owned = before === null ? ownedNow(playerId, wonBefore) : sql`0`;
  // At most a page of each code, from either index: incoming, and outgoing.
  return db.many<PlayerMove>(sql`
    select m.item_id as "itemId", m.version, m.at, m.code, m.ref, m.came, m.went, t.slug, t.app_id as "appId",
      t.market_hash_name as "marketHashName", t.rarity, t.rarity_color as "rarityColor", t.pips, t.price_cents as cents,
      ${owned} as owned
    from (
      select m.* from unnest(${codes}::text[]) w (code)
      cross join lateral (
        (select m.item_id, m.version, m.at, m.code, m.ref, true as came, m.from_kind = 'player' as went
        from item_moves m
        where m.to_kind = 'player' and m.to_id = ${playerId} and m.code = w.code and m.at >= ${from}::bigint
          and m.at < case when w.code = 'WIN' then least(${until}::bigint, ${wonBefore}::bigint)
            else ${until}::bigint end ${older}
        order by m.at desc, m.item_id desc, m.version desc limit ${limit})
        union all
        (select m.item_id, m.version, m.at, m.code, m.ref, false as came, true as went from item_moves m
        where m.from_kind = 'player' and m.to_kind <> 'player' and m.from_id = ${playerId} and m.code = w.code
          and m.at >= ${from}::bigint and m.at < ${until} ${older}
        order by m.at desc, m.item_id desc, m.version desc limit ${limit})
      ) m
      order by m.at desc, m.item_id desc, m.version desc limit ${limit}
    ) m
    cross join lateral (select item_type from items where id = m.item_id offset 0) i
    cross join lateral (select * from item_types where slug = i.item_type offset 0) t
    order by m.at desc, m.item_id desc, m.version desc`);
}

/** The number of a player's available items, counted up to `most`. */
export async function countAvailable(db: Db, playerId: string, most: number): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*) as n from (
      select from item_positions where holder_id = ${playerId} and state = 'available' limit ${most}) a`);
  return n;
}
