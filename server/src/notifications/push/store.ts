/** The SQL of the push tables, except for inserts of messages (server/functions/notifications). */
import { createHash } from 'node:crypto';
import type { PushKind, PushMessage } from '@fairpot/contract/notifications/push/calls';
import type { PushBrowser } from '@fairpot/contract/notifications/push/schemas';
import { DatabaseError } from 'pg';
import type { PushTarget } from '../../platform/process/push-port.ts';
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';
import { refuse, Stale } from '../../platform/runner/refused.ts';

export interface NewSubscription extends PushTarget {
  readonly playerId: string;
  readonly sessionId: string;
  readonly service: string;
  readonly kinds: readonly PushKind[];
}

const shownColumns = sql`id as "endpointHash", kinds, failed_at as "failedAt"`;

export function subscriptionOf(db: Db, sessionId: string): Promise<PushBrowser | undefined> {
  return db.maybe<PushBrowser>(sql`select ${shownColumns} from push_subscriptions where session_id = ${sessionId}`);
}

/**
 * Stores a browser's subscription in place of the sign-in's former one, and of any other sign-in's with this endpoint: what waits for a former
 * subscription goes with it, so no player gets what another one was sent. Keeps a player's newest `most`.
 * Refuses SIGNED_OUT for a sign-in that ended.
 */
export async function replaceSubscription(
  tx: Tx,
  made: NewSubscription,
  most: number,
  now: number,
): Promise<PushBrowser> {
  const { playerId, sessionId, service, endpoint, p256dh, auth, kinds } = made;
  const id = createHash('sha256').update(endpoint).digest('hex');
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`push ${playerId}`}, 0))`);
  await tx.run(sql`delete from push_subscriptions where id = ${id}`);
  await tx.run(sql`delete from push_subscriptions where session_id = ${sessionId}`);
  const insert = tx.maybe<PushBrowser>(sql`
    insert into push_subscriptions (id, player_id, session_id, service, endpoint, p256dh, auth, kinds, created_at)
    values (${id}, ${playerId}, ${sessionId}, ${service}, ${endpoint}, ${p256dh}, ${auth}, ${[...kinds]}::text[],
      ${now})
    on conflict do nothing returning ${shownColumns}`);
  const stored = await insert.catch((error: unknown) => {
    const isSessionOver = error instanceof DatabaseError && error.constraint === 'push_subscriptions_session_id_fkey';
    if (isSessionOver) return refuse('SIGNED_OUT');
    throw error;
  });
  // Another transaction stored the same endpoint in this moment.
  if (stored === undefined) throw new Stale();
  await tx.run(sql`
    delete from push_subscriptions where id = any(array(
      select id from push_subscriptions where player_id = ${playerId} and id <> ${id}
      order by created_at desc, id desc offset ${most - 1}::integer))`);
  return stored;
}

/** Undefined without a subscription. */
export function storeKinds(tx: Tx, sessionId: string, kinds: readonly PushKind[]): Promise<PushBrowser | undefined> {
  return tx.maybe<PushBrowser>(sql`
    update push_subscriptions set kinds = ${[...kinds]}::text[] where session_id = ${sessionId}
    returning ${shownColumns}`);
}

export async function deleteOfSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.run(sql`delete from push_subscriptions where session_id = ${sessionId}`);
}

export interface TakenMessage extends PushTarget {
  readonly id: number;
  /** Including this one. */
  readonly tries: number;
  readonly message: PushMessage;
  readonly path: string;
  readonly tag: string;
  readonly at: number;
  readonly subscriptionId: string;
}

/** Condition: a message of the service is due. */
export const anyDueSql = (service: string, now: number) =>
  sql`exists (select from push_messages where service = ${service} and due_at <= ${now})`;

/** Takes due messages of a service until `until`: no other node takes them before. */
export function takeDue(db: Db, service: string, now: number, until: number, limit: number): Promise<TakenMessage[]> {
  return db.many<TakenMessage>(sql`
    update push_messages m set due_at = ${until}, tries = m.tries + 1
    from push_subscriptions s
    where s.id = m.subscription_id and m.id = any(array(
      select id from push_messages where service = ${service} and due_at <= ${now}
      order by due_at limit ${limit}::integer for update skip locked))
    returning m.id, m.tries, m.message, m.path, m.tag, m.at, s.id as "subscriptionId", s.endpoint, s.p256dh, s.auth`);
}

type Taken = Pick<TakenMessage, 'id' | 'tries'>;

/** Removes a message, unless another node has taken it since. */
export async function removeMessage(db: Db, { id, tries }: Taken): Promise<void> {
  await db.run(sql`delete from push_messages where id = ${id} and tries = ${tries}`);
}

/** The same for a later try. */
export async function postponeMessage(db: Db, { id, tries }: Taken, dueAt: number): Promise<void> {
  await db.run(sql`update push_messages set due_at = ${dueAt} where id = ${id} and tries = ${tries}`);
}

/** With everything that waits for it. */
export async function deleteSubscription(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from push_subscriptions where id = ${id}`);
}

export async function noteFailure(db: Db, subscriptionId: string, at: number): Promise<void> {
  await db.run(sql`update push_subscriptions set failed_at = ${at} where id = ${subscriptionId}`);
}

export async function noteSuccess(db: Db, subscriptionId: string): Promise<void> {
  await db.run(sql`
    update push_subscriptions set failed_at = null where id = ${subscriptionId} and failed_at is not null`);
}

/** Deletes messages older than `before`, oldest first; returns how many. */
export function deleteOldMessages(db: Db, before: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from push_messages where id = any(array(
      select id from push_messages where at < ${before} order by at limit ${limit}::integer for update skip locked))`);
}
