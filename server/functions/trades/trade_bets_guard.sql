-- Trigger: what a bet from Steam was ordered for never changes, and an ended bet stays as it is. FPT03: a bug.
create or replace function trade_bets_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'the bet of order % would be forgotten', old.order_id using errcode = 'FPT03';
  end if;
  if (new.order_id, new.player_id, new.game, new.call, new.input, new.round_id, new.until_at) is distinct from
    (old.order_id, old.player_id, old.game, old.call, old.input, old.round_id, old.until_at) or old.state <> 'OPEN' then
    raise exception 'the bet of order % would become another one', old.order_id using errcode = 'FPT03';
  end if;
  return new;
end $$;
