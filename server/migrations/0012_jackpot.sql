-- Jackpot: one round at a time that many players enter at once. What depends on the order of entry (its number, the timer,
-- whether there is room) is worked out here, under the round's row lock, by the rules that the caller passes in p_rules;
-- an entry therefore never has to be decided anew because another one came first. rules.ts says the same, and an
-- invariant compares the two for every round.

-- owner: games/jackpot
-- What an entry is decided on without reading all entries before it.
create table jackpot_rounds (
  round_id text collate "C" primary key,
  entries integer not null default 0,
  pot_cents bigint not null default 0,
  -- The player of every entry so far; null while there is none, and from the second player on.
  alone text collate "C",
  -- When the second player came in: the countdown's start.
  countdown_at bigint,
  -- The first moment that is too late for an entry.
  deadline_at bigint,
  check (num_nulls(countdown_at, deadline_at) in (0, 2)),
  check (entries > 0 or (alone is null and deadline_at is null and pot_cents = 0)),
  check (entries = 0 or (alone is null) = (deadline_at is not null))
);

-- One round at a time: a second opening fails, whoever else tries.
create unique index rounds_one_jackpot on rounds (game) where game = 'jackpot' and phase in ('open', 'locked');

-- Opens the next round. Unique violation: another node has.
create function jackpot_open(
  p_round text, p_hash text, p_fee_bps integer, p_secret text, p_leaf text, p_at bigint
) returns void language plpgsql as $$
begin
  perform round_open(p_round, 'jackpot', p_hash, p_fee_bps, p_secret, p_leaf, p_at);
  insert into jackpot_rounds (round_id) values (p_round);
  perform emit_fact('jackpot', null, p_round, 1, 'jackpot.opened', null, p_at);
end $$;

-- Waits for the turn to change an open round; ends with the transaction. It must be the first thing that a transaction
-- does: waiting for an advisory lock gives the transaction no id yet (waiting for a row does), so ids are given in the
-- order of the turns, and the relay, which reads by them, tells the facts of a round in the order of their versions.
create function jackpot_turn(p_round text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(p_round, 0))
$$;

-- Holds a round that takes entries until the transaction ends. FPR01: it takes none any more.
create function jackpot_hold(p_round text) returns void language plpgsql as $$
begin
  perform jackpot_turn(p_round);
  perform 1 from rounds where id = p_round and phase = 'open' and not scripted for no key update;
  if not found then
    raise exception 'round % takes no entries', p_round using errcode = 'FPR01';
  end if;
end $$;

-- Takes an entry into a round that is held. Returns its number. p_rules: {countdownMs, leastLeftMs, longestMs, mostCents,
-- mostAloneCents, mostEntries, mostAloneEntries}. FPR01: too late by now, or no room.
create function jackpot_enter(
  p_round text, p_player text, p_pseudonym text, p_items text[], p_types text[], p_cents bigint[], p_rules jsonb,
  p_at bigint
) returns integer language plpgsql as $$
declare
  t jackpot_rounds;
  first_or_same boolean;
  at_version integer;
begin
  select * into strict t from jackpot_rounds where round_id = p_round;
  first_or_same := t.entries = 0 or coalesce(t.alone = p_player, false);
  t.entries := t.entries + 1;
  t.pot_cents := t.pot_cents + (select sum(c) from unnest(p_cents) c);
  if t.deadline_at <= p_at
    or t.pot_cents > (p_rules ->> case when first_or_same then 'mostAloneCents' else 'mostCents' end)::bigint
    or t.entries > (p_rules ->> case when first_or_same then 'mostAloneEntries' else 'mostEntries' end)::integer
  then
    raise exception 'no room or no time in round %', p_round using errcode = 'FPR01';
  end if;
  if first_or_same then
    t.alone := p_player;
  elsif t.countdown_at is null then
    t.alone := null;
    t.countdown_at := p_at;
    t.deadline_at := p_at + (p_rules ->> 'countdownMs')::bigint;
  else
    t.deadline_at := greatest(t.deadline_at, least(p_at + (p_rules ->> 'leastLeftMs')::bigint,
      t.countdown_at + (p_rules ->> 'longestMs')::bigint));
  end if;
  update jackpot_rounds set entries = t.entries, pot_cents = t.pot_cents, alone = t.alone,
    countdown_at = t.countdown_at, deadline_at = t.deadline_at
  where round_id = p_round;
  update rounds set version = version + 1 where id = p_round returning version into strict at_version;
  perform vault_stake(p_player, p_round, p_items, p_types, p_cents, p_at);
  perform round_enter(p_round, t.entries, p_player, p_pseudonym, null, p_items, p_types, p_cents, p_at);
  perform emit_fact('jackpot', null, p_round, at_version, 'jackpot.entered', null, p_at);
  return t.entries;
end $$;

-- One player's entry, a whole transaction in one statement. `earlier`: the stored answer when the receipt was claimed
-- before; `made`: the answer otherwise.
create function jackpot_join(
  p_actor text, p_key text, p_call text, p_input_hash bytea,
  p_round text, p_player text, p_pseudonym text, p_items text[], p_types text[], p_cents bigint[], p_rules jsonb,
  p_at bigint, out earlier jsonb, out made jsonb
) language plpgsql as $$
begin
  perform jackpot_hold(p_round);
  made := jsonb_build_object('gameId', p_round,
    'entryNo', (select entries + 1 from jackpot_rounds where round_id = p_round));
  earlier := claim_receipt(p_actor, p_key, p_call, p_input_hash, made, p_at);
  if earlier is null then
    perform jackpot_enter(p_round, p_player, p_pseudonym, p_items, p_types, p_cents, p_rules, p_at);
  end if;
end $$;

-- Locks the round at the version that its lock record was made of. FPR01: it is another by now.
create function jackpot_lock(
  p_round text, p_version integer, p_lock text, p_drand_round bigint, p_due_at bigint, p_at bigint
) returns void language plpgsql as $$
begin
  perform round_lock(p_round, p_version, p_lock, p_drand_round, p_due_at, p_at);
  perform emit_fact('jackpot', null, p_round, p_version + 1, 'jackpot.locked', null, p_at);
end $$;
