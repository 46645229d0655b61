-- Returns addresses that are due for a poll, on a chain that is polled by address, and schedules their next poll: after p_every ms while they are in
-- use or a payment is pending, after twenty times that for two weeks, then once a day.
create or replace function crypto_look(p_network text, p_at bigint, p_every bigint, p_limit integer) returns setof text
language sql security definer set search_path = public, pg_temp as $$
  update crypto_wallets w set look_at = p_at + case
    when p_at - w.warm_at < 172800000
      or exists (select from crypto_payments p where p.wallet_id = w.id and p.watched and p.state <> 'LOST') then p_every
    when p_at - w.warm_at < 1209600000 then least(20 * p_every, 86400000)
    else 86400000 end
  where w.id = any(array(
    select id from crypto_wallets where network = p_network and look_at <= p_at
    order by look_at limit p_limit for no key update skip locked))
  returning w.address
$$;
revoke all on function crypto_look(text, bigint, bigint, integer) from public;
