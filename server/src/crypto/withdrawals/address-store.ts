/** The SQL of the players' withdrawal address books. Only this folder calls it; inserts require the player's lock. */
import type { Network } from '@fairpot/contract/crypto/calls';
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';

export interface BookAddressRow {
  readonly id: string;
  readonly network: Network;
  readonly address: string;
  readonly label: string;
  readonly addedAt: number;
  readonly usableAt: number;
}

const columns = sql`a.id, a.network, a.address, a.label, a.added_at as "addedAt", a.usable_at as "usableAt"`;

/** The player's addresses that were not removed, newest first. */
export function addressesOf(db: Db, playerId: string, limit: number): Promise<BookAddressRow[]> {
  return db.many<BookAddressRow>(sql`
    select ${columns} from crypto_addresses a where a.player_id = ${playerId} and a.removed_at is null
    order by a.added_at desc, a.id desc limit ${limit}`);
}

/** One entry of the player's book; undefined if it is not in it. */
export function addressOf(
  db: Db,
  playerId: string,
  network: Network,
  address: string,
): Promise<BookAddressRow | undefined> {
  return db.maybe<BookAddressRow>(sql`
    select ${columns} from crypto_addresses a
    where a.player_id = ${playerId} and a.network = ${network} and a.address = ${address} and a.removed_at is null`);
}

export async function insertAddress(tx: Tx, playerId: string, row: BookAddressRow): Promise<void> {
  await tx.run(sql`
    insert into crypto_addresses (id, player_id, network, address, label, added_at, usable_at)
    values (${row.id}, ${playerId}, ${row.network}, ${row.address}, ${row.label}, ${row.addedAt}, ${row.usableAt})`);
}

/** Returns the removed address; undefined if the player has none with this id. */
export function removeAddress(tx: Tx, playerId: string, id: string, at: number): Promise<BookAddressRow | undefined> {
  return tx.maybe<BookAddressRow>(sql`
    update crypto_addresses a set removed_at = greatest(${at}, a.added_at)
    where a.id = ${id} and a.player_id = ${playerId} and a.removed_at is null returning ${columns}`);
}

/** Whether two players had the same withdrawal address in their books, now or before. */
export async function shareAddress(db: Db, a: string, b: string): Promise<boolean> {
  const { shared } = await db.one<{ shared: boolean }>(sql`
    select exists (
      select from crypto_addresses x join crypto_addresses y on y.network = x.network and y.address = x.address
      where x.player_id = ${a} and y.player_id = ${b}
    ) as shared`);
  return shared;
}

/** Players who added an address after this instant that other players have or had, with those
 * players (20 at most for an address); at most 200. */
export async function sharedAddresses(
  db: Db,
  since: number,
): Promise<{ readonly playerId: string; readonly others: string[] }[]> {
  return db.many<{ playerId: string; others: string[] }>(sql`
    select x.player_id as "playerId", array_agg(distinct y.player_id order by y.player_id) as others
    from (
      select player_id, network, address from crypto_addresses where added_at > ${since}
      order by added_at desc limit 200
    ) x cross join lateral (
      select player_id from crypto_addresses
      where network = x.network and address = x.address and player_id <> x.player_id
      order by player_id limit 20
    ) y
    group by x.player_id`);
}
