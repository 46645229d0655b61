-- Moves an order out of one of the states p_from, as trade_orders_guard allows, and notifies its player. p_change, by name: state, bot, offerId,
-- tradeId, tradeStatus, settlesAt, reason, dueAt (null: never again). Absent fields stay unchanged. p_lease: only while this claim holds (null:
-- Steam's answer is authoritative, whichever worker received it). False: the order is in another state, or claimed by another worker.
create or replace function trade_move(p_id text, p_from text[], p_lease text, p_change jsonb, p_at bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_old trade_orders;
  v_new trade_orders;
begin
  select * into v_old from trade_orders where id = p_id for no key update;
  if not found or v_old.state <> all (p_from)
    or p_lease is not null and (v_old.lease is distinct from p_lease or v_old.lease_until <= p_at) then
    return false;
  end if;
  update trade_orders o set
    state = coalesce(p_change ->> 'state', o.state),
    bot = coalesce(o.bot, (select b.steam_id from trade_bots b where b.steam_id = p_change ->> 'bot')),
    offer_id = coalesce(o.offer_id, p_change ->> 'offerId'),
    trade_id = coalesce(o.trade_id, p_change ->> 'tradeId'),
    trade_status = coalesce((p_change ->> 'tradeStatus')::integer, o.trade_status),
    settles_at = coalesce((p_change ->> 'settlesAt')::bigint, o.settles_at),
    reason = coalesce(p_change ->> 'reason', o.reason),
    due_at = case when p_change ? 'dueAt' then (p_change ->> 'dueAt')::bigint else o.due_at end,
    lease = case when p_change ? 'dueAt' then null else o.lease end,
    lease_until = case when p_change ? 'dueAt' then 0 else o.lease_until end
  where o.id = p_id returning * into v_new;
  if (v_new.state, v_new.offer_id, v_new.trade_status, v_new.settles_at)
    is not distinct from (v_old.state, v_old.offer_id, v_old.trade_status, v_old.settles_at) then
    return true;
  end if;
  -- When the books have work: `bookingDue` of contract/src/trades/states.ts.
  update trade_orders o set version = o.version + 1, changed_at = p_at,
    books_due = case
      when o.kind = 'DEPOSIT' then o.state in ('ACCEPTED', 'SETTLED') and o.trade_status is not distinct from 3 or o.state = 'REVERSED'
      else o.state in ('SETTLED', 'REVERSED', 'DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED') end
  where o.id = p_id returning * into v_new;
  update trade_order_items set open = false where order_id = p_id and open and v_new.slot is null;
  perform trade_notify(p_id, p_at);
  if v_new.kind = 'WITHDRAWAL' and v_new.state = 'SENT' and v_old.state <> 'SENT' then
    perform notify_player(v_new.player_id, 'withdrawal', 'Withdrawal',
      'Your items wait for you at Steam: accept the offer ' || v_new.code, '/withdraw', p_at);
  end if;
  if v_new.state = 'SENT' and v_old.state <> 'SENT' then
    perform push_players(array[v_new.player_id], 'trade', 'offer',
      case v_new.kind when 'DEPOSIT' then '/deposit' else '/withdraw' end, 'offer ' || p_id, p_at);
  end if;
  return true;
end $$;
revoke all on function trade_move(text, text[], text, jsonb, bigint) from public;
