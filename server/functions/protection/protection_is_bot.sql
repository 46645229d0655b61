-- Whether this is an account of the site: protection does not apply to those.
-- names players: that is said on their row
create or replace function protection_is_bot(p_player text) returns boolean language sql stable as $$
  select coalesce((select is_fake from players where id = p_player), true)
$$;
