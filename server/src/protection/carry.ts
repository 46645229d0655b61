/**
 * What a player's protection consists of when they move to another cell, and how it is taken over there. The other cell applies it in the transaction
 * that books in the money, before the money.
 *
 * Invariants: a running break or exclusion never ends earlier by a move. What was staked and deposited elsewhere counts against the limits here. A player
 * who returns gets the limits as they are now; of two accounts that become one, the stricter limit holds.
 */
import { z } from 'zod';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { hold, putBlock, blockOf, guardOf, isAnswered, putAnswer, putReality, recordChange } from './store.ts';
import type { PlayBlock } from './rules.ts';

const Instant = z.number().int();
const Cents = z.number().int();

export const CarriedProtection = z.strictObject({
  block: z
    .strictObject({
      kind: z.enum(['BREAK', 'EXCLUDED']),
      since: Instant,
      until: Instant.nullable(),
      returnFrom: Instant.nullable(),
    })
    .nullable(),
  realityMinutes: z.number().int().positive().nullable(),
  hasAnswered: z.boolean(),
  limits: z
    .array(
      z.strictObject({
        kind: z.enum(['deposit', 'stake', 'loss']),
        span: z.enum(['day', 'week', 'month']),
        cents: Cents.nonnegative(),
        askedFrom: Instant.nullable(),
        askedCents: Cents.nullable(),
      }),
    )
    .max(9),
  /** What counts against limits: [kind, hour since 1970, cents], of the last month. */
  hours: z.array(z.tuple([z.enum(['stake', 'won', 'deposit']), z.number().int(), Cents])).max(2_400),
});
export type CarriedProtection = z.infer<typeof CarriedProtection>;

/** Reads it all while the player's turn is held: no stake and no change comes in between. */
export async function packProtection(tx: Tx, playerId: string): Promise<CarriedProtection> {
  await hold(tx, playerId);
  const guard = await guardOf(tx, playerId);
  return {
    block: blockOf(guard),
    realityMinutes: guard.realityMinutes,
    hasAnswered: await isAnswered(tx, playerId),
    limits: await tx.many<CarriedProtection['limits'][number]>(sql`
      select kind, span, cents, asked_from as "askedFrom", asked_cents as "askedCents" from protection_limits
      where player_id = ${playerId} order by kind, span`),
    hours: await hoursOf(tx, playerId),
  };
}

async function hoursOf(db: Db, playerId: string): Promise<CarriedProtection['hours']> {
  const rows = await db.many<{ kind: 'stake' | 'won' | 'deposit'; hour: number; cents: number }>(sql`
    select kind, hour, cents from protection_hours
    where player_id = ${playerId} and cents <> 0 and hour > protection_hour() - ${KEPT_HOURS}::bigint
    order by kind, hour`);
  return rows.map(({ kind, hour, cents }) => [kind, hour, cents]);
}

/** The longest limit is 720 hours, and its edge one more. */
const KEPT_HOURS = 722;

/** `returns`: the player was here before, and what counted then is part of what is carried. */
export async function unpackProtection(
  tx: Tx,
  playerId: string,
  carried: CarriedProtection,
  from: { readonly cell: string; readonly returns: boolean },
): Promise<void> {
  await hold(tx, playerId);
  const block = stricterBlock(blockOf(await guardOf(tx, playerId)), carried.block);
  if (block !== null) await putBlock(tx, playerId, block);
  await putReality(tx, playerId, carried.realityMinutes);
  if (carried.hasAnswered) await putAnswer(tx, playerId, carried.limits.length > 0 ? 'LIMIT' : 'NONE');
  await putLimits(tx, playerId, carried, from.returns);
  await putHours(tx, playerId, carried, from.returns);
  await recordChange(tx, playerId, 'moved', { from: from.cell });
}

/** The one that ends later; of two that never end, or end together, the exclusion. */
export function stricterBlock(one: PlayBlock | null, other: PlayBlock | null): PlayBlock | null {
  if (one === null || other === null) return one ?? other;
  const [a, b] = [one.until ?? Infinity, other.until ?? Infinity];
  if (a !== b) return a > b ? one : other;
  return one.kind === 'EXCLUDED' ? one : other;
}

async function putLimits(tx: Tx, playerId: string, { limits }: CarriedProtection, returns: boolean): Promise<void> {
  if (returns) await tx.run(sql`delete from protection_limits where player_id = ${playerId}`);
  await tx.run(sql`
    insert into protection_limits as l (player_id, kind, span, cents, asked_from, asked_cents)
    select ${playerId}, kind, span, cents, "askedFrom", "askedCents"
    from jsonb_to_recordset(${JSON.stringify(limits)}::jsonb)
      as c (kind text, span text, cents bigint, "askedFrom" bigint, "askedCents" bigint)
    on conflict (player_id, kind, span) do update
      set cents = excluded.cents, asked_from = excluded.asked_from, asked_cents = excluded.asked_cents
      where excluded.cents < l.cents`);
}

async function putHours(tx: Tx, playerId: string, { hours }: CarriedProtection, returns: boolean): Promise<void> {
  const rows = hours.map(([kind, hour, cents]) => ({ kind, hour, cents }));
  const both = returns ? sql`greatest(h.cents, excluded.cents)` : sql`h.cents + excluded.cents`;
  await tx.run(sql`
    insert into protection_hours as h (player_id, kind, hour, cents)
    select ${playerId}, kind, hour, cents
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (kind text, hour bigint, cents bigint)
    order by kind, hour
    on conflict (player_id, kind, hour) do update set cents = ${both}`);
}
