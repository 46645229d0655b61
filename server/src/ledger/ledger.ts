/**
 * Money: accounts, transfers and escrow. The only code that names the money tables; every feature that moves money calls it inside
 * its own transaction.
 *
 * Invariants: postings of a transfer sum to zero (I1), players' balances never go below zero (I4), an account's balance is the sum
 * of its postings (I7), the money in escrow for a round leaves it once, by a transfer that names it (I2).
 */
import { cents, type Cents } from '@fairpot/contract/wire/money';
import { invariant } from '../platform/runner/refused.ts';
import { sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';

/** Account ids by purpose. This is the only place that builds ids. */
export const account = {
  world: 'world',
  house: 'house',
  /** What promo codes paid out: negative by that sum. */
  bonus: 'bonus',
  /** What a demo paid out: negative by that sum. */
  gifts: 'gifts',
  cash: (playerId: string) => `cash:${playerId}`,
  hold: (playerId: string) => `hold:${playerId}`,
  escrow: (roundId: string) => `escrow:${roundId}`,
  fee: (game: string) => `fee:${game}`,
} as const;

export interface Posting {
  readonly account: string;
  /** Positive: into the account; negative: out of it. Never 0. */
  readonly cents: Cents;
}

export interface NewTransfer {
  /** A fresh transfer id. If `key` was used before for the same transfer, the id of that one is returned. */
  readonly id: string;
  /** The purpose of this transfer, used only once: '<game>:rnd_..:payout'. */
  readonly key: string;
  /** The reason, in capitals: 'DEPOSIT', 'DEMO_GRANT'. */
  readonly code: string;
  /** The round, order or request behind it. */
  readonly ref: string;
  readonly at: number;
  /** Each account once; the sum is zero. */
  readonly postings: readonly Posting[];
}

/** The postings of a payment from one account to another. */
export function paymentPostings(from: string, to: string, sum: Cents): readonly Posting[] {
  return [
    { account: from, cents: cents(0 - sum) },
    { account: to, cents: sum },
  ];
}

/** Opens a player's two accounts; opening them again changes nothing. */
export async function openPlayerAccounts(tx: Tx, playerId: string, at: number): Promise<void> {
  await tx.run(sql`
    select ledger_open(${account.cash(playerId)}, 'player_cash', ${playerId}, ${at}),
      ledger_open(${account.hold(playerId)}, 'player_hold', ${playerId}, ${at})`);
}

/**
 * Moves money, all or nothing, once per key; returns the transfer's id. Refuses NOT_ENOUGH_BALANCE when an account is not covered
 * (the transaction is lost then). Reusing a key for something else is a bug of ours.
 */
export async function transfer(tx: Tx, t: NewTransfer): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    select ledger_transfer(${t.id}, ${t.key}, ${t.code}, ${t.ref}, ${t.at},
      ${t.postings.map((p) => p.account)}::text[], ${t.postings.map((p) => p.cents)}::bigint[]) as id`);
  return id;
}

/**
 * Moves money by many transfers at once, each under a new key. The caller has locked every account except the site's own
 * (`lockedCash`) and made sure that each covers everything taken from it.
 */
export async function transferAll(tx: Tx, transfers: readonly NewTransfer[]): Promise<void> {
  if (transfers.length === 0) return;
  const rows = transfers.map(({ postings: _, ...row }) => row);
  const lines = transfers.flatMap(({ id, postings }) => postings.map((p) => ({ id, ...p })));
  // Keys, a check and a trigger of the postings ensure that a transfer has existing accounts, each once, and cents that sum to
  // zero.
  const moved = sql`
    select l.account, sum(l.cents)::bigint as cents, a.kind in ('house', 'world') as is_site
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (account text, cents bigint)
      join ledger_accounts a on a.id = l.account group by l.account, a.kind`;
  const [, { booked, accounts }] = await Promise.all([
    tx.run(sql`
      insert into transfers (id, key, code, ref, at)
      select id, key, code, ref, at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as t (id text, key text, code text, ref text, at bigint)`),
    tx.one<{ booked: number; accounts: number }>(sql`
      with moved as materialized (${moved}), waiting as (
        insert into ledger_pending (account_id, cents) select account, cents from moved where is_site returning 1
      ), booked as (
        update ledger_accounts a set balance = a.balance + m.cents from moved m
        where a.id = m.account and not m.is_site and a.balance + m.cents >= 0
        returning a.id, a.owner_id, a.kind, a.balance
      ), remembered as (
        ${rememberSql(JSON.stringify(rows), JSON.stringify(lines))}
      )
      select (select count(*) from waiting) + (select count(*) from booked) as booked,
        (select count(*) from moved) as accounts`),
    tx.run(sql`
      insert into postings (transfer_id, account_id, cents)
      select id, account, cents from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as l (id text, account text, cents bigint)`),
  ]);
  invariant(booked === accounts, `${booked} of ${accounts} accounts cover transfers that were checked before`);
}

/**
 * Writes the movements of players' money into their histories, with the balance after each. `booked`: the accounts with
 * their new balances. With several lines of one account, the balance after a line is the new one without the later lines.
 */
const rememberSql = (rows: string, lines: string): Sql => sql`
  insert into ledger_history
    (player_id, at, transfer_id, kind, code, ref, cash_cents, cash_after, hold_cents, hold_after)
  select m.player_id, greatest(max(m.at) over (partition by m.player_id order by m.id), n.at), m.id,
    ledger_kind(m.code), m.code, m.ref, m.cash_cents, m.cash_after, m.hold_cents, m.hold_after
  from (
    select l.owner_id as player_id, l.id, l.at, l.code, l.ref,
      sum(l.cents) filter (where l.kind = 'player_cash') as cash_cents,
      sum(l.after) filter (where l.kind = 'player_cash') as cash_after,
      sum(l.cents) filter (where l.kind = 'player_hold') as hold_cents,
      sum(l.after) filter (where l.kind = 'player_hold') as hold_after
    from (
      select b.owner_id, b.kind, t.*, p.cents, b.balance - coalesce(sum(p.cents) over (
        partition by p.account order by p.id desc rows between unbounded preceding and 1 preceding), 0) as after
      from jsonb_to_recordset(${lines}::jsonb) as p (id text, account text, cents bigint)
        join jsonb_to_recordset(${rows}::jsonb) as t (id text, code text, ref text, at bigint) on t.id = p.id
        join booked b on b.id = p.account
      where b.kind in ('player_cash', 'player_hold')
    ) l
    group by l.owner_id, l.id, l.at, l.code, l.ref
  ) m
  left join lateral (
    select h.at from ledger_history h where h.player_id = m.player_id order by h.at desc, h.id desc limit 1
  ) n on true
  order by m.id`;

/** Players' spendable money, by player; their accounts are locked until the transaction ends. An unknown player has none. */
export async function lockedCash(tx: Tx, playerIds: readonly string[]): Promise<ReadonlyMap<string, Cents>> {
  const owners = new Map(playerIds.map((id) => [account.cash(id), id]));
  const rows = await tx.many<{ id: string; cents: Cents }>(sql`
    select id, balance as cents from ledger_accounts where id = any(${[...owners.keys()]}::text[])
    order by id for update`);
  return new Map(rows.map((row) => [owners.get(row.id) ?? row.id, row.cents]));
}

export interface Balances {
  readonly available: Cents;
  readonly hold: Cents;
}

/** A player's spendable and reserved money; both 0 for a player without accounts. */
export async function balancesOf(db: Db, playerId: string): Promise<Balances> {
  return db.one<Balances>(sql`
    select coalesce(sum(balance) filter (where kind = 'player_cash'), 0)::bigint as available,
      coalesce(sum(balance) filter (where kind = 'player_hold'), 0)::bigint as hold
    from ledger_accounts where owner_id = ${playerId}`);
}

/** Every line of every transfer, for checks of other rooms: columns transfer_id, code, ref, account_id, cents. */
export const postedSql: Sql = sql`(select p.transfer_id, t.code, t.ref, p.account_id, p.cents
  from postings p join transfers t on t.id = p.transfer_id)`;

/** Postings of the site's own accounts that are folded into their balances at a time. */
const FOLDED_AT_ONCE = 1_000;

/** Condition: postings wait to be folded. */
export const anyPendingSql = sql`exists (select from ledger_pending)`;

/** Folds incoming postings of the site's own accounts into their balances; returns the number of postings. */
export async function foldPending(db: Db): Promise<number> {
  const { folded } = await db.one<{ folded: number }>(sql`
    with gone as (
      delete from ledger_pending where id in (
        select id from ledger_pending order by id limit ${FOLDED_AT_ONCE} for update skip locked)
      returning account_id, cents
    ), sums as (
      select account_id, sum(cents)::bigint as cents from gone group by account_id
    ), booked as (
      update ledger_accounts a set balance = a.balance + s.cents from sums s where a.id = s.account_id
    )
    select count(*) as folded from gone`);
  return folded;
}
