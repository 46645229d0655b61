-- Compares an address's balance in each coin of its chain, up to and including the block under the cursor, with the stored payments. p_held: {coin,
-- units (text), spent}; spent: something left the address, so it may hold less than it received. False: the cursor has moved, and the result is
-- ignored. A difference reported twice is an incident: UNSEEN_MONEY if the chain has more (most likely sent by a contract: a person must credit it),
-- MONEY_MISSING if it has less. Less than a cent is ignored.
create or replace function crypto_weighed(
  p_network text, p_height bigint, p_hash text, p_address text, p_held jsonb, p_every bigint, p_at bigint
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_wallet record;
  v_apart record;
begin
  perform 1 from crypto_networks where network = p_network and height = p_height and hash = p_hash for share;
  if not found then
    return false;
  end if;
  select id, idx, warm_at, doubt into strict v_wallet from crypto_wallets
  where network = p_network and address = p_address for no key update;
  select t.coin, t.units::numeric as units, paid.units as paid into v_apart
  from jsonb_to_recordset(p_held) as t (coin text, units text, spent boolean)
  cross join lateral (
    select coalesce(sum(p.units), 0) as units from crypto_payments p
    where p.wallet_id = v_wallet.id and p.coin = t.coin and p.height <= p_height) paid
  where t.units::numeric - paid.units >= case t.coin when 'BTC' then 10 when 'ETH' then 2000000000000 else 10000 end
    or t.units::numeric < paid.units and not t.spent
  order by t.coin limit 1;
  if v_apart.coin is null then
    update crypto_wallets set doubt = null, weigh_at = p_at + greatest(p_every, least(p_at - warm_at, 2592000000))
    where id = v_wallet.id;
  elsif v_wallet.doubt is distinct from v_apart.coin || ' ' || v_apart.units || ' ' || v_apart.paid then
    update crypto_wallets set doubt = v_apart.coin || ' ' || v_apart.units || ' ' || v_apart.paid, weigh_at = p_at + 1000
    where id = v_wallet.id;
  else
    update crypto_wallets set weigh_at = p_at + p_every where id = v_wallet.id;
    perform crypto_report(case when v_apart.units > v_apart.paid then 'UNSEEN_MONEY' else 'MONEY_MISSING' end,
      p_network, '', v_wallet.idx::integer, v_wallet.id, 'the address got ' || v_apart.units || ' base units of ' || v_apart.coin
        || ' by the chain, ' || v_apart.paid || ' by its payments', p_at);
  end if;
  return true;
end $$;
revoke all on function crypto_weighed(text, bigint, text, text, jsonb, bigint, bigint) from public;
