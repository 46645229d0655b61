-- Trigger: adds players' results to their days; `added` are those of one statement (transition table).
create or replace function day_results() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform day_add(r.day * 86400000, 'game:' || r.game, r.times, r.staked, r.won, r.fee)
  from (select a.at / 86400000 as day, a.game, count(*) as times, sum(a.staked_cents)::bigint as staked,
      sum(a.won_cents)::bigint as won, sum(a.fee_cents)::bigint as fee from added a group by 1, 2 order by 1, 2) r;
  return null;
end $$;
revoke all on function day_results() from public;
