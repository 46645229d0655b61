/**
 * Checks of a site after a soak: the stakes it acknowledged, who holds which item, its own invariants. Each returns findings in words; an empty list
 * means that all is well.
 */
import type { ClosablePool } from '../../../server/src/platform/database/db.ts';
import type { Db } from '../../../server/src/platform/database/sql.ts';
import type { AcknowledgedStake, Crowd } from './crowd.ts';
import type { FastSite } from './fast-site.ts';

/** Acknowledged stakes that are missing, still open, or did not end exactly once. */
export async function stakesNotEndedOnce(db: ClosablePool, stakes: readonly AcknowledgedStake[]): Promise<string[]> {
  const items = stakes.flatMap(({ roundId, playerId, items: ids }) => ids.map((item) => ({ roundId, playerId, item })));
  const lost = await db.many<{ roundId: string; item: string; fates: string }>({
    text: `
      select a."roundId", a.item, coalesce(string_agg(s.fate, ','), 'no such stake') as fates
      from jsonb_to_recordset($1::jsonb) as a ("roundId" text, "playerId" text, item text)
        left join entries e on e.round_id = a."roundId" and e.player_id = a."playerId"
        left join stake_items s on s.round_id = e.round_id and s.entry_no = e.no and s.item_id = a.item
      group by a."roundId", a."playerId", a.item
      having count(s.fate) <> 1 or bool_or(s.fate = 'open')`,
    values: [JSON.stringify(items)],
  });
  const running = await db.many<{ id: string; phase: string }>({
    text: `select id, phase from rounds where id = any($1) and phase not in ('settled', 'voided', 'cancelled')`,
    values: [[...new Set(stakes.map(({ roundId }) => roundId))]],
  });
  return [
    ...lost.map(({ roundId, item, fates }) => `stake of ${item} in ${roundId}: ${fates}`),
    ...running.map(({ id, phase }) => `round ${id} is ${phase}`),
    ...(await seatsNotEndedOnce(db, stakes)),
  ];
}

/** Battle seats: each acknowledged seat is an entry of its battle, or its battle never started; all of them are closed. */
async function seatsNotEndedOnce(db: ClosablePool, stakes: readonly AcknowledgedStake[]): Promise<string[]> {
  const seats = stakes.filter(({ game }) => game === 'casebattle');
  if (seats.length === 0) return [];
  const rows = await db.many<{ roundId: string; playerId: string }>({
    text: `
      select a."roundId", a."playerId" from jsonb_to_recordset($1::jsonb) as a ("roundId" text, "playerId" text)
        left join rounds r on r.id = a."roundId"
        left join battles b on b.round_id = r.id
      where b.closed_at is null or r.phase <> 'cancelled' and not exists (
        select 1 from entries e where e.round_id = r.id and e.player_id = a."playerId")`,
    values: [JSON.stringify(seats)],
  });
  return rows.map(({ roundId, playerId }) => `seat of ${playerId} in ${roundId} is gone or not closed`);
}

interface PotItem {
  readonly item: string;
  readonly fee: boolean;
  readonly winner: string;
}

/** Members whose items differ from the results, replayed from what each was first seen with. */
export async function wrongHoldings(site: Pick<FastSite, 'db'>, crowd: Crowd): Promise<string[]> {
  const holder = new Map(crowd.began);
  const pots = await site.db.many<PotItem>({
    text: `
      select i.item_id as item, s.payouts -> 'feeItems' ? i.item_id as fee, w.player_id as winner
      from settlements s join rounds r on r.id = s.round_id
        join entries w on w.round_id = s.round_id and w.no = s.winner_entry
        join stake_items i on i.round_id = s.round_id
      order by r.ended_at, r.id`,
    values: [],
  });
  for (const { item, fee, winner } of pots) holder.set(item, fee ? 'house' : winner);
  const wrong: string[] = [];
  for (const { id, name } of crowd.members) {
    const held = new Set((await crowd.inventoryOf(id)).map((item) => item.id));
    const due = new Set([...holder].filter(([, player]) => player === id).map(([item]) => item));
    wrong.push(...[...due].filter((item) => !held.has(item)).map((item) => `${name} lacks ${item}`));
    wrong.push(...[...held].filter((item) => !due.has(item)).map((item) => `${name} holds ${item} too`));
  }
  return wrong;
}

/** The product's own invariants, of all features. */
export async function brokenInvariants(site: Pick<FastSite, 'inside'> & { readonly db: Db }): Promise<string[]> {
  const broken: string[] = [];
  for (const stated of site.inside.features.flatMap((feature) => feature.invariants ?? []))
    broken.push(...(await stated.check(site.db)).map((line) => `${stated.name}: ${line}`));
  return broken;
}
