-- Trigger: a staff message belongs to the player of its ticket.
create or replace function support_message_player() returns trigger language plpgsql as $$
begin
  new.player_id := (select player_id from support_tickets where id = new.ticket_id);
  return new;
end $$;
