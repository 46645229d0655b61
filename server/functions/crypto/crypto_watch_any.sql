-- Whether the database has work for the watcher of a network: an address to poll, a check that is due, a balance of a reserve from before p_reserves,
-- or a payment whose confirmations count.
-- names crypto_payouts: one question for all checks of the watcher
create or replace function crypto_watch_any(p_network text, p_at bigint, p_reserves bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from crypto_payments where network = p_network and watched)
    or exists (select from crypto_wallets where network = p_network and look_at <= p_at)
    or exists (select from crypto_wallets where network = p_network and weigh_at <= p_at)
    or exists (select from crypto_payments
      where network = p_network and state = 'CREDITED' and not by_staff and check_at <= p_at)
    or exists (select from crypto_payouts
      where network = p_network and state in ('CONFIRMED', 'DEAD') and check_at <= p_at)
    or exists (select from reserve_weigh(p_network, p_reserves, 1))
$$;
revoke all on function crypto_watch_any(text, bigint, bigint) from public;
