-- Gives entries their numbers in the rounds that they enter, in the order of their stakes. Which ones there is room and time
-- for is the game's to say: its function `<game>_admit(round, entries, rules)` returns those, numbered.
create or replace function round_admit(p_game text, p_entries round_entry[], p_rules jsonb) returns round_entry[]
language plpgsql as $$
declare
  v_round text;
  v_some round_entry[];
  v_all round_entry[] := '{}';
begin
  for v_round in select distinct e.round_id from unnest(p_entries) e order by 1 loop
    execute format('select %I($1, $2, $3)', p_game || '_admit') into strict v_some
    using v_round, array(select e from unnest(p_entries) e where e.round_id = v_round order by e.stake), p_rules;
    v_all := v_all || v_some;
  end loop;
  return v_all;
end $$;
