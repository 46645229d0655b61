-- What is changed of a game while it runs is a leaf, whoever changes it and however: a pause, a least stake, a length. A fee rate has a
-- leaf of its own (log_fee_change). The leaf says what held before: null where nothing was set, so that the game's own value held.
-- names games: which first word of a setting is that of a game
create or replace function log_game_setting() returns trigger language plpgsql as $$
declare
  v_game text := split_part(new.key, '.', 1);
  -- As it stands in a canonical leaf: whole numbers and yes or no as themselves, whatever else as text.
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
