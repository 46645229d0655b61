/** SQL of jackpot: its own table, which entries are decided on. */
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';
import { invariant } from '../../platform/runner/refused.ts';
import { currentRoundSql } from '../kit/rounds.ts';
import type { OpenPot, Pot } from './rules.ts';

const potColumns = sql`
  p.entries, p.pot_cents as "potCents", p.alone, p.countdown_at as "startedAt", p.deadline_at as "deadlineAt"`;

/** The live round or the one that ended last; undefined before the first. */
export function currentPot(db: Db): Promise<OpenPot | undefined> {
  return db.maybe<OpenPot>(sql`
    select r.id, r.phase, r.version, r.scripted, ${potColumns}
    from ${currentRoundSql('jackpot')} r join jackpot_rounds p on p.round_id = r.id`);
}

/** Condition: the open round waits for its first player. Then the table has nothing to do, whatever the time. */
export const isWaitingEmptySql = sql`exists (
  select from ${currentRoundSql('jackpot')} r join jackpot_rounds p on p.round_id = r.id
  where r.phase = 'open' and p.entries = 0)`;

/** The jackpot's own row of a round that is being opened. */
export async function insertPot(tx: Tx, roundId: string): Promise<void> {
  await tx.run(sql`insert into jackpot_rounds (round_id) values (${roundId})`);
}

/** Updates the row after entries, during the game's turn; it had `entriesBefore`. */
export async function writePot(
  tx: Tx,
  entriesBefore: number,
  { id, entries, potCents, alone, startedAt, deadlineAt }: Pot,
): Promise<void> {
  const written = await tx.run(sql`
    update jackpot_rounds set entries = ${entries}, pot_cents = ${potCents}, alone = ${alone},
      countdown_at = ${startedAt}, deadline_at = ${deadlineAt}
    where round_id = ${id} and entries = ${entriesBefore}`);
  invariant(written === 1, `${id} has ${entriesBefore} entries before these`);
}

/** The row of every round, for the invariant that compares it with the entries. */
export function allPots(db: Db): Promise<Omit<Pot, 'phase' | 'scripted'>[]> {
  return db.many(sql`
    select p.round_id as id, ${potColumns} from jackpot_rounds p
    order by p.round_id`);
}
