/** The public module of notifications: notifies players, in the transaction of the event. */
import type { NotificationKind } from '@fairpot/contract/notifications/calls';
import { PUSH_MESSAGES, type PushMessage } from '@fairpot/contract/notifications/push/calls';
import { sql, type Tx } from '../platform/database/sql.ts';

export interface NewNotification {
  readonly playerId: string;
  readonly kind: NotificationKind;
  /** 1 to 80 characters. */
  readonly header: string;
  /** 1 to 500 characters. */
  readonly text: string;
  /** The page of this site that it is about, with its query: '/support?ticket=tkt_...'; null: none. */
  readonly link: string | null;
}

/** Notifies a player, unless they muted this kind. `at` is epoch ms. SQL functions of other rooms call notify_player directly. */
export async function notify(
  tx: Tx,
  { playerId, kind, header, text, link }: NewNotification,
  at: number,
): Promise<void> {
  await tx.run(sql`select notify_player(${playerId}, ${kind}, ${header}, ${text}, ${link}, ${at})`);
}

export interface NewPush {
  readonly playerIds: readonly string[];
  readonly message: PushMessage;
  /** The page of this site that a click opens. Neither path nor subject may say more than the message. */
  readonly path: string;
  /** The id of what it is about: the same message about the same subject replaces an earlier one. */
  readonly subject: string;
}

/** Sends these players a push, if a browser of theirs asked for it. It leaves after the commit. Money and rounds never wait for it. */
export async function push(tx: Tx, { playerIds, message, path, subject }: NewPush, at: number): Promise<void> {
  await tx.run(sql`
    select push_players(${[...playerIds]}::text[], ${PUSH_MESSAGES[message]}, ${message}, ${path},
      ${`${message} ${subject}`}, ${at})`);
}
