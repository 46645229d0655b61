-- Counts a try of each of p_who in this hour; false if one of them has already had p_most[i] tries (the others' tries still count). The rows stay
-- locked until the transaction ends, so concurrent tries on any number of nodes are counted one by one.
create or replace function promo_try(p_who text[], p_most integer[]) returns boolean language plpgsql as $$
declare
  v_rows integer;
begin
  insert into promo_tries as t (who, hour, tries)
  select w.who, protection_hour(), 1 from unnest(p_who) w (who) order by w.who
  on conflict (hour, who) do update set tries = t.tries + 1
  where t.tries < p_most[array_position(p_who, t.who)];
  get diagnostics v_rows = row_count;
  return v_rows = cardinality(p_who);
end $$;
