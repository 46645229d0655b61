-- Takes an entry into a round that is held. Returns its number. p_rules: {countdownMs, leastLeftMs, longestMs, mostCents,
-- mostAloneCents, mostEntries, mostAloneEntries}. FPR01: too late by now, or no room.
--
-- names rounds: an entry raises the version under the lock that jackpot_hold took
create or replace function jackpot_enter(
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
