/** Notifications in tests: reads a player's notifications and pushes, and sends one to an actor without a row, for tests of the live channel. */
import { createHash } from 'node:crypto';
import { PUSH_KINDS } from '@fairpot/contract/notifications/push/calls';
import type { NotificationKind } from '@fairpot/contract/notifications/calls';
import { writeFacts } from '../src/platform/live/facts.ts';
import { sql, type Db } from '../src/platform/database/sql.ts';
import type { Actor } from '../src/platform/runner/feature.ts';
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

/** No sweep ends this sign-in. */
const FAR_AWAY = 9_000_000_000_000;

/** Signs the player in at a browser that asked for every kind of push. No push service is behind it: what is queued stays in the table. */
export async function wantPushes(db: Db, { id }: Pick<Actor, 'id'>): Promise<void> {
  const hash = createHash('sha256').update(id).digest('hex');
  await db.run(sql`
    insert into sessions (id, player_id, created_at, last_seen_at, expires_at, user_agent, ip_hash)
    values (${hash}, ${id}, ${FAR_AWAY}, ${FAR_AWAY}, ${FAR_AWAY}, '', '')`);
  await db.run(sql`
    insert into push_subscriptions (id, player_id, session_id, service, endpoint, p256dh, auth, kinds, created_at)
    values (${hash}, ${id}, ${hash}, 'none', 'https://none.example', ${'p'.repeat(87)}, ${'a'.repeat(22)},
      ${[...PUSH_KINDS]}::text[], 0)`);
}

/** What was queued for that browser, oldest first: message and page. */
export async function pushesOf(db: Db, { id }: Pick<Actor, 'id'>): Promise<(readonly [string, string])[]> {
  const rows = await db.many<{ message: string; path: string }>(sql`
    select m.message, m.path from push_messages m join push_subscriptions s on s.id = m.subscription_id
    where s.player_id = ${id} order by m.id`);
  return rows.map(({ message, path }) => [message, path] as const);
}
