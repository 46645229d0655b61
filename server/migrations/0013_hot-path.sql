-- The hot path, cheaper: what a stake writes is the same, row for row (decision 0010).

-- Locks a round that is still open at the version that was decided on. FPR01: it is not.
-- "Open" is said as `locked_at is null and ended_at is null`, which the table's checks make the same: saying `phase` lets the
-- planner take the small index of open rounds instead of the primary key, and that index is full of rounds just locked.
create or replace function round_lock(
  p_id text, p_version integer, p_lock text, p_drand_round bigint, p_due_at bigint, p_at bigint
) returns void language plpgsql as $$
begin
  update rounds set phase = 'locked', version = version + 1, lock_text = p_lock, locked_at = p_at,
    drand_round = p_drand_round, due_at = p_due_at
  where id = p_id and version = p_version and locked_at is null and ended_at is null and not scripted;
  if not found then
    raise exception 'round % is no longer open at version %', p_id, p_version using errcode = 'FPR01';
  end if;
  insert into log_leaves (kind, round_id, body, at) values ('lock', p_id, p_lock, p_at);
end $$;

-- The next three were in SQL, which PostgreSQL before 18 plans anew for every stake; plpgsql keeps its plans.
create or replace function emit_fact(
  p_topic text, p_player text, p_subject text, p_version integer, p_type text, p_body jsonb, p_at bigint
) returns bigint language plpgsql as $$
declare
  made bigint;
begin
  insert into facts (topic, player_id, subject, version, type, body, at)
  values (p_topic, p_player, p_subject, p_version, p_type, p_body, p_at)
  returning id into made;
  return made;
end $$;

create or replace function round_enter(
  p_round text, p_no integer, p_player text, p_pseudonym text, p_pick integer,
  p_items text[], p_types text[], p_cents bigint[], p_at bigint
) returns void language plpgsql as $$
begin
  insert into entries (round_id, no, player_id, pseudonym, pick, cents, at)
  select p_round, p_no, p_player, p_pseudonym, p_pick, sum(c), p_at from unnest(p_cents) c;
  insert into stake_items (round_id, entry_no, item_id, item_type, cents)
  select p_round, p_no, i.id, i.type, i.cents from unnest(p_items, p_types, p_cents) as i (id, type, cents);
end $$;

create or replace function round_take_number(p_game text) returns bigint language plpgsql as $$
declare
  taken bigint;
begin
  delete from round_numbers where game = p_game and number = (
    select number from round_numbers where game = p_game order by number limit 1 for update skip locked
  ) returning number into taken;
  return taken;
end $$;

-- One index instead of three: facts are read in their order, and the oldest are the first of it.
drop index facts_in_order;
drop index facts_by_age;
alter table facts drop constraint facts_pkey;
alter table facts add primary key (xid, id);

-- The next number of a game. Who takes the middle one of a block hands out the next block, so that nobody has to wait for
-- numbers; only a game that opened more than 128 rounds meanwhile waits for who hands out more.
create or replace function round_next_number(p_game text) returns bigint language plpgsql as $$
declare
  n bigint := round_take_number(p_game);
  handed_out bigint;
begin
  if n is not null then
    if n % 256 = 128 then
      select last into handed_out from round_counters where game = p_game for update skip locked;
      if handed_out - n < 256 then
        update round_counters set last = handed_out + 256 where game = p_game;
        insert into round_numbers (game, number) select p_game, handed_out + k from generate_series(1, 256) k;
      end if;
    end if;
    return n;
  end if;
  select last into strict handed_out from round_counters where game = p_game for update;
  n := round_take_number(p_game);
  if n is null then
    update round_counters set last = handed_out + 256 where game = p_game;
    insert into round_numbers (game, number) select p_game, handed_out + k from generate_series(2, 256) k;
    n := handed_out + 1;
  end if;
  return n;
end $$;
