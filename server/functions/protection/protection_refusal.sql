-- Why this player may not add p_cents to the limits of p_kinds: {code, details} of a refusal, or null. p_counted: those cents are counted already.
-- p_later: counted cents of the same player that are judged after this one. If several limits would be exceeded, reports the one with the longest
-- span: it is the last to allow the amount.
create or replace function protection_refusal(
  p_player text, p_kinds text[], p_cents bigint, p_counted boolean, p_later bigint
) returns jsonb language plpgsql stable as $$
declare
  v_guard protection_guards;
  l record;
  v_fits bigint;
begin
  select * into v_guard from protection_guards where player_id = p_player;
  if not found then
    return null;
  end if;
  if v_guard.block = 'EXCLUDED' then
    return jsonb_build_object('code', 'SELF_EXCLUDED', 'details', jsonb_build_object('until',
      case when v_guard.block_until is null then 'for good'
        when v_guard.block_until <= protection_ms() then 'until you come back on your profile'
        else 'until ' || protection_date(v_guard.block_until) end));
  end if;
  if v_guard.block = 'BREAK' and v_guard.block_until > protection_ms() then
    return jsonb_build_object('code', 'TAKING_BREAK', 'details', jsonb_build_object('until', protection_date(v_guard.block_until)));
  end if;
  for l in
    select w.kind, w.cents as most, protection_hours_of(w.span) as hours,
      (select coalesce(sum(c.cents), 0) from protection_counted(p_player, w.kind, protection_hours_of(w.span)) c)
        + case when p_counted then 0 else p_cents end - p_later as used
    from protection_limits w where w.player_id = p_player and w.kind = any (p_kinds) order by hours desc, w.kind
  loop
    continue when l.used <= l.most;
    if p_cents <= l.most then
      select min(g.leaves_at) into v_fits from (
        select c.leaves_at, sum(c.cents) over (order by c.leaves_at) as gone
        from protection_counted(p_player, l.kind, l.hours) c
      ) g where g.gone >= l.used - l.most;
    end if;
    return jsonb_build_object('code', 'LIMIT_' || upper(l.kind), 'details', jsonb_build_object(
      'max', to_char(l.most / 100.0, 'FM999999999990.00'),
      'span', case l.hours when 24 then '24 hours' when 168 then '7 days' else '30 days' end,
      'when', coalesce('from ' || protection_date(v_fits * 3600000) || ' on', 'only with a lower sum')));
  end loop;
  return null;
end $$;
