-- Maps the code of a transfer to the kind by which people filter movements of money. A new code that belongs to a kind gets a line here.
create or replace function ledger_kind(p_code text) returns text language sql immutable as $$
  select case
    when p_code in ('DEPOSIT', 'HOLD_RELEASE', 'DEPOSIT_REVERSED', 'CRYPTO_DEPOSIT') then 'DEPOSIT'
    when p_code in ('CRYPTO_WITHDRAWAL_HOLD', 'CRYPTO_WITHDRAWAL', 'CRYPTO_WITHDRAWAL_BACK') then 'WITHDRAWAL'
    when p_code like 'ESCROW\_%' or p_code like 'BATTLE\_%' then 'GAME'
    when p_code like 'MARKET\_%' then 'MARKET'
    else 'OTHER' end
$$;
