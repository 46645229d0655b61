-- The only way to move money. Moves p_cents[i] into p_accounts[i] (negative: out of it), all or nothing. Returns the id of the transfer: p_id, or
-- that of the earlier transfer under the same key with the same content. Refuses NOT_ENOUGH_BALANCE when an account of a player, an escrow or a fee
-- would go below zero. FPL03: a bug, such as a key reused for another transfer.
create or replace function ledger_transfer(
  p_id text, p_key text, p_code text, p_ref text, p_at bigint, p_accounts text[], p_cents bigint[]
) returns text language plpgsql as $$
declare
  known transfers;
  known_accounts integer;
  touched integer;
begin
  insert into transfers (id, key, code, ref, at) values (p_id, p_key, p_code, p_ref, p_at) on conflict (key) do nothing;
  if not found then
    select * into strict known from transfers where key = p_key;
    if known.code <> p_code or known.ref <> p_ref or exists (
      (select account_id, cents from postings where transfer_id = known.id
        except select * from unnest(p_accounts, p_cents))
      union all
      (select * from unnest(p_accounts, p_cents)
        except select account_id, cents from postings where transfer_id = known.id)
    ) then
      raise exception 'transfer key % was used for something else', p_key using errcode = 'FPL03';
    end if;
    return known.id;
  end if;
  if cardinality(p_accounts) is distinct from cardinality(p_cents) or cardinality(p_accounts) < 2
    or (select sum(c) <> 0 or bool_or(c = 0) from unnest(p_cents) c)
    or (select count(distinct a) from unnest(p_accounts) a) <> cardinality(p_accounts) then
    raise exception 'transfer % needs two or more accounts, each once, and cents that sum to zero', p_key
      using errcode = 'FPL03';
  end if;
  -- One lock order for every transfer: account ids, ascending. Accounts of the site itself are not locked: their balance never refuses a transfer, so
  -- their postings go through ledger_pending.
  perform 1 from ledger_accounts where id = any (p_accounts) and kind not in ('house', 'world') order by id for update;
  with moves as (
    select a.id, m.cents, a.kind in ('house', 'world') as is_site
    from unnest(p_accounts, p_cents) as m (id, cents) join ledger_accounts a on a.id = m.id
  ), waiting as (
    insert into ledger_pending (account_id, cents) select id, cents from moves where is_site returning 1
  ), booked as (
    update ledger_accounts a set balance = a.balance + m.cents from moves m
    where a.id = m.id and not m.is_site and (a.balance + m.cents >= 0 or m.cents > 0)
    returning a.owner_id, a.kind, a.balance, m.cents
  ), remembered as (
    -- As transferAll (ledger.ts).
    insert into ledger_history
      (player_id, at, transfer_id, kind, code, ref, cash_cents, cash_after, hold_cents, hold_after)
    select b.owner_id, greatest(p_at, (
        select h.at from ledger_history h where h.player_id = b.owner_id order by h.at desc, h.id desc limit 1)),
      p_id, ledger_kind(p_code), p_code, p_ref,
      sum(b.cents) filter (where b.kind = 'player_cash'), sum(b.balance) filter (where b.kind = 'player_cash'),
      sum(b.cents) filter (where b.kind = 'player_hold'), sum(b.balance) filter (where b.kind = 'player_hold')
    from booked b where b.kind in ('player_cash', 'player_hold') group by b.owner_id
  )
  select (select count(*) from moves), (select count(*) from waiting) + (select count(*) from booked) into known_accounts, touched;
  if known_accounts <> cardinality(p_accounts) then
    raise exception 'transfer % names an account that was never opened', p_key using errcode = 'FPL03';
  end if;
  if touched <> cardinality(p_accounts) then
    perform refuse('NOT_ENOUGH_BALANCE');
  end if;
  insert into postings (transfer_id, account_id, cents) select p_id, m.* from unnest(p_accounts, p_cents) m;
  return p_id;
end $$;
