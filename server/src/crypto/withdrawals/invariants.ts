/** What holds over crypto withdrawals at every commit; run after each command in tests. Each line is a violation. */
import { postedSql } from '../../ledger/ledger.ts';
import { sql } from '../../platform/database/sql.ts';
import { lines, type Invariant } from '../../platform/runner/feature.ts';

export const withdrawalInvariants: readonly Invariant[] = [
  {
    name:
      'crypto: the holds equal the open withdrawals; what was paid left the site, ' +
      'and what was refunded is the player’s',
    check: lines(sql`
      with said as (
        select id, 'hold:' || player_id as account_id, case when end_transfer is null then cents else 0 end as cents
        from crypto_withdrawals
        union all
        select id, 'cash:' || player_id, case when state = 'REFUNDED' then 0 else -cents end from crypto_withdrawals
        union all
        select id, 'world', case when state = 'CONFIRMED' and end_transfer is not null then cents - fee_cents else 0 end
        from crypto_withdrawals
      ), posted as (
        select t.ref as id, t.account_id, sum(t.cents) as cents from ${postedSql} t
        where t.code like 'CRYPTO_WITHDRAWAL%' and t.account_id <> 'house' group by t.ref, t.account_id
      )
      select coalesce(s.id, p.id) || ' says ' || coalesce(s.cents, 0) || ' of ' || coalesce(s.account_id, p.account_id)
        || ', the ledger ' || coalesce(p.cents, 0) as line
      from said s full join posted p on p.id = s.id and p.account_id = s.account_id
      where coalesce(s.cents, 0) <> coalesce(p.cents, 0)`),
  },
  {
    name:
      'crypto: a withdrawal has at most one live transaction, with its own coins and address, ' +
      'and exactly while its state says so',
    check: lines(sql`
      select w.id || ' is ' || w.state || ', its transaction ' || coalesce(p.state || ' ' || p.txid, 'none') as line
      from crypto_withdrawals w left join crypto_payouts p on p.withdrawal_id = w.id and p.state <> 'DEAD'
      where case when w.state in ('SIGNED', 'BROADCAST', 'CONFIRMED')
        then p.txid is distinct from w.txid or p.state <> w.state
          or (p.coin, p.address, p.units) <> (w.coin, w.address, w.units)
        else p.txid is not null end`),
  },
  {
    name: 'crypto: what was sent and needed a review was signed by two reviewers',
    check: lines(sql`
      select w.id || ' is ' || w.state || ' with ' || count(r.*) || ' approvals' as line
      from crypto_withdrawals w left join crypto_reviews r on r.withdrawal_id = w.id and r.act = 'APPROVED'
      where w.review and w.state in ('APPROVED', 'SIGNED', 'BROADCAST', 'CONFIRMED') group by w.id, w.state
      having count(r.*) < 2`),
  },
];
