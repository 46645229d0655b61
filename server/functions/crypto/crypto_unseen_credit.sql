-- Stores as a payment what only the balance of an address shows, after two staff members approved it (crypto_unseen). The amount is limited to what
-- the watcher has twice reported as on chain but missing in the payments (crypto_wallets.doubt), and it goes to the owner of the address: a holder of
-- the app's credentials cannot create money here. The books credit it like any other payment. False: the chain does not show that amount, or no
-- longer does.
create or replace function crypto_unseen_credit(p_incident bigint, p_at bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_credit crypto_unseen;
  v_incident crypto_incidents;
  v_wallet crypto_wallets;
begin
  select * into v_credit from crypto_unseen where incident_id = p_incident and allowed_by is not null;
  if not found then
    return false;
  end if;
  select * into strict v_incident from crypto_incidents where id = p_incident;
  select * into v_wallet from crypto_wallets where id = v_incident.wallet_id for no key update;
  if v_incident.kind <> 'UNSEEN_MONEY' or v_wallet.doubt is null
    or split_part(v_wallet.doubt, ' ', 1) <> v_credit.coin
    or split_part(v_wallet.doubt, ' ', 2)::numeric - split_part(v_wallet.doubt, ' ', 3)::numeric <> v_credit.units then
    return false;
  end if;
  insert into crypto_payments (network, txid, idx, wallet_id, coin, units, height, block_hash, confirmations, final, state, seen_at,
    changed_at, due_at, watched, by_staff)
  -- An index that no output and no log has. Never checked by its transaction: the balance of its address is checked.
  select v_wallet.network, v_credit.txid, (1000000000 + p_incident)::integer, v_wallet.id, v_credit.coin, v_credit.units, n.height, n.hash, 1000000,
    true, 'CONFIRMING', p_at, p_at, 0, false, true
  from crypto_networks n where n.network = v_wallet.network;
  update crypto_wallets set doubt = null where id = v_wallet.id;
  return true;
end $$;
revoke all on function crypto_unseen_credit(bigint, bigint) from public;
