-- The signer advertises what it can send: p_ways: {coin, wallet, most (text), reviewers: [key]}.
create or replace function payout_advertise(p_ways jsonb, p_at bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into crypto_ways_out as w (coin, wallet, most_units, reviewers, seen_at)
  select t.coin, t.wallet, t.most::numeric, array(select jsonb_array_elements_text(t.reviewers)), p_at
  from jsonb_to_recordset(p_ways) as t (coin text, wallet text, most text, reviewers jsonb)
  order by t.coin
  on conflict (coin) do update set wallet = excluded.wallet, most_units = excluded.most_units, reviewers = excluded.reviewers,
    seen_at = greatest(w.seen_at, excluded.seen_at)
$$;
revoke all on function payout_advertise(jsonb, bigint) from public;
