-- Takes `count` numbers of a game, the lowest that no other transaction is taking.
create or replace function round_take_numbers(p_game text, p_count integer) returns bigint[] language plpgsql as $$
declare
  v_taken bigint[];
  v_middle bigint;
begin
  with free as (
    select number from round_numbers where game = p_game order by number limit p_count for update skip locked
  ), taken as (
    delete from round_numbers where game = p_game and number = any (array(select number from free)) returning number
  )
  select coalesce(array_agg(number order by number), '{}'), min(number) filter (where number % 256 = 128)
  into v_taken, v_middle from taken;
  if v_middle is not null then
    perform round_hand_out(p_game, v_middle);
  end if;
  while cardinality(v_taken) < p_count loop
    v_taken := v_taken || round_next_number(p_game);
  end loop;
  return v_taken;
end $$;
