-- An order ended without a deposit, or its actual deposit is counted instead: it stops counting.
create or replace function protection_deposit_over(p_source text) returns void language plpgsql as $$
declare
  v_gone protection_deposits;
begin
  delete from protection_deposits where source = p_source returning * into v_gone;
  if found then
    perform protection_uncount(v_gone.player_id, 'deposit', v_gone.hour, v_gone.cents);
  end if;
end $$;
