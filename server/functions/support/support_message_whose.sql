-- What staff write is of the player whose ticket it stands in.
create or replace function support_message_whose() returns trigger language plpgsql as $$
begin
  new.player_id := (select player_id from support_tickets where id = new.ticket_id);
  return new;
end $$;
