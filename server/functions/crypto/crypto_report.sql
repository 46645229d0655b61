-- Opens an incident, once. An incident closed by a person is reopened only when its content differs.
create or replace function crypto_report(
  p_kind text, p_network text, p_txid text, p_idx integer, p_wallet text, p_detail text, p_at bigint
) returns boolean language plpgsql as $$
begin
  if exists (
    select from crypto_incidents where kind = p_kind and txid = p_txid and idx = p_idx and network is not distinct from p_network
      and detail = p_detail and closed_by is not null) then
    return false;
  end if;
  insert into crypto_incidents (kind, network, txid, idx, wallet_id, detail, at)
  values (p_kind, p_network, p_txid, p_idx, p_wallet, p_detail, p_at)
  on conflict do nothing;
  return found;
end $$;
