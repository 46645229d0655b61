-- Trigger: writes a leaf for every change of a fee rate, whatever its origin.
-- names games: which first word of a setting is that of a game
create or replace function log_fee_change() returns trigger language plpgsql as $$
declare
  v_game text := split_part(new.key, '.', 1);
  v_bps bigint := (new.value #>> '{}')::numeric::bigint;
begin
  if exists (select from games g where g.name = v_game)
    and (tg_op = 'INSERT' or new.value is distinct from old.value) then
    insert into log_leaves (kind, round_id, body, at) values ('fee', null,
      format('{"at":%s,"feeBps":%s,"game":"%s","type":"fee","v":"fp/2"}', new.updated_at, v_bps, v_game), new.updated_at);
  end if;
  return null;
end $$;
