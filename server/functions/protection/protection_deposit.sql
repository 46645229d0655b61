-- Counts a deposit under the name of what brings it, once. p_ask: it is only being ordered, and is refused when limit or block stand
-- against it. Otherwise it has come: it is counted whatever the limit, as nobody can send it back silently.
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
  if not p_ask then
    return;
  end if;
  perform 1 from protection_guards where player_id = p_player for no key update;
  v_refused := protection_refusal(p_player, array['deposit'], p_cents, true, 0);
  if v_refused is not null then
    perform refuse(v_refused ->> 'code', v_refused -> 'details');
  end if;
end $$;
