/**
 * Browsers that a player signed in from, by a keyed hash of the user agent. A sign-in from a new browser notifies the player on all their
 * screens (security: it cannot be turned off). The very first one does not.
 */
import { notify } from '../notifications/front.ts';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';

/** A browser unused for longer counts as new. */
const KEEP_MS = 400 * 24 * 60 * 60 * 1000;
const FORGET_ROWS = 1_000;

/** Records the browser of a sign-in, and notifies the player if it is new and not the first. */
export async function recordBrowser(tx: Tx, playerId: string, browserHash: string, now: number): Promise<void> {
  const { others } = await tx.one<{ others: boolean }>(sql`
    select exists (select from player_browsers where player_id = ${playerId}) as others`);
  const { isNew } = await tx.one<{ isNew: boolean }>(sql`
    insert into player_browsers as b (player_id, browser_hash, seen_at) values (${playerId}, ${browserHash}, ${now})
    on conflict (player_id, browser_hash) do update set seen_at = greatest(b.seen_at, excluded.seen_at)
    returning xmax = 0 as "isNew"`);
  if (!others || !isNew) return;
  const text = 'A new browser signed in to your account. Not you? Contact support';
  await notify(tx, { playerId, kind: 'security', header: 'New sign-in', text, link: '/support' }, now);
}

/** Deletes browsers unused for long, oldest first. Returns how many. */
export function forgetBrowsers(db: Db, now: number): Promise<number> {
  return db.run(sql`
    delete from player_browsers where ctid = any(array(
      select ctid from player_browsers where seen_at < ${now - KEEP_MS} order by seen_at limit ${FORGET_ROWS}::integer
      for update skip locked))`);
}
