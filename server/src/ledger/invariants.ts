/** Invariants of the money tables at every commit; tests check them after each command. Each line is a violation. */
import { lines, type Invariant } from '../platform/runner/feature.ts';
import { sql, type Sql } from '../platform/database/sql.ts';

/** Every account with its full balance: the stored one plus postings that are not folded into it yet. */
const balancesSql: Sql = sql`(select a.id, a.balance + coalesce(
  (select sum(n.cents) from ledger_pending n where n.account_id = a.id), 0)::bigint as balance from ledger_accounts a)`;

export const ledgerInvariants: readonly Invariant[] = [
  {
    name: 'I1 all balances together are zero, and so is every transfer',
    check: lines(sql`
      select 'all balances sum to ' || sum(balance) as line from ${balancesSql} b having sum(balance) <> 0
      union all
      select 'transfer ' || transfer_id || ' sums to ' || sum(cents) from postings group by transfer_id
        having sum(cents) <> 0
      union all
      select 'transfer ' || id || ' moves nothing' from transfers t
        where not exists (select 1 from postings p where p.transfer_id = t.id)`),
  },
  {
    name: 'I2 money: an ended escrow is empty',
    check: lines(sql`
      select 'escrow of ' || e.round_id || ' ended with ' || a.balance || ' cents in it' as line
      from escrows e join ledger_accounts a on a.kind = 'escrow' and a.owner_id = e.round_id
      where e.ended_by is not null and a.balance <> 0`),
  },
  {
    name: 'I4 no player balance is negative',
    check: lines(sql`
      select id || ' holds ' || balance as line from ledger_accounts
      where balance < 0 and kind not in ('house', 'world')`),
  },
  {
    name: 'I7 the history of a player has all movements, and ends with the balances',
    check: lines(sql`
      select a.id || ' has ' || a.balance || ', its movements sum to ' || coalesce(h.sum, 0) || ' and end with '
        || coalesce(h.after, 0) as line
      from ledger_accounts a left join lateral (
        select sum(m.cents) as sum, (array_agg(m.after order by m.at desc, m.id desc))[1] as after
        from (
          select at, id, case a.kind when 'player_cash' then cash_cents else hold_cents end as cents,
            case a.kind when 'player_cash' then cash_after else hold_after end as after
          from ledger_history where player_id = a.owner_id
        ) m where m.after is not null
      ) h on true
      where a.kind in ('player_cash', 'player_hold')
        and (a.balance <> coalesce(h.sum, 0) or a.balance <> coalesce(h.after, 0))`),
  },
  {
    name: 'I7 a stored balance is the sum of its postings',
    check: lines(sql`
      select a.id || ' stores ' || a.balance || ', its postings sum to ' || coalesce(sum(p.cents), 0) as line
      from ${balancesSql} a left join postings p on p.account_id = a.id
      group by a.id, a.balance having a.balance <> coalesce(sum(p.cents), 0)`),
  },
];
