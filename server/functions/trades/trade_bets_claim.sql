-- Claims due bets from Steam for a node, each for one node until p_until: order and claim, which later changes name, so that concurrent changes are
-- not lost.
create or replace function trade_bets_claim(p_at bigint, p_until bigint, p_limit integer) returns table (order_id text, claim bigint)
language sql as $$
  update trade_bets s set due_at = p_until
  where s.order_id = any(array(
    select d.order_id from trade_bets d where d.due_at <= p_at order by d.due_at limit p_limit for update skip locked))
  returning s.order_id, s.due_at
$$;
