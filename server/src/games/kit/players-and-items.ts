/**
 * What a view of a round needs besides the round: its players, and how the items look. Called by the games' presenters.
 */
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { publicUsers } from '../../accounts/front.ts';
import { getKnown } from '../../platform/runner/refused.ts';
import { columnOf, type Db } from '../../platform/database/sql.ts';
import { itemTypes, presentSkin, type ItemTypeRow } from '../../vault/types.ts';
import type { RoundEntry } from './rounds.ts';

export interface PlayersAndItems {
  readonly users: ReadonlyMap<string, PublicUser>;
  readonly types: ReadonlyMap<string, ItemTypeRow>;
}

/** Loads those of these entries in two statements, for any number of entries. */
export async function playersAndItems(db: Db, entries: readonly RoundEntry[]): Promise<PlayersAndItems> {
  const [users, types] = await Promise.all([
    publicUsers(db, columnOf(entries, 'playerId')),
    itemTypes(
      db,
      entries.flatMap((entry) => entry.items.map((item) => item.type)),
    ),
  ]);
  return { users, types };
}

export function userOf(entry: RoundEntry, known: PlayersAndItems): PublicUser {
  return badged(getKnown(known.users, entry.playerId), entry);
}

/** A player in a round: the stake of an API key is shown under its own badge. Only players without a badge have keys. */
export function badged(user: PublicUser, { byKey }: Pick<RoundEntry, 'byKey'>): PublicUser {
  return byKey ? { ...user, badge: 'API' } : user;
}

/** The items of an entry at the prices of the stake. */
export function itemsOf(entry: RoundEntry, known: PlayersAndItems): StakedItem[] {
  return entry.items.map(({ id, type, cents }) => ({ id, item: presentSkin(getKnown(known.types, type), cents) }));
}
