-- Trigger: the log only grows: entries never change, tiles only grow, heads are signed and published once.
create or replace function log_only_grows() returns trigger language plpgsql as $$
declare
  grown boolean := false;
begin
  if tg_op = 'UPDATE' and tg_table_name = 'log_tiles' then
    grown := (new.level, new.index) = (old.level, old.index) and length(new.hashes) > length(old.hashes)
      and substring(new.hashes from 1 for length(old.hashes)) = old.hashes;
  elsif tg_op = 'UPDATE' and tg_table_name = 'log_heads' then
    grown := (new.size, new.root, new.at) = (old.size, old.root, old.at)
      and (old.note is null or new.note = old.note) and (old.published_at is null or new.published_at = old.published_at);
  elsif tg_op = 'UPDATE' and tg_table_name = 'log_state' then
    grown := new.size >= old.size and (old.name is null or (new.name, new.public_key) = (old.name, old.public_key));
  end if;
  if not grown then
    raise exception '% is only added to', tg_table_name using errcode = 'FPT01';
  end if;
  return new;
end $$;
