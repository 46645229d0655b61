-- Orders of many players in one transaction: each is done wholly, or left out with why (state, message, detail of its error).
-- p_orders: [{n, order, player, key, call, hash, items, seen, at}], hash in hex. Everything that they want is held first, in one
-- order for everybody: items, then accounts, the house's among them, which no two of these batches hold at once.
-- names ledger_accounts: they are held in their order before the first order is done
create or replace function market_buy_all(p_orders jsonb, p_spread_bps integer, p_stale_ms bigint)
returns table (n integer, answer jsonb, replayed boolean, state text, message text, detail text) language plpgsql as $$
declare
  o record;
begin
  perform 1 from market_listings l
  where l.item_id = any (array(
    select jsonb_array_elements_text(w -> 'items') from jsonb_array_elements(p_orders) w)) order by l.item_id for update;
  perform 1 from ledger_accounts a
  where a.id = any (array(select 'cash:' || (w ->> 'player') from jsonb_array_elements(p_orders) w) || 'house'::text)
  order by a.id for update;
  for o in select * from jsonb_to_recordset(p_orders) as w (n integer, "order" text, player text, key text, call text, hash text,
    items text[], seen bigint, at bigint) order by w.n
  loop
    n := o.n;
    state := null;
    message := null;
    detail := null;
    begin
      select b.answer, b.replayed into answer, replayed
      from market_buy(o."order", o.player, o.key, o.call, decode(o.hash, 'hex'), o.items, o.seen, p_spread_bps, p_stale_ms, o.at) b;
    exception when others then
      get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail;
      -- All of them are tried again.
      if state in ('40001', '40P01') then
        raise;
      end if;
      answer := null;
      replayed := false;
    end;
    return next;
  end loop;
end $$;
