-- Entries of the jackpot go through `round_stakes` as all stakes of items do: many players' in one transaction.

-- Numbers the entries that there is room and time for, in their order, each as if it came alone, and moves the timer.
-- p_rules: rules.ts ENTRY_RULES, which says the same. The row of the round is held (`round_stakes` took its turn).
create function jackpot_admit(p_round text, p_entries round_entry[], p_rules jsonb) returns round_entry[]
language plpgsql as $$
declare
  t jackpot_rounds;
  e round_entry;
  first_or_same boolean;
  v_admitted round_entry[] := '{}';
begin
  select * into strict t from jackpot_rounds where round_id = p_round;
  foreach e in array p_entries loop
    first_or_same := t.entries = 0 or coalesce(t.alone = e.player_id, false);
    continue when t.deadline_at <= e.at
      or t.pot_cents + e.cents > (p_rules ->> case when first_or_same then 'mostAloneCents' else 'mostCents' end)::bigint
      or t.entries >= (p_rules ->> case when first_or_same then 'mostAloneEntries' else 'mostEntries' end)::integer;
    t.entries := t.entries + 1;
    t.pot_cents := t.pot_cents + e.cents;
    if first_or_same then
      t.alone := e.player_id;
    elsif t.countdown_at is null then
      t.alone := null;
      t.countdown_at := e.at;
      t.deadline_at := e.at + (p_rules ->> 'countdownMs')::bigint;
    else
      t.deadline_at := greatest(t.deadline_at, least(e.at + (p_rules ->> 'leastLeftMs')::bigint,
        t.countdown_at + (p_rules ->> 'longestMs')::bigint));
    end if;
    e.no := t.entries;
    v_admitted := array_append(v_admitted, e);
  end loop;
  update jackpot_rounds set entries = t.entries, pot_cents = t.pot_cents, alone = t.alone,
    countdown_at = t.countdown_at, deadline_at = t.deadline_at
  where round_id = p_round;
  return v_admitted;
end $$;

-- What staff says of a round takes its turn among those who enter it; then no game needs a function of its own for it.
create or replace function round_script(
  p_actor text, p_key text, p_call text, p_input_hash bytea, p_response jsonb, p_round text, p_version integer,
  p_game text, p_winner text, p_lead_cents bigint, p_leaf text, p_at bigint
) returns jsonb language plpgsql as $$
declare
  earlier jsonb;
begin
  perform round_turn(p_round);
  earlier := claim_receipt(p_actor, p_key, p_call, p_input_hash, p_response, p_at);
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

drop function jackpot_join, jackpot_join_scripted, jackpot_enter, jackpot_hold, jackpot_turn, jackpot_open, jackpot_script;
