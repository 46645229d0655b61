-- Numbers the entries that there is room and time for, in their order, each as if it came alone, and moves the timer.
-- p_rules: rules.ts ENTRY_RULES, which says the same. The row of the round is held (`round_stakes` took its turn).
create or replace function jackpot_admit(p_round text, p_entries round_entry[], p_rules jsonb) returns round_entry[]
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
