-- Counts a deposit under the name of what brings it, once. p_ask: it is only being ordered, and is refused when a limit or block stands
-- against it, while a reality check waits to be read, or when its player never answered whether they want a limit. Otherwise it has come: it is counted whatever the limit,
-- as nobody can send it back silently, and its player is told.
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
    perform protection_tell_over(p_player, v_refused);
  end if;
end $$;
