/** The one door into notifications for others: telling a player of something, in the transaction of what it tells of. */
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

/** Tells a player, unless they turned this kind off. `at` is epoch ms. SQL functions of other rooms call tell_player itself. */
export async function notify(tx: Tx, { playerId, kind, header, text, link }: NewNotification, at: number): Promise<void> {
  await tx.run(sql`select tell_player(${playerId}, ${kind}, ${header}, ${text}, ${link}, ${at})`);
}
