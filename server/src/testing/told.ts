/** Notifications in tests: what a player was told, and telling somebody without a row, for tests of the live channel. */
import type { NotificationKind } from '@fairpot/contract/notifications/calls';
import { writeFacts } from '../platform/live/facts.ts';
import { sql, type Db } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import type { World } from './world.ts';

export interface ToldRow {
  readonly kind: NotificationKind;
  readonly header: string;
  readonly text: string;
}

/** Oldest first; of one kind when it is given. */
export async function toldTo(db: Db, { id }: Pick<Actor, 'id'>, kind?: NotificationKind): Promise<ToldRow[]> {
  const rows = await db.many<ToldRow>(sql`
    select kind, header, text from notifications where player_id = ${id} order by id`);
  return rows.filter((row) => kind === undefined || row.kind === kind);
}

/** The fact of a notification, to an actor who has no row. */
export function tells({ db, clock }: World, { id }: Actor, header: string, text: string): Promise<void> {
  const notification = { id: 1, kind: 'support', header, text, link: null, at: clock.now(), read: false };
  const fact = { topic: 'player', playerId: id, subject: '1', version: 1, type: 'notification.new' } as const;
  return writeFacts(db, [{ ...fact, body: { notification } }], clock.now());
}
