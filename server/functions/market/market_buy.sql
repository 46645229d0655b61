-- Sells items of the house: orders of many players in one transaction, each done wholly or left out, written as sets. p_orders:
-- market_order as rows of jsonb, no two under the same receipt: the caller sees to that. One row for each comes back: its `answer`
-- (`replayed`: that of an earlier time), or why it was left out: FPREF (KEY_REUSED), FPM01 (detail: the ids that are sold or were
-- never on sale), FPM02 (the ids whose price is not believed), FPM03 (the total now, in cents), FPM04 (the market is paused),
-- FPL01 (not covered), FPP01 (detail: {code, details} of the refusal, for a player who takes a break or is excluded).
--
-- They are judged one after the other, as if each came alone: who is first has the item, and what one order costs, the next one of
-- the same player does not have any more.
--
-- Locks are taken in one order by everybody: the gate of the pause, receipts, then accounts, each sorted, then the items. Every order
-- needs the account of the house, which is held from before the judging to the end: it is the turn that orders take, so what is on sale needs no locks.
-- names receipts: the answers of a whole batch are stored in the statement that makes them
create or replace function market_buy(p_orders jsonb, p_spread_bps integer, p_stale_ms bigint)
returns table (n integer, answer jsonb, replayed boolean, state text, detail text) language plpgsql as $$
declare
  v_orders market_order[] := array(select o from jsonb_populate_recordset(null::market_order, p_orders) o);
  v_receipts receipt_claim[];
  v_done integer[];
  v_told integer;
  v_purses text[];
  v_balances bigint[];
  v_purse integer;
  v_gone text[] := '{}';
  v_sold sold_item[] := '{}';
  v_left_out integer[] := '{}';
  v_sold_to integer[] := '{}';
  v_answers jsonb[] := '{}';
  v_blocked jsonb;
  o record;
  v_paused boolean := pause_gate('market.paused');
begin
  -- Who names the total is answered with it or refused: such an answer is stored with its claim.
  v_receipts := array(select row(w.n, w.player_id, w.key, w.call, w.hash, market_answer(w.order_id, w.items, w.seen), w.at)::receipt_claim
    from unnest(v_orders) w where w.key is not null);
  v_done := claim_receipts(v_receipts);
  if v_done <> '{}' then
    return query select c.stake, case when s.same then r.response end, s.same, case when not s.same then 'FPREF' end, 'KEY_REUSED'
      from unnest(v_receipts) c join receipts r on r.player_id = c.player_id and r.key = c.key
        cross join lateral (select r.call = c.call and r.input_hash = decode(c.input_hash, 'hex')) s (same)
      where c.stake = any (v_done);
    get diagnostics v_told = row_count;
    if v_told <> cardinality(v_done) then
      -- Swept away between the two statements: the caller tries again.
      raise exception using errcode = 'serialization_failure', message = 'a receipt vanished';
    end if;
    v_orders := array(select w from unnest(v_orders) w where w.n <> all (v_done));
  end if;
  -- Whoever waits here for another buyer finds what that one took gone: no order is judged without the account of the house.
  v_purses := array(select distinct 'cash:' || w.player_id from unnest(v_orders) w) || 'house'::text;
  v_purses := array(select p collate "C" from unnest(v_purses) p order by 1);
  v_balances := ledger_hold(v_purses);
  for o in
    select w.n, w.order_id, w.player_id, w.items, w.seen, i.*
    from unnest(v_orders) w cross join lateral (
      select sum(market_ask(m.reference_cents, p_spread_bps))::bigint as total,
        array_agg(g.id) filter (where m.item_type is null) as missing,
        string_agg(g.id, ',') filter (where m.doubt is not null or (m.origin = 'sources' and m.priced_at < w.at - p_stale_ms))
          as doubted,
        array_agg(row(w.order_id, g.id, w.player_id, market_ask(m.reference_cents, p_spread_bps), w.at)::sold_item) as sold
      from unnest(w.items) g (id) left join market_listings l on l.item_id = g.id
        left join market_prices m on m.item_type = l.item_type
    ) i order by w.n
  loop
    n := o.n;
    replayed := false;
    answer := null;
    detail := null;
    v_blocked := protection_refusal(o.player_id, '{}', 0, false, 0);
    v_purse := array_position(v_purses, 'cash:' || o.player_id);
    if v_paused then
      state := 'FPM04';
    elsif v_blocked is not null then
      state := 'FPP01';
      detail := v_blocked;
    elsif o.missing is not null or o.items && v_gone then
      state := 'FPM01';
      detail := (select string_agg(i, ',') from unnest(o.items) i where i = any (o.missing || v_gone));
    elsif o.doubted is not null then
      state := 'FPM02';
      detail := o.doubted;
    elsif o.total <> o.seen then
      state := 'FPM03';
      detail := o.total;
    elsif o.total > coalesce(v_balances[v_purse], 0) then
      state := 'FPL01';
    else
      state := null;
      v_balances[v_purse] := v_balances[v_purse] - o.total;
      v_gone := v_gone || o.items;
      v_sold := v_sold || o.sold;
      answer := market_answer(o.order_id, o.items, o.total);
      if o.seen is null then
        v_sold_to := v_sold_to || o.n;
        v_answers := v_answers || answer;
      end if;
    end if;
    if state is not null then
      v_left_out := v_left_out || o.n;
    end if;
    return next;
  end loop;
  if v_left_out <> '{}' then
    delete from receipts r using unnest(v_receipts) c
    where c.stake = any (v_left_out) and r.player_id = c.player_id and r.key = c.key;
  end if;
  if v_sold = '{}' then
    return;
  end if;
  if v_sold_to <> '{}' then
    update receipts r set response = a.answer
    from unnest(v_sold_to, v_answers) a (n, answer) join unnest(v_receipts) c on c.stake = a.n
    where r.player_id = c.player_id and r.key = c.key;
  end if;
  delete from market_listings where item_id = any (v_gone);
  perform vault_sell(v_sold);
  insert into market_sales (order_id, item_id, player_id, cents, at)
  select s.order_id, s.item_id, s.player_id, s.cents, s.at from unnest(v_sold) s;
  perform ledger_transfers(array(
    select row(t.order_id, 'market:' || t.order_id, 'MARKET_BUY', t.order_id, t.at, p.account, p.cents)::ledger_line
    from (select s.order_id, s.player_id, s.at, sum(s.cents)::bigint as cents from unnest(v_sold) s group by 1, 2, 3) t
      cross join lateral (values ('cash:' || t.player_id, -t.cents), ('house', t.cents)) p (account, cents)));
  -- One fact for all of them: whoever watches the market asks which items are gone, not by which order.
  perform emit_fact('market', null, v_sold[1].order_id, 1, 'market.sold', jsonb_build_object('itemIds', to_jsonb(v_gone)),
    v_sold[1].at);
end $$;
