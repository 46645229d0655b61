/** The SQL of authenticators, their recovery codes, and the codes that a session gave. Called by codes.ts only. */
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';

export interface CodesRow {
  readonly secret: Buffer;
  /** Sealed recovery codes, until the person has confirmed the authenticator. */
  readonly shown: Buffer | null;
  readonly confirmedAt: number | null;
  readonly lastStep: number;
  readonly failures: number;
  readonly failedAt: number | null;
}

const columns = sql`
  secret, shown, confirmed_at as "confirmedAt", last_step as "lastStep", failures, failed_at as "failedAt"`;

export function codesOf(db: Db, playerId: string): Promise<CodesRow | undefined> {
  return db.maybe<CodesRow>(sql`select ${columns} from staff_codes where player_id = ${playerId}`);
}

/** The same, locked: two concurrent codes are checked in sequence. */
export function lockCodes(tx: Tx, playerId: string): Promise<CodesRow | undefined> {
  return tx.maybe<CodesRow>(sql`select ${columns} from staff_codes where player_id = ${playerId} for update`);
}

/** Stores a new authenticator, replacing an unconfirmed one; false when there is a confirmed one. */
export async function putCodes(
  tx: Tx,
  playerId: string,
  { secret, shown }: { readonly secret: Buffer; readonly shown: Buffer },
  now: number,
): Promise<boolean> {
  const put = await tx.run(sql`
    insert into staff_codes as c (player_id, secret, shown, made_at) values (${playerId}, ${secret}, ${shown}, ${now})
    on conflict (player_id) do update set secret = excluded.secret, shown = excluded.shown, made_at = excluded.made_at
    where c.confirmed_at is null`);
  return put === 1;
}

/** Turns codes on; from now on the recovery codes are stored only as hashes. */
export async function confirmCodes(tx: Tx, playerId: string, hashes: readonly Buffer[], now: number): Promise<void> {
  await tx.run(sql`update staff_codes set confirmed_at = ${now}, shown = null where player_id = ${playerId}`);
  await tx.run(sql`
    insert into staff_recovery_codes (player_id, hash) select ${playerId}, h from unnest(${hashes}::bytea[]) h`);
}

/** Accepts a right code: uses up its time step and clears earlier failures. */
export async function useStep(tx: Tx, playerId: string, step: number): Promise<boolean> {
  const taken = await tx.run(sql`
    update staff_codes set last_step = ${step}, failures = 0, failed_at = null
    where player_id = ${playerId} and last_step < ${step}`);
  return taken === 1;
}

/** Uses up the recovery code; true when it existed. */
export async function useRecovery(tx: Tx, playerId: string, hash: Buffer): Promise<boolean> {
  const used = await tx.run(sql`delete from staff_recovery_codes where player_id = ${playerId} and hash = ${hash}`);
  if (used !== 1) return false;
  await tx.run(sql`update staff_codes set failures = 0, failed_at = null where player_id = ${playerId}`);
  return true;
}

export async function recordFailure(tx: Tx, playerId: string, failures: number, now: number): Promise<void> {
  await tx.run(sql`update staff_codes set failures = ${failures}, failed_at = ${now} where player_id = ${playerId}`);
}

export async function recoveryLeft(db: Db, playerId: string): Promise<number> {
  const { left } = await db.one<{ left: number }>(sql`
    select count(*) as left from staff_recovery_codes where player_id = ${playerId}`);
  return left;
}

/** Removes the authenticator and all codes that its sessions gave; false when there was none. */
export async function forgetCodes(tx: Tx, playerId: string): Promise<boolean> {
  const gone = await tx.run(sql`delete from staff_codes where player_id = ${playerId}`);
  await tx.run(sql`update sessions set code_at = null where player_id = ${playerId} and code_at is not null`);
  return gone === 1;
}

/** Records that this session gave a code. Does nothing if the session has ended meanwhile. */
export async function recordCode(tx: Tx, sessionId: string, playerId: string, now: number): Promise<void> {
  await tx.run(sql`
    update sessions set code_at = greatest(${now}::bigint, created_at)
    where id = ${sessionId} and player_id = ${playerId}`);
}
