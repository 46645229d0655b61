-- A round that ended without a result gave its stakes back; one that was scripted counts for nobody.
create or replace function open_stakes_returned() returns trigger language plpgsql as $$
begin
  delete from open_stakes where round_id = new.id;
  return null;
end $$;
