-- Counts a deposit under its source, once. p_ask: it is an order, and is refused when a limit or block forbids it, when a reality check waits to be
-- read, or when the player never answered the limit question. Otherwise the money has arrived: it counts whatever the limit, because it cannot be
-- returned silently, and the player is notified.
create or replace function protection_deposit(p_source text, p_player text, p_cents bigint, p_ask boolean) returns void
language plpgsql as $$
declare
  v_refused jsonb;
begin
  insert into protection_deposits (source, player_id, hour, cents) values (p_source, p_player, protection_hour(), p_cents)
  on conflict do nothing;
  if not found then
    return;
  end if;
  insert into protection_hours as h (player_id, kind, hour, cents) values (p_player, 'deposit', protection_hour(), p_cents)
  on conflict (player_id, kind, hour) do update set cents = h.cents + excluded.cents;
  if p_ask then
    perform 1 from protection_guards where player_id = p_player for no key update;
  end if;
  v_refused := protection_refusal(p_player, array['deposit'], p_cents, true, 0);
  if v_refused is null then
    if p_ask and protection_check_waits(p_player) then
      perform refuse('REALITY_CHECK', '{}'::jsonb);
    end if;
    if p_ask and not exists (select from protection_answers where player_id = p_player) then
      perform refuse('LIMIT_QUESTION', '{}'::jsonb);
    end if;
  elsif p_ask then
    perform refuse(v_refused ->> 'code', v_refused -> 'details');
  else
    update protection_deposits set over = true where source = p_source;
    perform protection_notify_over(p_player, v_refused);
  end if;
end $$;
