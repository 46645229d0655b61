-- Trigger: a received crypto payment counts when it is credited, in place of the ordered amount. It arrived by itself, so nothing is refused here.
-- names crypto_wallets: whose address it came to
-- names crypto_orders: the order that it came for
create or replace function protection_crypto_credited() returns trigger language plpgsql as $$
begin
  perform protection_deposit_over((select o.id from crypto_orders o where o.wallet_id = new.wallet_id));
  perform protection_deposit(new.network || ':' || new.txid || ':' || new.idx,
    (select w.player_id from crypto_wallets w where w.id = new.wallet_id), new.credited_cents, false);
  return null;
end $$;
