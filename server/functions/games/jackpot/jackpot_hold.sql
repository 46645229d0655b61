-- Holds a round that takes entries until the transaction ends. FPR01: it takes none any more.
--
-- names rounds: only a round that takes entries is held, in the statement that locks its row
create or replace function jackpot_hold(p_round text) returns void language plpgsql as $$
begin
  perform jackpot_turn(p_round);
  perform 1 from rounds where id = p_round and phase = 'open' and not scripted for no key update;
  if not found then
    raise exception 'round % takes no entries', p_round using errcode = 'FPR01';
  end if;
end $$;
