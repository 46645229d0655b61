-- Creates the block of numbers after the one with `p_taken` in its middle, unless another transaction is doing so.
create or replace function round_hand_out(p_game text, p_taken bigint) returns void language plpgsql as $$
declare
  v_last bigint;
begin
  select last into v_last from round_counters where game = p_game for update skip locked;
  if v_last - p_taken < 256 then
    update round_counters set last = v_last + 256 where game = p_game;
    insert into round_numbers (game, number) select p_game, v_last + k from generate_series(1, 256) k;
  end if;
end $$;
