/** SQL of jackpot: its own table. Entries are written by the kit's `round_stakes`, which asks `jackpot_admit` for room and time. */
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';
import { currentRoundSql } from '../kit/rounds.ts';
import type { Pot } from './rules.ts';

const pot = sql`
  select r.id, r.phase, r.scripted, p.entries, p.pot_cents as "potCents", p.alone, p.deadline_at as "deadlineAt"
  from ${currentRoundSql('jackpot')} r join jackpot_rounds p on p.round_id = r.id`;

/** Scalar subquery: what an entry is decided on, the live round or the one that ended last; null before the first. */
export const potSql = sql`(select to_jsonb(found) from (${pot}) found)`;

/** As `potSql`, asked by itself. */
export function currentPot(db: Db): Promise<Pot | undefined> {
  return db.maybe<Pot>(pot);
}

/** The jackpot's own row of a round that is being opened. */
export async function insertPot(tx: Tx, roundId: string): Promise<void> {
  await tx.run(sql`insert into jackpot_rounds (round_id) values (${roundId})`);
}

/** Every round as `jackpot_admit` has left it, for the invariant that compares it with the rules. */
export function allPots(db: Db): Promise<(Omit<Pot, 'phase' | 'scripted'> & { readonly startedAt: number | null })[]> {
  return db.many(sql`
    select round_id as id, entries, pot_cents as "potCents", alone, countdown_at as "startedAt",
      deadline_at as "deadlineAt"
    from jackpot_rounds order by round_id`);
}
