/**
 * The newest results of all games and the totals since the first round, for everyone. Both leave out results that are still on a screen.
 * Scripted rounds record no results, so they are in neither.
 */
import { RECENT_ROUNDS } from '@fairpot/contract/results/calls';
import type { RecentResult, RecentResults } from '@fairpot/contract/results/schemas';
import { ProvableGame } from '@fairpot/contract/fair/schemas';
import { cents, usd } from '@fairpot/contract/wire/money';
import { invariant } from '../platform/runner/refused.ts';
import { sql, type Db } from '../platform/database/sql.ts';
import { publicUser } from './present.ts';
import { playersByIds } from './store.ts';
import { unpublishedSql } from './results.ts';

/** The most winners of one round: all seats of the largest battle, in a mode that shares the pot. */
const MAX_WINNERS = 6;

interface WinRow {
  readonly roundId: string;
  readonly game: string;
  readonly at: number;
  readonly playerId: string;
  readonly stakedCents: number;
  readonly wonCents: number;
}

/** Newest round first, then the highest win. */
function newestWins(db: Db, now: number): Promise<WinRow[]> {
  return db.many<WinRow>(sql`
    select round_id as "roundId", game, at, player_id as "playerId", staked_cents as "stakedCents",
      won_cents as "wonCents"
    from (
      select * from player_results where won and not ${unpublishedSql(now)}
      order by at desc, round_id desc limit ${RECENT_ROUNDS * MAX_WINNERS}::integer) newest
    order by at desc, round_id desc, won_cents desc, player_id`);
}

function totals(db: Db, now: number): Promise<{ readonly rounds: number; readonly paidCents: number }> {
  return db.one(sql`
    select t.rounds - u.rounds as rounds, t.paid - u.paid as "paidCents"
    from (
      select coalesce(sum(rounds), 0)::bigint as rounds, coalesce(sum(paid_cents), 0)::bigint as paid
      from result_totals) t
    cross join (
      select count(distinct r.round_id) as rounds,
        coalesce(sum(r.won_cents) filter (where not p.is_fake), 0)::bigint as paid
      from player_results r join players p on p.id = r.player_id where ${unpublishedSql(now)}) u`);
}

export async function newestResults(db: Db, now: number): Promise<RecentResults> {
  const [wins, { rounds, paidCents }] = await Promise.all([newestWins(db, now), totals(db, now)]);
  const byRound = new Map<string, WinRow[]>();
  for (const win of wins) byRound.set(win.roundId, [...(byRound.get(win.roundId) ?? []), win]);
  const newest = [...byRound.values()].slice(0, RECENT_ROUNDS);
  const players = await playersByIds(db, [...new Set(newest.flat().map(({ playerId }) => playerId))]);
  const userOf = (id: string) => {
    const row = players.find((player) => player.id === id);
    invariant(row, `unknown player ${id}`);
    return publicUser(row);
  };
  const results = newest.map((wonBy): RecentResult => {
    const [first] = wonBy;
    invariant(first, 'a round has a winner');
    return {
      roundId: first.roundId,
      game: ProvableGame.parse(first.game),
      at: first.at,
      winners: wonBy.map(({ playerId, stakedCents, wonCents }) => ({
        user: userOf(playerId),
        stakedUsd: usd(cents(stakedCents)),
        wonUsd: usd(cents(wonCents)),
      })),
    };
  });
  return { results, totals: { rounds, paidUsd: usd(cents(paidCents)) } };
}
