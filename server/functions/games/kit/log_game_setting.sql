-- Trigger: writes a leaf for every change of a game's setting while it runs, whatever its origin: a pause, a minimum stake, a length. Fee rates have
-- their own leaf (log_fee_change). The leaf has the previous value: null if none was set, so that the game's default applied.
-- names games: which first word of a setting is that of a game
create or replace function log_game_setting() returns trigger language plpgsql as $$
declare
  v_game text := split_part(new.key, '.', 1);
  -- Values as in a canonical leaf: whole numbers and booleans as such, everything else as text.
  v_was jsonb := case when tg_op = 'UPDATE' then old.value end;
  v_value jsonb;
  v_shown text[] := '{}';
begin
  if not exists (select from games g where g.name = v_game) or new.value is not distinct from v_was then
    return null;
  end if;
  foreach v_value in array array[new.value, v_was] loop
    v_shown := v_shown || case
      when v_value is null then 'null'
      when jsonb_typeof(v_value) = 'boolean' or v_value::text ~ '^-?\d{1,15}$' then v_value::text
      else to_json(v_value #>> '{}')::text end;
  end loop;
  insert into log_leaves (kind, round_id, body, at) values ('statement', null,
    format('{"about":"game-setting","at":%s,"says":{"game":"%s","is":%s,"key":%s,"v":1,"was":%s},"type":"statement","v":"fp/2"}',
      new.updated_at, v_game, v_shown[1], to_json(new.key), v_shown[2]), new.updated_at);
  return null;
end $$;
