/**
 * Checks of a site after a soak of crypto, chains against books: each returns findings in words; an empty list means that all is well. chains.ts
 * reads the chains, without any of the product's code.
 */
import type { Coin } from '@fairpot/contract/crypto/calls';
import type { FastSite } from '../fast-site.ts';
import { heldBy } from './chains.ts';
import type { People } from './people.ts';

const query = <T extends object>(site: FastSite, text: string, ...values: unknown[]) =>
  site.db.many<T>({ text, values });
const lines = async (site: FastSite, text: string, ...values: unknown[]) =>
  (await query<{ line: string }>(site, text, ...values)).map(({ line }) => line);

/** Assigned addresses whose balance differs from what was credited there, coin by coin. */
export async function wrongDeposits(site: FastSite): Promise<{ wrong: string[]; looked: number }> {
  const rows = await query<{ address: string; coin: Coin; credited: string }>(
    site,
    `select w.address, c.coin, coalesce((select sum(p.units) from crypto_payments p
        where p.wallet_id = w.id and p.coin = c.coin and p.state in ('CREDITED', 'DUST')), 0)::text as credited
      from crypto_wallets w cross join lateral unnest(
        case w.network when 'tron' then array['TRX', 'USDT'] when 'bitcoin' then array['BTC']
          else array['ETH'] end) as c (coin)
      where w.ordered`,
  );
  const wrong: string[] = [];
  for (const { address, coin, credited } of rows) {
    const held = await heldBy(site, coin, address);
    if (held !== BigInt(credited)) wrong.push(`${address}: ${held} ${coin} on chain, credited ${credited}`);
  }
  return { wrong, looked: rows.length };
}

/**
 * Orders that are not over (except those whose payment left its block: they are kept for a day), ended differently from their payments, or were
 * acknowledged and lost; and payments that are still pending.
 */
export function wrongOrders(site: FastSite, { orders }: People): Promise<string[]> {
  return lines(
    site,
    `select o.id || ' is ' || o.status || ' with ' || o.credited_cents || ' cents' as line from crypto_orders o
      where o.status = 'PENDING' and not exists (
          select from crypto_payments p where p.wallet_id = o.wallet_id and p.state = 'REORGED')
        or (o.status = 'COMPLETED') <> exists (
        select from crypto_payments p where p.wallet_id = o.wallet_id and p.state = 'CREDITED')
      union all
      select said.id || ' was acknowledged but is missing' from unnest($1::text[]) as said (id)
      where not exists (select from crypto_orders o where o.id = said.id)
      union all
      select p.txid || ' is ' || p.state from crypto_payments p where p.state in ('SEEN', 'CONFIRMING')`,
    orders,
  );
}

/**
 * Withdrawals that are not over, or were acknowledged and lost, or whose address has the wrong balance. Each address is paid only by its withdrawal:
 * it must hold the payout, once, when confirmed, and nothing when refunded.
 */
export async function wrongWithdrawals(
  site: FastSite,
  { withdrawals }: People,
): Promise<{ wrong: string[]; ends: ReadonlyMap<string, number> }> {
  const rows = await query<{
    id: string;
    coin: Coin;
    address: string;
    units: string;
    state: string;
    over: boolean;
    living: number;
  }>(
    site,
    `select w.id, w.coin, w.address, w.units::text as units, w.state, w.ended_at is not null as over,
        (select count(*)::integer from crypto_payouts p where p.withdrawal_id = w.id and p.state <> 'DEAD') as living
      from crypto_withdrawals w`,
  );
  const wrong: string[] = [];
  const ends = new Map<string, number>();
  for (const { id, coin, address, units, state, over, living } of rows) {
    const what = `${coin} ${state}`;
    ends.set(what, (ends.get(what) ?? 0) + 1);
    const paid = state === 'CONFIRMED';
    if (!over || !(paid || state === 'REFUNDED')) wrong.push(`${id} (${what}) is not over`);
    if (living !== (paid ? 1 : 0)) wrong.push(`${id} (${what}) has ${living} living transactions`);
    const held = await heldBy(site, coin, address);
    if (held !== (paid ? BigInt(units) : 0n)) wrong.push(`${id} (${what}): ${held} on chain of ${units}`);
    if ((withdrawals.get(id) ?? address).toLowerCase() !== address.toLowerCase())
      wrong.push(`${id} goes to ${address}`);
  }
  const there = new Set(rows.map(({ id }) => id));
  for (const id of withdrawals.keys()) if (!there.has(id)) wrong.push(`${id} was acknowledged but is missing`);
  return { wrong, ends };
}

/**
 * Players whose balance is not what was credited less what they withdrew, or who have money on hold; credits and payouts that do not match their
 * coins at their rate; and ledger totals that differ from the sums of rows.
 */
export function wrongBalances(site: FastSite): Promise<string[]> {
  return lines(
    site,
    `with moved as (
        select w.player_id, p.credited_cents as cents from crypto_payments p join crypto_wallets w on w.id = p.wallet_id
        where p.state = 'CREDITED'
        union all
        select player_id, -cents from crypto_withdrawals where state <> 'REFUNDED'
        union all
        select a.owner_id, p.cents from postings p join transfers t on t.id = p.transfer_id
          join ledger_accounts a on a.id = p.account_id
        where a.owner_id is not null and t.code not like 'CRYPTO%'
      ), due as (select player_id, sum(cents) as cents from moved group by player_id),
      has as (select owner_id, sum(balance) as cents, sum(balance) filter (where kind <> 'player_cash') as held
        from ledger_accounts where owner_id is not null group by owner_id),
      ledger as (
        select t.code, sum(p.cents) as cents from transfers t join postings p on p.transfer_id = t.id
        where t.code like 'CRYPTO%' and p.account_id = 'world' group by t.code
      ), rows_say as (
        select 'CRYPTO_DEPOSIT' as code, -sum(credited_cents) as cents from crypto_payments where state = 'CREDITED'
        union all
        select 'CRYPTO_WITHDRAWAL', sum(cents - fee_cents) from crypto_withdrawals where state = 'CONFIRMED'
      ), one as (select * from (values ('TRX', 1e6), ('USDT', 1e6), ('BTC', 1e8), ('ETH', 1e18)) as c (coin, units))
      select h.owner_id || ' has ' || h.cents || ', of it ' || coalesce(h.held, 0) || ' on hold, and not '
        || coalesce(d.cents, 0) as line
      from has h left join due d on d.player_id = h.owner_id
      where h.cents <> coalesce(d.cents, 0) or coalesce(h.held, 0) <> 0
      union all
      select txid || ' ' || idx || ' was credited ' || credited_cents from crypto_payments join one using (coin)
      where state = 'CREDITED' and credited_cents <> floor((coalesce(locked_units * locked_micro, 0)
        + (crypto_payments.units - coalesce(locked_units, 0)) * rate_micro) / one.units / 10000)
      union all
      select id || ' pays ' || w.units || ' for ' || (cents - fee_cents) from crypto_withdrawals w join one using (coin)
      where w.units not between (cents - fee_cents) * 10000.0 * one.units / rate_micro - greatest(1, one.units / 1e8)
        and (cents - fee_cents) * 10000.0 * one.units / rate_micro
      union all
      select coalesce(l.code, r.code) || ' is ' || coalesce(r.cents, 0) || ' in all, in the ledger '
        || coalesce(l.cents, 0)
      from ledger l full join rows_say r on r.code = l.code where coalesce(l.cents, 0) <> coalesce(r.cents, 0)`,
  );
}

/** Payments by outcome. */
export async function paymentEnds(site: FastSite): Promise<string> {
  const text = `
    select coin || ' ' || state || ' ' || count(*) as line from crypto_payments
    group by coin, state order by coin, state`;
  return (await lines(site, text)).join(', ');
}

/** Findings of the watcher and the audit. */
export function incidents(site: FastSite): Promise<string[]> {
  return lines(
    site,
    `select kind || ' ' || coalesce(network, '') || ' ' || txid || ': ' || detail as line from crypto_incidents`,
  );
}

/** Cents credited and paid out, for the report of a run. */
export async function sums(site: FastSite): Promise<{ credited: number; paid: number }> {
  const [row] = await query<{ credited: number; paid: number }>(
    site,
    `select (select coalesce(sum(credited_cents), 0)::bigint from crypto_payments) as credited,
      (select coalesce(sum(cents), 0)::bigint from crypto_withdrawals where state = 'CONFIRMED') as paid`,
  );
  return row ?? { credited: 0, paid: 0 };
}
