/** The SQL of staff's view of players: search, sessions, roles. Called by this folder and by the command for the first admin. */
import type { Status } from '@fairpot/contract/wire/permissions';
import { ADMIN_PROPOSAL_MS, USERS_PAGE } from '@fairpot/contract/staff/users/calls';
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';
import { lookOf } from '../names.ts';

/** Ids of players whose name begins with `text` (case-insensitive), by name; after the player `after`. */
export async function idsByName(db: Db, text: string, after: string | null): Promise<string[]> {
  const start = text.toLowerCase();
  const begins =
    start === ''
      ? sql`true`
      : sql`lower(name) collate "C" >= ${start} and lower(name) collate "C" < ${`${start}\u{10ffff}`}`;
  const behind =
    after === null
      ? sql``
      : sql`and (lower(name) collate "C", id) > (select lower(name) collate "C", id from players where id = ${after})`;
  const rows = await db.many<{ id: string }>(sql`
    select id from players where ${begins} ${behind} order by lower(name) collate "C", id limit ${USERS_PAGE + 1}`);
  return rows.map(({ id }) => id);
}

export interface SessionRow {
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  readonly userAgent: string;
  readonly ipHash: string;
}

export function sessionsOf(db: Db, playerId: string, now: number, limit: number): Promise<SessionRow[]> {
  return db.many<SessionRow>(sql`
    select created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt",
      user_agent as "userAgent", ip_hash as "ipHash"
    from sessions where player_id = ${playerId} and expires_at > ${now} order by last_seen_at desc limit ${limit}`);
}

/** The statuses of these players. Locks their rows in the order of ids. */
export async function lockStatuses(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, LockedPlayer>> {
  const rows = await tx.many<LockedPlayer & { id: string }>(sql`
    select id, name, status, is_fake as "isFake" from players where id = any(${ids}::text[])
    order by id for no key update`);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface LockedPlayer {
  readonly name: string;
  readonly status: Status;
  readonly isFake: boolean;
}

export async function writeStatus(tx: Tx, playerId: string, status: Status, name: string): Promise<void> {
  await tx.run(sql`
    update players set status = ${status}, name = ${name}, look = ${lookOf(name)} where id = ${playerId}`);
}

export interface Proposal {
  readonly proposedBy: string;
  readonly at: number;
}

/** Who proposed this player as ADMIN; undefined when that is too long ago, or the proposer is no longer ADMIN. */
export function proposalOf(db: Db, playerId: string, now: number): Promise<Proposal | undefined> {
  return db.maybe<Proposal>(sql`
    select proposed_by as "proposedBy", at from admin_proposals
    where player_id = ${playerId} and at > ${now - ADMIN_PROPOSAL_MS}::bigint
      and exists (select 1 from players p where p.id = proposed_by and p.status = 'ADMIN')`);
}

export async function endProposal(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from admin_proposals where player_id = ${playerId}`);
}

/** Replaces an expired one. */
export async function putProposal(tx: Tx, playerId: string, proposedBy: string, now: number): Promise<void> {
  await endProposal(tx, playerId);
  await tx.run(
    sql`insert into admin_proposals (player_id, proposed_by, at) values (${playerId}, ${proposedBy}, ${now})`,
  );
}
