-- The next number of a game. The caller that takes the middle number of a block creates the next block, so that no caller waits for numbers; only a
-- game that opened more than 128 rounds meanwhile waits for a new block.
create or replace function round_next_number(p_game text) returns bigint language plpgsql as $$
declare
  n bigint := round_take_number(p_game);
  handed_out bigint;
begin
  if n is not null then
    if n % 256 = 128 then
      select last into handed_out from round_counters where game = p_game for update skip locked;
      if handed_out - n < 256 then
        update round_counters set last = handed_out + 256 where game = p_game;
        insert into round_numbers (game, number) select p_game, handed_out + k from generate_series(1, 256) k;
      end if;
    end if;
    return n;
  end if;
  select last into strict handed_out from round_counters where game = p_game for update;
  n := round_take_number(p_game);
  if n is null then
    update round_counters set last = handed_out + 256 where game = p_game;
    insert into round_numbers (game, number) select p_game, handed_out + k from generate_series(2, 256) k;
    n := handed_out + 1;
  end if;
  return n;
end $$;
