/**
 * Rounds about which the public log knows more than a restored database, and rounds whose secret is gone: found, ended
 * here with every stake returned, and voided in the log. Called by the command that continues after a restore
 * (transparency/restore), in its one transaction.
 *
 * Invariant: a round that the database no longer knows keeps its number (`restored_rounds`), so no other round gets it.
 */
import type { Leaf } from '@fairpot/fairness/log/leaf';
import { RESTORED_REASON } from '@fairpot/fairness/log/leaf';
import { canon } from '@fairpot/fairness/encoding/canon';
import { invariant } from '../../../platform/runner/refused.ts';
import { sql, type Db, type Tx } from '../../../platform/database/sql.ts';
import { returnStakes } from '../settlement/refund.ts';
import type { RoundGame } from '../round-game.ts';
import { roundsByIds } from '../rounds.ts';

export interface LostRound {
  readonly id: string;
  readonly game: string;
  readonly number: number;
  /** The round is open or locked here. False: the database does not know it, or it has already ended here. */
  readonly isRunningHere: boolean;
  /** The log already says that its stakes were returned (cancelled or voided): only the database has to follow. */
  readonly isReturned: boolean;
}

/**
 * The rounds that lost leaves name. Throws when one of them ended here differently from the log: then this database is
 * not an older copy but continued on its own.
 */
export async function lostRounds(tx: Tx, lost: readonly Leaf[]): Promise<LostRound[]> {
  const named = new Map<string, Leaf[]>();
  for (const leaf of lost) if ('roundId' in leaf) named.set(leaf.roundId, [...(named.get(leaf.roundId) ?? []), leaf]);
  const rows = await tx.many<{ id: string; game: string; number: number; phase: string }>(sql`
    select id, game, number, phase from rounds where id = any(${[...named.keys()]}::text[])`);
  const known = new Map(rows.map((row) => [row.id, row]));
  const gone = await restoredBefore(tx, [...named.keys()]);
  return [...named].flatMap(([id, leaves]): LostRound[] => {
    if (gone.has(id)) return [];
    const isReturned = leaves.some(({ type }) => type === 'cancel' || type === 'void');
    const row = known.get(id);
    if (row !== undefined) {
      const { game, number, phase } = row;
      invariant(phase === 'open' || phase === 'locked', `round ${id} is ${phase} here, but the log has later leaves`);
      return [{ id, game, number, isReturned, isRunningHere: true }];
    }
    const open = leaves.find((leaf) => leaf.type === 'open');
    invariant(open, `round ${id} is unknown here although its opening was not lost`);
    return [{ id, game: open.game, number: open.number, isReturned, isRunningHere: false }];
  });
}

async function restoredBefore(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.many<{ id: string }>(sql`
    select round_id as id from restored_rounds where round_id = any(${ids}::text[])`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Running rounds whose secret is gone (a dump without `round_secrets`): they cannot be drawn. Needs the owner's rights.
 */
export async function roundsWithoutSecret(db: Db): Promise<LostRound[]> {
  const rows = await db.many<{ id: string; game: string; number: number }>(sql`
    select r.id, r.game, r.number from rounds r
    where r.phase in ('open', 'locked') and not r.scripted
      and not exists (select 1 from round_secrets s where s.round_id = r.id)
    order by r.id`);
  return rows.map((row) => ({ ...row, isReturned: false, isRunningHere: true }));
}

/** Ends the rounds of a game that run here, open or locked, and returns every stake. Writes no leaf. */
export function endLost(game: RoundGame) {
  return async (tx: Tx, ids: readonly string[], at: number): Promise<void> => {
    await tx.run(sql`select 1 from rounds where id = any(${ids}::text[]) order by id for no key update`);
    const rounds = await roundsByIds(tx, ids);
    const [open, locked] = ['open', 'locked'].map((phase) => rounds.filter((round) => round.phase === phase));
    if (open !== undefined) await returnStakes(tx, game, 'cancelled', open, at);
    if (locked !== undefined) await returnStakes(tx, game, 'voided', locked, at);
  };
}

/**
 * Records these rounds, removes their numbers from those available, and voids them in the log unless it has their end.
 */
export async function voidLost(tx: Tx, rounds: readonly LostRound[], at: number): Promise<void> {
  const list = JSON.stringify(rounds.map(({ id, game, number }) => ({ id, game, number })));
  await tx.run(sql`
    insert into restored_rounds (round_id, game, number, at)
    select r.id, r.game, r.number, ${at}::bigint
    from jsonb_to_recordset(${list}::jsonb) as r (id text, game text, number bigint)`);
  // Numbers above those handed out here were handed out by the lost database: those between are free again.
  await tx.run(sql`
    with beyond as (
      select game, max(number) as number
      from jsonb_to_recordset(${list}::jsonb) as r (game text, number bigint) group by game
    ), before as (
      select c.game, c.last, b.number
      from round_counters c join beyond b on b.game = c.game where b.number > c.last for update of c
    ), raised as (
      update round_counters c set last = b.number from before b where c.game = b.game
    )
    insert into round_numbers (game, number)
    select b.game, n from before b cross join lateral generate_series(b.last + 1, b.number) n`);
  await tx.run(sql`
    delete from round_numbers n using jsonb_to_recordset(${list}::jsonb) as r (game text, number bigint)
    where n.game = r.game and n.number = r.number`);
  const voids = rounds.flatMap(({ id, game, isReturned }) =>
    isReturned ? [] : [{ id, body: canon({ v: 'fp/2', type: 'void', game, roundId: id, why: RESTORED_REASON, at }) }],
  );
  await tx.run(sql`
    insert into log_leaves (kind, round_id, body, at)
    select 'void', v ->> 'id', v ->> 'body', ${at}::bigint
    from jsonb_array_elements(${JSON.stringify(voids)}::jsonb) with ordinality as l (v, n) order by n`);
}
