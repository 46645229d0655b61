-- Claims a receipt. Null: claimed now (or no key was given), go on. Otherwise the stored response of the first time.
-- Refuses KEY_REUSED when the key belongs to another call or input. A duplicate that is in flight waits here until the
-- first one commits (then replays it) or rolls back (then claims).
create or replace function claim_receipt(
  p_player text, p_key text, p_call text, p_hash bytea, p_response jsonb, p_at bigint
) returns jsonb
language plpgsql as $$
declare
  stored receipts;
begin
  if p_key is null then
    return null;
  end if;
  insert into receipts (player_id, key, call, input_hash, response, at)
  values (p_player, p_key, p_call, p_hash, p_response, p_at)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select * into stored from receipts where player_id = p_player and key = p_key;
  if not found then
    -- Swept away between the two statements: the runner tries again.
    raise exception using errcode = 'serialization_failure', message = 'receipt vanished';
  end if;
  if stored.call <> p_call or stored.input_hash <> p_hash then
    perform refuse('KEY_REUSED');
  end if;
  return stored.response;
end $$;
