/** Money in and out under a pause that starts in the middle, and the daily totals. */
import { DAY_MS } from '@fairpot/contract/operations/calls';
import { dayReport } from '@fairpot/contract/operations/schemas';
import { withdrawBySteam } from '@fairpot/contract/trades/schemas';
import { PAUSES } from '@fairpot/contract/operations/pauses/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payoutStored } from '../../testing/crypto/withdrawals/withdrawals.fixture.ts';
import { sql } from '../platform/database/sql.ts';
import { isPaused } from '../platform/runner/pauses.ts';
import { blockedStatement, attemptResult, times } from '../../testing/races.ts';
import type { World } from '../../testing/world.ts';
import { makePaymentWays, type PaymentWays } from '../../testing/operations/ways.fixture.ts';

let ways: PaymentWays;
beforeAll(async () => {
  ways = await makePaymentWays();
}, 60_000);
afterAll(() => ways.close());

describe.each(['deposit', 'withdraw', 'cryptoDeposit', 'cryptoWithdraw'] as const)('a pause of %s', (name) => {
  const keyOf = () => PAUSES.find(({ system }) => system === ways.all[name].system)?.key ?? 'chat.closed';
  const ordersOf = async (): Promise<number> =>
    (await ways.all[name].world.db.one<{ n: number }>(ways.all[name].orders)).n;

  test('twenty in progress: each completes before it, or is refused and leaves nothing', async () => {
    const way = ways.all[name];
    const people = await way.ready(21);
    const [late = () => Promise.resolve(), ...twenty] = people;
    const before = await ordersOf();
    const ends: Promise<string>[] = twenty.slice(0, 10).map((press) => attemptResult(press()));
    const pausing = ways.pause(way, true);
    ends.push(...twenty.slice(10).map((press) => attemptResult(press())));
    await pausing;
    // Every completed order exists when the pause returns, and none is added after it.
    const standing = await ordersOf();
    const counts: Record<string, number> = {};
    for (const end of await Promise.all(ends)) counts[end] = (counts[end] ?? 0) + 1;
    const { ok = 0, GAME_PAUSED: refused = 0, ...others } = counts;
    expect(others).toEqual({});
    expect(ok + refused).toBe(20);
    expect(standing - before, 'orders when the pause was set').toBe(ok);
    expect(await ordersOf(), 'orders when all had ended').toBe(standing);
    expect(await attemptResult(late())).toBe('GAME_PAUSED');
    await way.world.checkInvariants();
    await ways.pause(way, false);
    expect(await attemptResult(late())).toBe('ok');
  });

  test('an order during the commit of a pause waits for it, and a pause waits for an order in progress', async () => {
    const way = ways.all[name];
    const [first = () => Promise.resolve()] = await way.ready(1);
    let ended: Promise<string> = Promise.resolve('');
    await way.world.db.transaction(async (tx) => {
      await tx.run(sql`
        insert into settings (key, value, updated_at) values (${keyOf()}, 'true'::jsonb, 1)
        on conflict (key) do update set value = excluded.value, version = settings.version + 1`);
      ended = attemptResult(first());
      await blockedStatement(way.world.db, 'pg_advisory_xact_lock_shared');
    });
    expect(await ended).toBe('GAME_PAUSED');
    await ways.pause(way, false);
    let done = false;
    let paused: Promise<unknown> = Promise.resolve();
    await way.world.db.transaction(async (tx) => {
      expect(await isPaused(tx, keyOf())).toBe(false);
      paused = ways.pause(way, true).then(() => (done = true));
      await blockedStatement(way.world.db, 'pg_advisory_xact_lock(');
      expect(done).toBe(false);
    });
    await paused;
    await ways.pause(way, false);
    expect(await attemptResult(first())).toBe('ok');
  });
});

describe('daily totals', () => {
  const dayOf = (world: World) => Math.floor(world.clock.now() / DAY_MS);
  const report = async (world: World, from: number, to = from) =>
    (await world.runner.execute(dayReport, world.actor({ status: 'ADMIN' }), { from, to })).lines
      .filter(({ kind }) => !kind.startsWith('game:'))
      .map(
        ({ day, kind, times: n, sumUsd, backUsd, feeUsd }) => [day - from, kind, n, sumUsd, backUsd, feeUsd] as const,
      );

  test('trades: a deposit as balance and as items, one reversed on a later day, a withdrawal', async () => {
    const { desk } = ways;
    const { world } = desk;
    const first = dayOf(world);
    const player = await desk.player();
    const complete = async (id: string) => {
      await desk.sent(id);
      await desk.complete(id);
      await world.sweepAll();
    };
    await complete(await desk.deposit(player, [1_000], true));
    const kept = await desk.deposit(player, [1_000]);
    await complete(kept);
    await desk.settle(kept);
    await world.sweepAll();
    const back = await desk.deposit(await desk.player(), [600, 1_000]);
    await complete(back);
    // An order that failed counts nothing.
    const declined = await desk.deposit(player, [1_000]);
    await desk.sent(declined);
    await desk.move(declined, ['SENT'], { state: 'DECLINED' });
    await world.sweepAll();
    expect(await report(world, first)).toEqual([[0, 'deposit:STEAM', 3, 36, 0, 0]]);

    await world.clock.advance(DAY_MS);
    await desk.move(back, ['ACCEPTED'], { state: 'REVERSED', tradeStatus: 12 });
    await world.sweepAll();
    const inventoryIds = (await desk.order(player, kept)).items.map(({ itemId }) => itemId);
    const { orderId } = await world.runner.execute(withdrawBySteam, player, { inventoryIds });
    await complete(orderId);
    await desk.settle(orderId);
    await world.sweepAll();
    expect(await report(world, first, first + 1)).toEqual([
      [0, 'deposit:STEAM', 3, 36, 0, 0],
      [1, 'deposit:STEAM', 0, 0, 16, 0],
      [1, 'withdraw:STEAM', 1, 10, 0, 0],
    ]);
  });

  test('crypto: payments count when credited, withdrawals when final on the chain, nothing earlier', async () => {
    const { till, signer } = ways;
    const { world } = till;
    await world.clock.advance(DAY_MS);
    await till.sweep();
    const first = dayOf(world);
    const player = await till.player();
    const order = await till.order(player, 'USDT', 10);
    await till.show('USDT', order.wallet, 12_000_000n);
    expect(await report(world, first), 'seen is not credited').toEqual([]);
    await till.confirm('tron', 100_000, 99_999);
    await till.sweep();
    expect(await report(world, first)).toEqual([[0, 'deposit:USDT', 1, 12, 0, 0]]);

    await world.clock.advance(DAY_MS);
    await till.sweep();
    await ways.hello();
    const ids = await Promise.all(times(2, async () => ways.askFor(await ways.rich(), 30)));
    expect(await report(world, first + 1), 'a request is not a payment').toEqual([]);
    for (const [at, id] of ids.entries()) {
      const txid = `${at + 1}`.padStart(64, 'e');
      const payout = { txid, raw: 'aa', expiresAt: null, nonce: null, inputs: [] };
      const now = world.clock.now();
      await signer.one(payoutStored(id, payout, '9'.repeat(14), now));
      if (at === 0) await signer.run(sql`select payout_done(${id}, ${txid}, 7, ${now})`);
      else await signer.run(sql`select payout_dead(${id}, ${txid}, 'REVERTED', ${now})`);
    }
    // Its books come on another day, which changes nothing of the day that counts it.
    await world.clock.advance(DAY_MS);
    await till.sweep();
    expect(await report(world, first, first + 2)).toEqual([
      [0, 'deposit:USDT', 1, 12, 0, 0],
      [1, 'withdraw:USDT', 1, 28, 0, 2],
    ]);
  });

  const FAULTS = [
    ['a cent too much', sql`update day_totals set cents = cents + 1 where kind = 'deposit:USDT'`],
    ['a fee that was not taken', sql`update day_totals set fee_cents = fee_cents + 1 where kind = 'withdraw:USDT'`],
    ['one payment too many', sql`update day_totals set times = times + 1 where kind = 'withdraw:USDT'`],
    ['a missing day', sql`delete from day_totals where kind = 'deposit:USDT'`],
    ['a day without events', sql`insert into day_totals values (1, 'deposit:ETH', 0, 1, 5, 0, 0)`],
    ['money missing from the ledger', sql`update postings set cents = cents * 2 where account_id like 'cash:%'`],
  ] as const;

  test.each(FAULTS)('%s cannot be confused with the real one', async (_, fault) => {
    const { world } = ways.till;
    const checked = world.db.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(fault);
      const wrong = await tx.many<{ line: string }>(sql`select line from day_totals_wrong()`);
      throw new Error(wrong.map(({ line }) => line).join('; ') || 'nothing is wrong');
    });
    await expect(checked).rejects.toThrow(/^day \d+, (deposit|withdraw):/);
    await world.checkInvariants();
  });

  test('a change that bypasses the triggers is a broken invariant after the next command', async () => {
    const { world } = ways.desk;
    const [take = () => Promise.resolve()] = await ways.all.deposit.ready(1);
    await world.db.run(sql`update day_totals set back_cents = back_cents + 1 where kind = 'deposit:STEAM'`);
    await take();
    await expect(world.checkInvariants()).rejects.toThrow('a day’s totals');
    await world.db.run(sql`update day_totals set back_cents = back_cents - 1 where kind = 'deposit:STEAM'`);
    await world.checkInvariants();
  });
});
