-- Notifies a player, in the transaction of the event: a row in the notification list, and a fact on the player's own topic that shows it at once.
-- Writes nothing for a kind that the player turned off.
create or replace function notify_player(
  p_player text, p_kind text, p_header text, p_text text, p_link text, p_at bigint
) returns void language plpgsql as $$
declare
  made bigint;
begin
  if exists (select from notification_choices c where c.player_id = p_player and p_kind = any(c.off)) then
    return;
  end if;
  insert into notifications (player_id, kind, header, text, link, at)
  values (p_player, p_kind, p_header, p_text, p_link, p_at)
  returning id into made;
  perform emit_fact('player', p_player, made::text, 1, 'notification.new', jsonb_build_object('notification',
    jsonb_build_object('id', made, 'kind', p_kind, 'header', p_header, 'text', p_text, 'link', p_link, 'at', p_at,
      'read', false)), p_at);
end $$;
