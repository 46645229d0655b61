-- Takes the lowest number that no other transaction is taking; null when there is none. In plpgsql, which caches its plans: PostgreSQL before 18
-- replans an SQL function on every call.
create or replace function round_take_number(p_game text) returns bigint language plpgsql as $$
declare
  taken bigint;
begin
  delete from round_numbers where game = p_game and number = (
    select number from round_numbers where game = p_game order by number limit 1 for update skip locked
  ) returning number into taken;
  return taken;
end $$;
