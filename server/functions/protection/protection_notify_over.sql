-- Notifies a player that money arrived by itself despite a limit or a block (p_refused, of protection_refusal): what happened to it, and how to
-- withdraw it.
create or replace function protection_notify_over(p_player text, p_refused jsonb) returns void language sql as $$
  select notify_player(p_player, 'protection',
    case p_refused ->> 'code' when 'LIMIT_DEPOSIT' then 'More came in than your deposit limit' else 'A deposit came in while you do not play' end,
    case p_refused ->> 'code'
      when 'LIMIT_DEPOSIT' then 'It came by itself, so it is credited and counted: your deposit limit is '
        || (p_refused -> 'details' ->> 'max') || '$ in ' || (p_refused -> 'details' ->> 'span')
        || '. No further deposit is taken until it fits again. What you do not stake you can take out in full, at any level.'
      else 'It came by itself, so it is credited and yours. You cannot stake it now. You can take it out in full, at any level.' end,
    '/withdraw', protection_ms())
$$;
