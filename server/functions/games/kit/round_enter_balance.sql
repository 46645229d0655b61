-- Writes an entry of balance: no items. The ledger moves the money.
create or replace function round_enter_balance(
  p_round text, p_no integer, p_player text, p_pseudonym text, p_pick integer, p_cents bigint, p_at bigint
) returns void language plpgsql as $$
begin
  insert into entries (round_id, no, player_id, pseudonym, pick, cents, at)
  values (p_round, p_no, p_player, p_pseudonym, p_pick, p_cents, p_at);
end $$;
