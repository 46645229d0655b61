/** The public module of notifications: notifies a player, in the transaction of the event. */
import type { NotificationKind } from '@fairpot/contract/notifications/calls';
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
