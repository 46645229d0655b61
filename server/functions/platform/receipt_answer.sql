-- The answer that is stored under a key, or null when there is none yet. Refuses KEY_REUSED when the key belongs to another call or
-- input. For calls that count how often they are made before they claim anything: a retry is not counted again.
create or replace function receipt_answer(p_player text, p_key text, p_call text, p_hash bytea) returns jsonb
language plpgsql stable as $$
declare
  stored receipts;
begin
  select * into stored from receipts where player_id = p_player and key = p_key;
  if found and (stored.call <> p_call or stored.input_hash <> p_hash) then
    perform refuse('KEY_REUSED');
  end if;
  return stored.response;
end $$;
