/**
 * An operator tampers with the database, with full rights and triggers disabled. The audit finds each manipulation once, blocks the
 * address concerned, and moves no money.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAddressBook } from '../wallets.ts';
import { makeTampering, LAP_MS } from '../../../testing/crypto/audit/audit.fixture.ts';
import { addressesRound, creditsRound, paymentsRound } from './rounds.ts';
import { sql, type Sql } from '../../platform/database/sql.ts';
import { makeTill, type Till } from '../../../testing/crypto/till.fixture.ts';

let till: Till;
let tampering: ReturnType<typeof makeTampering>;
beforeAll(async () => {
  till = await makeTill();
  tampering = makeTampering(till.world);
});
afterAll(() => till.close());

/** One address per chain, and the rounds at their start. */
const PAGES = 6;
const found = () => tampering.found(PAGES);
const clean = () => tampering.clean(PAGES);
const sweeping = (name: string) => tampering.sweeping(name);
const byHand = (...statements: readonly Sql[]) => tampering.byHand(...statements);

/** A credited deposit of USDT. */
async function credited(amountUsd = 10) {
  const player = await till.player();
  const { id, wallet } = await till.order(player, 'USDT', amountUsd);
  const { txid } = await till.show('USDT', wallet, BigInt(amountUsd) * 1_000_000n);
  await till.confirm('tron', 100, 100);
  await till.sweep();
  expect(await till.cash(player)).toBe(amountUsd * 100);
  return { player, orderId: id, wallet, txid };
}

test('consistent books: rounds complete and open no incident', async () => {
  await credited();
  await credited(25);
  expect(await found()).toEqual([]);
  const rounds = await till.world.db.many<{ walk: string; rounds: number }>(sql`
    select walk, rounds from crypto_audits order by walk`);
  expect(rounds.map(({ walk }) => walk)).toEqual([
    ...['addresses', 'credits', 'holds', 'payments', 'payouts', 'refunds', 'withdrawals'],
  ]);
  for (const round of rounds) expect(round.rounds).toBeGreaterThan(0);
});

test('a credit without a payment', async () => {
  const { player } = await credited();
  const cash = `cash:${player.id}`;
  await till.world.db.run(sql`
    select ledger_transfer('trf_7made0up', 'crypto:tron:made up:0', 'CRYPTO_DEPOSIT', 'cor', 1, array['world', ${cash}],
      array[-50000, 50000]::bigint[])`);
  expect(await found()).toEqual(['CREDIT_WITHOUT_PAYMENT']);
  // Found once, and nothing was reversed.
  expect(await found()).toEqual(['CREDIT_WITHOUT_PAYMENT']);
  expect(await till.cash(player)).toBe(51_000);
  const row = await till.world.db.one<{ txid: string; detail: string }>(sql`select txid, detail from crypto_incidents`);
  expect(row).toEqual({ txid: 'trf_7made0up', detail: expect.stringContaining(`${cash} 50000`) as string });
  await byHand(
    sql`delete from postings where transfer_id = 'trf_7made0up'`,
    sql`delete from ledger_history where transfer_id = 'trf_7made0up'`,
    sql`delete from transfers where id = 'trf_7made0up'`,
    sql`update ledger_accounts set balance = balance - 50000 where id = ${cash}`,
    sql`update ledger_accounts set balance = balance + 50000 where id = 'world'`,
  );
  await clean();
});

test('a payment credited twice: the second transfer has no payment', async () => {
  const { player, txid } = await credited();
  const cash = `cash:${player.id}`;
  await till.world.db.run(sql`
    select ledger_transfer('trf_7again', ${`crypto:tron:${txid}:0 `}, 'CRYPTO_DEPOSIT', 'cor', 1,
      array['world', ${cash}], array[-1000, 1000]::bigint[])`);
  expect(await found()).toEqual(['CREDIT_WITHOUT_PAYMENT']);
  await byHand(
    sql`delete from postings where transfer_id = 'trf_7again'`,
    sql`delete from ledger_history where transfer_id = 'trf_7again'`,
    sql`delete from transfers where id = 'trf_7again'`,
    sql`update ledger_accounts set balance = balance - 1000 where id = ${cash}`,
    sql`update ledger_accounts set balance = balance + 1000 where id = 'world'`,
  );
  await clean();
});

test('a payment marked as credited whose transfer is missing', async () => {
  const { txid, wallet } = await credited();
  await byHand(sql`
    update crypto_payments set transfer_id = 'trf_7gone' where txid = ${txid}`);
  expect(await found()).toEqual(['CREDIT_WITHOUT_PAYMENT', 'PAYMENT_WITHOUT_CREDIT']);
  // The address is blocked: further payments wait for a person.
  await till.show('USDT', wallet, 5_000_000n);
  await till.confirm('tron', 101, 101);
  await sweeping('crypto.books');
  const next = await till.world.db.many<{ state: string }>(sql`
    select p.state from crypto_payments p join crypto_wallets w on w.id = p.wallet_id
    where w.address = ${wallet} and p.txid <> ${txid}`);
  expect(next).toEqual([{ state: 'CONFIRMING' }]);
  await byHand(sql`
    update crypto_payments p set transfer_id = t.id from transfers t
    where p.txid = ${txid} and t.key = 'crypto:tron:' || p.txid || ':0'`);
  await clean();
});

test.each([
  ['more cents', sql`credited_cents = credited_cents * 10`],
  ['more units', sql`units = units * 2`],
  // At the order's locked rate, the payment's own rate says nothing.
  ['another rate', sql`rate_micro = rate_micro * 2, locked_units = null, locked_micro = null`],
  ['less at its locked rate', sql`locked_units = 1, locked_micro = rate_micro, rate_micro = rate_micro - 1000`],
])('a credited payment of %s than was booked', async (_, change) => {
  const { txid } = await credited();
  const before = await till.world.db.one<{
    cents: number;
    units: string;
    rate: number;
    locked: string;
    lock: number;
  }>(sql`
    select credited_cents as cents, units::text as units, rate_micro as rate, locked_units::text as locked,
      locked_micro as lock
    from crypto_payments
    where txid = ${txid}`);
  await byHand(sql`update crypto_payments set ${change} where txid = ${txid}`);
  expect((await found()).filter((kind) => kind !== 'ORDER_APART')).toEqual(['CREDIT_APART']);
  await byHand(sql`
    update crypto_payments set credited_cents = ${before.cents}, units = ${before.units}::numeric,
      rate_micro = ${before.rate}, locked_units = ${before.locked}::numeric,
      locked_micro = ${before.lock}
    where txid = ${txid}`);
  await clean();
});

test('a payment moved to another player’s address', async () => {
  const [mine, theirs] = [await credited(), await credited(11)];
  const walletOf = (address: string) => sql`(select id from crypto_wallets where address = ${address})`;
  await byHand(sql`update crypto_payments set wallet_id = ${walletOf(theirs.wallet)} where txid = ${mine.txid}`);
  expect(await found()).toEqual(['CREDIT_APART', 'ORDER_APART', 'ORDER_APART']);
  await byHand(sql`update crypto_payments set wallet_id = ${walletOf(mine.wallet)} where txid = ${mine.txid}`);
  await clean();
});

test('an address not derived from the key is found before anyone pays to it', async () => {
  const player = await till.player();
  const { wallet } = await till.order(player, 'BTC');
  const foreign = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  await byHand(sql`update crypto_wallets set address = ${foreign} where address = ${wallet}`);
  expect(await found()).toEqual(['FOREIGN_ADDRESS']);
  await byHand(sql`update crypto_wallets set address = ${wallet} where address = ${foreign}`);
  await clean();
});

test('a deleted address, in the middle and at the end', async () => {
  const player = await till.player();
  await till.order(player, 'BTC');
  const taken = await till.world.db.many<{ id: string; row: string }>(sql`
    select w.id, to_jsonb(w)::text as row from crypto_wallets w where network = 'bitcoin' and ordered = (idx = 0)
    order by idx desc limit 2`);
  expect(taken.length).toBeGreaterThan(0);
  await byHand(sql`delete from crypto_wallets where id = any(${taken.map(({ id }) => id)}::text[])`);
  expect(await found()).toEqual(taken.map(() => 'ADDRESS_MISSING'));
  for (const { row } of taken) {
    await byHand(
      sql`insert into crypto_wallets select * from jsonb_populate_record(null::crypto_wallets, ${row}::jsonb)`,
    );
  }
  await clean();
});

test('an order that was credited more than its payments', async () => {
  const { orderId } = await credited();
  await byHand(sql`update crypto_orders set credited_cents = credited_cents + 500 where id = ${orderId}`);
  expect(await found()).toEqual(['ORDER_APART']);
  await byHand(sql`update crypto_orders set credited_cents = credited_cents - 500 where id = ${orderId}`);
  await clean();
});

test('five audits at once open an incident once', async () => {
  const { txid } = await credited();
  await byHand(sql`update crypto_payments set credited_cents = 1 where txid = ${txid}`);
  await till.world.clock.advance(LAP_MS);
  await Promise.all(Array.from({ length: 5 }, () => sweeping('crypto.audit')));
  expect((await found()).filter((kind) => kind === 'CREDIT_APART')).toHaveLength(1);
  await byHand(sql`update crypto_payments set credited_cents = 1000 where txid = ${txid}`);
  await clean();
});

test('each item is read once, page by page, and the round ends', async () => {
  await credited();
  const book = makeAddressBook(till.world.deps.gateways.crypto);
  const counted = await till.world.db.one<Record<string, number>>(sql`
    select (select count(*) from transfers where code = 'CRYPTO_DEPOSIT') as credits,
      (select count(*) from crypto_payments) as payments, (select count(*) from crypto_wallets) as addresses`);
  for (const round of [creditsRound, paymentsRound, addressesRound(book)]) {
    let looked = 0;
    let after = '';
    do {
      const page = await round.page(till.world.db, after, 2);
      expect([round.name, page.findings]).toEqual([round.name, []]);
      looked += page.checked;
      after = page.next;
    } while (after !== '');
    expect([round.name, looked]).toEqual([round.name, counted[round.name]]);
    expect(looked).toBeGreaterThan(4);
  }
});

test('an incident cannot be changed or deleted, and is opened again only for a different finding', async () => {
  const { db, clock } = till.world;
  const report = (detail: string) =>
    db.one<{ opened: boolean }>(sql`
      select crypto_report('ORDER_APART', 'tron', '', 77, null, ${detail}, ${clock.now()}) as opened`);
  expect((await report('five more')).opened).toBe(true);
  expect((await report('six more')).opened).toBe(false);
  await expect(db.run(sql`update crypto_incidents set detail = 'nothing'`)).rejects.toThrow('another one');
  await expect(db.run(sql`delete from crypto_incidents`)).rejects.toThrow('stay');
  const { id } = await till.player();
  await db.run(sql`update crypto_incidents set closed_at = 1, closed_by = ${id}, why = 'looked into'`);
  await expect(
    db.run(sql`update crypto_incidents set closed_at = null, closed_by = null, why = null`),
  ).rejects.toThrow();
  expect((await report('five more')).opened).toBe(false);
  expect((await report('seven more')).opened).toBe(true);
});
