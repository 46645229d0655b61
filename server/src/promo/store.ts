/** SQL of promo codes, their uses and the attempts. */
import { createHash } from 'node:crypto';
import { PROMO_TRIES } from '@fairpot/contract/promo/calls';
import { sql, type Db, type Pool, type Tx } from '../platform/database/sql.ts';
import { plainCode } from './rules.ts';

/** The key of a code in the database. Codes have 89 random bits: they cannot be recovered from the hash. */
export const hashOf = (code: string): Buffer =>
  createHash('sha256')
    .update(`promo|${plainCode(code)}`)
    .digest();

export interface PromoRow {
  readonly id: string;
  readonly ending: string;
  readonly cents: number | null;
  readonly itemType: string | null;
  readonly worthCents: number;
  readonly uses: number;
  readonly used: number;
  readonly expiresAt: number | null;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly why: string;
  readonly needsApproval: boolean;
  readonly approvedBy: string | null;
  readonly endedBy: string | null;
  readonly endedWhy: string | null;
  /** Usable now, by the database's clock. */
  readonly isOver: boolean;
}

const columns = sql`
  id, ending, cents, item_type as "itemType", worth_cents as "worthCents", uses, used, expires_at as "expiresAt",
  created_at as "createdAt", created_by as "createdBy", why, needs_approval as "needsApproval",
  approved_by as "approvedBy", ended_by as "endedBy", ended_why as "endedWhy",
  coalesce(expires_at <= protection_ms(), false) as "isOver"`;

const HOUR_MS = 3_600_000;

/**
 * Counts an attempt of a player and from an address, in its own transaction: a refusal does not undo it. Returns the minutes to
 * wait when either has used up its attempts of this hour, else 0. `address` null: none (a test, the system).
 */
export async function countAttempt(db: Pool, playerId: string, address: string | null): Promise<number> {
  const who = [`player:${playerId}`];
  const most: number[] = [PROMO_TRIES.player];
  if (address !== null) {
    who.push(`address:${createHash('sha256').update(`promo|${address}`).digest('hex')}`);
    most.push(PROMO_TRIES.address);
  }
  return db.transaction(async (tx) => {
    const { free, left } = await tx.one<{ free: boolean; left: number }>(sql`
      select promo_try(${who}::text[], ${most}::integer[]) as free,
        ${HOUR_MS}::bigint - protection_ms() % ${HOUR_MS}::bigint as left`);
    return free ? 0 : Math.ceil(left / 60_000);
  });
}

/** The code with this hash, its row locked; undefined if unknown. */
export function lockByHash(tx: Tx, hash: Buffer): Promise<PromoRow | undefined> {
  return tx.maybe<PromoRow>(sql`select ${columns} from promo_codes where hash = ${hash} for no key update`);
}

export function lockById(tx: Tx, id: string): Promise<PromoRow | undefined> {
  return tx.maybe<PromoRow>(sql`select ${columns} from promo_codes where id = ${id} for no key update`);
}

export async function wasUsed(tx: Tx, id: string, playerId: string): Promise<boolean> {
  const { used } = await tx.one<{ used: boolean }>(sql`
    select exists (select from promo_uses where promo_id = ${id} and player_id = ${playerId}) as used`);
  return used;
}

export interface NewUse {
  readonly promoId: string;
  readonly playerId: string;
  readonly at: number;
  readonly transferId: string | null;
  readonly itemId: string | null;
}

export async function insertUse(tx: Tx, use: NewUse): Promise<void> {
  await tx.run(sql`update promo_codes set used = used + 1 where id = ${use.promoId}`);
  await tx.run(sql`
    insert into promo_uses (promo_id, player_id, at, transfer_id, item_id)
    values (${use.promoId}, ${use.playerId}, ${use.at}, ${use.transferId}, ${use.itemId})`);
}

export interface NewPromo {
  readonly id: string;
  readonly hash: Buffer;
  readonly ending: string;
  readonly cents: number | null;
  readonly itemType: string | null;
  readonly worthCents: number;
  readonly uses: number;
  readonly expiresAt: number | null;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly why: string;
  readonly needsApproval: boolean;
}

export async function insertPromo(tx: Tx, p: NewPromo): Promise<void> {
  await tx.run(sql`
    insert into promo_codes (id, hash, ending, cents, item_type, worth_cents, uses, expires_at, created_at,
      created_by, why, needs_approval)
    values (${p.id}, ${p.hash}, ${p.ending}, ${p.cents}, ${p.itemType}, ${p.worthCents}, ${p.uses}, ${p.expiresAt},
      ${p.createdAt}, ${p.createdBy}, ${p.why}, ${p.needsApproval})`);
}

export async function approve(tx: Tx, id: string, by: string): Promise<void> {
  await tx.run(sql`update promo_codes set approved_by = ${by} where id = ${id} and approved_by is null`);
}

export async function end(tx: Tx, id: string, by: string, why: string): Promise<void> {
  await tx.run(sql`update promo_codes set ended_by = ${by}, ended_why = ${why} where id = ${id} and ended_by is null`);
}

export function promoById(db: Db, id: string): Promise<PromoRow> {
  return db.one<PromoRow>(sql`select ${columns} from promo_codes where id = ${id}`);
}

/** Newest first; those before `before` when it is given. */
export function listPromos(db: Db, before: string | null, limit: number): Promise<PromoRow[]> {
  const older = before === null ? sql`` : sql`where id < ${before}`;
  return db.many<PromoRow>(sql`select ${columns} from promo_codes ${older} order by id desc limit ${limit}`);
}

const SWEEP_ROWS = 2_000;

/** Deletes the attempts of past hours. */
export function deleteOldAttempts(db: Db): Promise<number> {
  return db.run(sql`
    delete from promo_tries where ctid = any(array(
      select ctid from promo_tries where hour < protection_hour() order by hour limit ${SWEEP_ROWS}::integer))`);
}
