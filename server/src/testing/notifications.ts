/** Notifications in tests: reads a player's notifications, and sends one to an actor without a row, for tests of the live channel. */
import type { NotificationKind } from '@fairpot/contract/notifications/calls';
import { writeFacts } from '../platform/live/facts.ts';
import { sql, type Db } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import type { World } from './world.ts';

export interface NotificationRow {
  readonly kind: NotificationKind;
  readonly header: string;
  readonly text: string;
}

/** Oldest first; of one kind if given. */
export async function notificationsOf(
  db: Db,
  { id }: Pick<Actor, 'id'>,
  kind?: NotificationKind,
): Promise<NotificationRow[]> {
  const rows = await db.many<NotificationRow>(sql`
    select kind, header, text from notifications where player_id = ${id} order by id`);
  return rows.filter((row) => kind === undefined || row.kind === kind);
}

/** Emits the fact of a notification to an actor without a row. */
export function sendNotificationFact({ db, clock }: World, { id }: Actor, header: string, text: string): Promise<void> {
  const notification = { id: 1, kind: 'support', header, text, link: null, at: clock.now(), read: false };
  const fact = { topic: 'player', playerId: id, subject: '1', version: 1, type: 'notification.new' } as const;
  return writeFacts(db, [{ ...fact, body: { notification } }], clock.now());
}
