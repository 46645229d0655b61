-- EOS blocks, which battles wait for, and scripted rounds, whose winner staff chose (demo only).

-- owner: games/kit
-- EOS blocks as at least two nodes told them, kept once per chain and number.
create table eos_blocks (
  chain text not null check (chain ~ '^[0-9a-f]{64}$'),
  block bigint not null check (block between 1 and 4294967295),
  id text not null check (id ~ '^[0-9a-f]{64}$'),
  -- The block's own timestamp, epoch ms: it decides which drand round counts.
  time bigint not null,
  fetched_at bigint not null,
  primary key (chain, block),
  -- An id begins with its number.
  check (left(id, 8) = lpad(to_hex(block), 8, '0'))
);
create trigger eos_blocks_append_only before update or delete on eos_blocks
  for each statement execute function rounds_append_only();

-- The block that the lock of a battle names, and the one that its result took.
alter table rounds add column eos_chain text, add column eos_block bigint;
alter table settlements add column eos_chain text, add column eos_block bigint;
alter table settlements add constraint settlements_eos_fkey
  foreign key (eos_chain, eos_block) references eos_blocks (chain, block);
alter table settlements add constraint settlements_eos_check check (num_nulls(eos_chain, eos_block) in (0, 2));

-- A scripted round has the times of a lock and no lock record: it names no beacon and claims nothing.
alter table rounds drop constraint rounds_check;
alter table rounds add constraint rounds_lock_check check (
  num_nulls(locked_at, due_at) in (0, 2) and num_nulls(lock_text, drand_round) in (0, 2)
  and (lock_text is null) = (locked_at is null or scripted));
alter table rounds add constraint rounds_eos_check check (
  num_nulls(eos_chain, eos_block) in (0, 2) and (eos_block is not null) = (lock_text is not null and game = 'casebattle'));

-- Locks a battle as round_lock does, with the block that its lock names. FPR01: it is not open at that version any more.
create function round_lock_on_block(
  p_id text, p_version integer, p_lock text, p_drand_round bigint, p_eos_chain text, p_eos_block bigint,
  p_due_at bigint, p_at bigint
) returns void language plpgsql as $$
begin
  update rounds set phase = 'locked', version = version + 1, lock_text = p_lock, locked_at = p_at,
    drand_round = p_drand_round, eos_chain = p_eos_chain, eos_block = p_eos_block, due_at = p_due_at
  where id = p_id and version = p_version and locked_at is null and ended_at is null and not scripted;
  if not found then
    raise exception 'round % is no longer open at version %', p_id, p_version using errcode = 'FPR01';
  end if;
  insert into log_leaves (kind, round_id, body, at) values ('lock', p_id, p_lock, p_at);
end $$;

-- owner: games/kit
-- Who wins each scripted round, and who of staff said so last.
create table scripted_rounds (
  round_id text collate "C" primary key references rounds (id),
  -- A player with an entry in the round.
  winner_id text collate "C" not null,
  -- Battles: the least lead of the winner's team over every other one, in cents.
  lead_cents bigint check (lead_cents > 0),
  set_by text collate "C" not null,
  set_at bigint not null
);

-- owner: games/kit
-- Every try to choose a winner, granted or not.
create table script_tries (
  id bigserial primary key,
  at bigint not null,
  staff_id text collate "C" not null,
  game text not null,
  round_id text collate "C" not null,
  winner_id text collate "C" not null,
  -- Code of the refusal; null: granted.
  refused text
);
create trigger script_tries_append_only before update or delete on script_tries
  for each statement execute function rounds_append_only();

-- The staff act is a leaf of its own, one for each time; every other kind stays once per round.
alter table log_leaves drop constraint log_leaves_kind_check;
alter table log_leaves add constraint log_leaves_kind_check
  check (kind in ('open', 'lock', 'result', 'cancel', 'void', 'scripted', 'terms', 'fee'));
alter table log_leaves drop constraint log_leaves_round_id_kind_key;
create unique index log_leaves_once on log_leaves (round_id, kind) where kind <> 'scripted';
create index log_leaves_of_round on log_leaves (round_id) where kind = 'scripted';

-- Turns an open round into a scripted one, or a scripted one to another winner. Its entries are those that were decided on,
-- as each raises the version. FPR01: it is another by now. Returns null, or the stored answer of the same receipt.
create function round_script(
  p_actor text, p_key text, p_call text, p_input_hash bytea, p_response jsonb,
  p_round text, p_version integer, p_game text, p_winner text, p_lead_cents bigint, p_leaf text, p_at bigint
) returns jsonb language plpgsql as $$
declare
  earlier jsonb := claim_receipt(p_actor, p_key, p_call, p_input_hash, p_response, p_at);
begin
  if earlier is not null then
    return earlier;
  end if;
  update rounds set scripted = true, version = version + 1
  where id = p_round and version = p_version and game = p_game and locked_at is null and ended_at is null;
  if not found then
    raise exception 'round % is no longer open at version %', p_round, p_version using errcode = 'FPR01';
  end if;
  insert into scripted_rounds (round_id, winner_id, lead_cents, set_by, set_at)
  values (p_round, p_winner, p_lead_cents, p_actor, p_at)
  on conflict (round_id) do update set winner_id = excluded.winner_id, lead_cents = excluded.lead_cents,
    set_by = excluded.set_by, set_at = excluded.set_at;
  insert into log_leaves (kind, round_id, body, at) values ('scripted', p_round, p_leaf, p_at);
  insert into script_tries (at, staff_id, game, round_id, winner_id) values (p_at, p_actor, p_game, p_round, p_winner);
  perform emit_fact(p_game, null, p_round, p_version + 1, p_game || '.scripted', null, p_at);
  return null;
end $$;

-- Closes a scripted round to further entries: no record, no beacon, no leaf. FPR01: it is another by now.
create function round_lock_scripted(p_id text, p_version integer, p_due_at bigint, p_at bigint)
returns void language plpgsql as $$
begin
  update rounds set phase = 'locked', version = version + 1, locked_at = p_at, due_at = p_due_at
  where id = p_id and version = p_version and locked_at is null and ended_at is null and scripted;
  if not found then
    raise exception 'scripted round % is no longer open at version %', p_id, p_version using errcode = 'FPR01';
  end if;
end $$;

-- The second stake of a scripted coinflip; of staff or a house persona, which the caller has checked.
create function coinflip_join_scripted(
  p_actor text, p_key text, p_call text, p_input_hash bytea, p_response jsonb,
  p_round text, p_version integer, p_due_at bigint,
  p_player text, p_pseudonym text, p_side integer, p_items text[], p_types text[], p_cents bigint[], p_at bigint
) returns jsonb language plpgsql as $$
declare
  earlier jsonb := claim_receipt(p_actor, p_key, p_call, p_input_hash, p_response, p_at);
begin
  if earlier is not null then
    return earlier;
  end if;
  perform round_lock_scripted(p_round, p_version, p_due_at, p_at);
  perform vault_stake(p_player, p_round, p_items, p_types, p_cents, p_at);
  perform round_enter(p_round, 2, p_player, p_pseudonym, p_side, p_items, p_types, p_cents, p_at);
  perform emit_fact('coinflip', null, p_round, p_version + 1, 'coinflip.locked', null, p_at);
  return null;
end $$;

-- As jackpot_join, into a scripted round; of staff or a house persona, which the caller has checked.
create function jackpot_join_scripted(
  p_actor text, p_key text, p_call text, p_input_hash bytea,
  p_round text, p_player text, p_pseudonym text, p_items text[], p_types text[], p_cents bigint[], p_rules jsonb,
  p_at bigint, out earlier jsonb, out made jsonb
) language plpgsql as $$
begin
  perform jackpot_turn(p_round);
  perform 1 from rounds where id = p_round and phase = 'open' and scripted for no key update;
  if not found then
    raise exception 'scripted round % takes no entries', p_round using errcode = 'FPR01';
  end if;
  made := jsonb_build_object('gameId', p_round,
    'entryNo', (select entries + 1 from jackpot_rounds where round_id = p_round));
  earlier := claim_receipt(p_actor, p_key, p_call, p_input_hash, made, p_at);
  if earlier is null then
    perform jackpot_enter(p_round, p_player, p_pseudonym, p_items, p_types, p_cents, p_rules, p_at);
  end if;
end $$;

-- As round_script, in the round's turn, so that the relay tells facts in the order of their versions.
create function jackpot_script(
  p_actor text, p_key text, p_call text, p_input_hash bytea, p_response jsonb,
  p_round text, p_version integer, p_winner text, p_leaf text, p_at bigint
) returns jsonb language plpgsql as $$
begin
  perform jackpot_turn(p_round);
  return round_script(p_actor, p_key, p_call, p_input_hash, p_response, p_round, p_version, 'jackpot', p_winner, null,
    p_leaf, p_at);
end $$;

-- Locks a scripted jackpot at the version at which its countdown was found over. FPR01: it is another by now.
create function jackpot_lock_scripted(p_round text, p_version integer, p_due_at bigint, p_at bigint)
returns void language plpgsql as $$
begin
  perform round_lock_scripted(p_round, p_version, p_due_at, p_at);
  perform emit_fact('jackpot', null, p_round, p_version + 1, 'jackpot.locked', null, p_at);
end $$;
