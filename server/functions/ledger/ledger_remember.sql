-- Trigger: writes the movements of players' money that a statement posted into their history, with the balance after each. The accounts are locked
-- and already have their new balances (ledger_transfer, ledger_transfers): with several lines of one account in one statement, the balance after a
-- line is the new balance without the later lines.
create or replace function ledger_remember() returns trigger language plpgsql as $$
begin
  insert into ledger_history (player_id, at, transfer_id, kind, code, ref, cash_cents, cash_after, hold_cents, hold_after)
  select m.player_id,
    greatest(max(m.at) over (partition by m.player_id order by m.transfer_id), n.at),
    m.transfer_id, ledger_kind(m.code), m.code, m.ref, m.cash_cents, m.cash_after, m.hold_cents, m.hold_after
  from (
    select l.owner_id as player_id, l.transfer_id, min(l.at) as at, min(l.code) as code, min(l.ref) as ref,
      sum(l.cents) filter (where l.kind = 'player_cash')::bigint as cash_cents,
      sum(l.after) filter (where l.kind = 'player_cash')::bigint as cash_after,
      sum(l.cents) filter (where l.kind = 'player_hold')::bigint as hold_cents,
      sum(l.after) filter (where l.kind = 'player_hold')::bigint as hold_after
    from (
      select a.owner_id, a.kind, p.transfer_id, p.cents, t.at, t.code, t.ref,
        a.balance - coalesce(sum(p.cents) over (partition by p.account_id order by p.transfer_id desc
          rows between unbounded preceding and 1 preceding), 0) as after
      from added p
      -- By key, whatever the planner estimates for the number of added rows.
      cross join lateral (select owner_id, kind, balance from ledger_accounts where id = p.account_id offset 0) a
      cross join lateral (select at, code, ref from transfers where id = p.transfer_id offset 0) t
      where a.kind in ('player_cash', 'player_hold')
    ) l
    group by l.owner_id, l.transfer_id
  ) m
  left join lateral (
    select h.at from ledger_history h where h.player_id = m.player_id order by h.at desc, h.id desc limit 1
  ) n on true
  order by m.transfer_id;
  return null;
end $$;
