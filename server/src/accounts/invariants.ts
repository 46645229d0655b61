/** Invariants of the tables of accounts at every commit. */
import { lines, type Invariant } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';
import { CLOSED_NAME } from './closing-store.ts';
import { lookOf } from './names.ts';

export const accountInvariants: readonly Invariant[] = [
  {
    name: 'a player’s look matches the name',
    check: async (db) => {
      const rows = await db.many<{ id: string; name: string; look: string }>(sql`
        select id, name, look from players where look is not null`);
      return rows.filter(({ name, look }) => look !== lookOf(name)).map(({ id }) => id);
    },
  },
  {
    name: 'I15 statistics and experience are the sums of the recorded results',
    check: lines(sql`
      with sums as (
        select player_id, game, count(*) as played, count(*) filter (where won) as won, sum(staked_cents) as staked,
          sum(won_cents) as paid, sum(fee_cents) as fee, sum(xp_hundredths) as xp
        from player_results group by player_id, game
      )
      select coalesce(s.player_id, r.player_id) || ' in ' || coalesce(s.game, r.game) as line
      from player_game_stats s full join sums r on r.player_id = s.player_id and r.game = s.game
      where (s.played, s.won, s.staked_cents, s.won_cents, s.fee_cents, s.xp_hundredths)
        is distinct from (r.played, r.won, r.staked, r.paid, r.fee, r.xp)`),
  },
  {
    name: 'the books of bots have every day of bots and of no other player',
    check: lines(sql`
      select d.player_id || ' in ' || d.game || ' on day ' || d.day as line
      from player_days d join players p on p.id = d.player_id
      where d.is_bot <> p.is_fake`),
  },
  {
    name: 'days are the sums of the recorded results',
    check: lines(sql`
      with sums as (
        select player_id, (at / 86400000)::integer as day, game, count(*) as played,
          count(*) filter (where won) as won, sum(staked_cents) as staked, sum(won_cents) as paid,
          sum(fee_cents) as fee
        from player_results group by 1, 2, 3
      )
      select coalesce(d.player_id, r.player_id) || ' on day ' || coalesce(d.day, r.day) as line
      from player_days d full join sums r on r.player_id = d.player_id and r.day = d.day and r.game = d.game
      where (d.played, d.won, d.staked_cents, d.won_cents, d.fee_cents) is distinct from
        (r.played, r.won, r.staked, r.paid, r.fee)`),
  },
  {
    name: 'the totals of results are the sums of the recorded results',
    check: lines(sql`
      with sums as (
        select r.game, count(distinct r.round_id) as rounds,
          coalesce(sum(r.won_cents) filter (where not p.is_fake), 0) as paid
        from player_results r join players p on p.id = r.player_id group by r.game
      ), totals as (
        select game, sum(rounds) as rounds, sum(paid_cents) as paid from result_totals group by game
      )
      select coalesce(t.game, s.game) as line from totals t full join sums s on s.game = t.game
      where (t.rounds, t.paid) is distinct from (s.rounds, s.paid)`),
  },
  {
    name: 'a closed account has no personal data and no session',
    check: lines(sql`
      select p.id as line from players p
      where p.erased_at is not null
        and (p.name <> ${CLOSED_NAME} or exists (select from sessions s where s.player_id = p.id))`),
  },
  {
    name: 'bots gain no experience',
    check: lines(sql`
      select p.id as line from players p join player_game_stats s on s.player_id = p.id
      where p.is_fake and s.xp_hundredths > 0`),
  },
  {
    name: 'a house persona has no session',
    check: lines(sql`
      select distinct p.id as line from sessions s join players p on p.id = s.player_id where p.is_fake`),
  },
];
