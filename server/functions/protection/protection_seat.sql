-- Counts a single stake or refuses it: for stakes that are written one by one.
create or replace function protection_seat(p_player text, p_cents bigint) returns void language plpgsql as $$
declare
  v_refused jsonb;
begin
  select s.refused into v_refused from protection_stakes(array[row(0, p_player, p_cents)::protected_stake]) s;
  if v_refused is not null then
    perform refuse(v_refused ->> 'code', v_refused -> 'details');
  end if;
end $$;
