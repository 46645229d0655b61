-- Claims receipts, in one order for everybody. Returns the stakes whose receipt was there before: they happened already.
create or replace function claim_receipts(p_claims receipt_claim[]) returns integer[] language plpgsql as $$
declare
  v_done integer[];
begin
  with claimed as (
    insert into receipts (player_id, key, call, input_hash, response, at)
    select c.player_id, c.key, c.call, decode(c.input_hash, 'hex'), c.response, c.at from unnest(p_claims) c
    order by c.player_id, c.key
    on conflict do nothing
    returning player_id, key
  )
  select coalesce(array_agg(c.stake), '{}') into v_done from unnest(p_claims) c
  where not exists (select from claimed d where d.player_id = c.player_id and d.key = c.key);
  return v_done;
end $$;
