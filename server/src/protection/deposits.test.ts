/** Limits on deposits: trades and crypto together, gross, in races; and payments that arrive although a limit forbids them. */
import { createCryptoOrder, listCryptoWallets } from '@fairpot/contract/crypto/schemas';
import {
  answerLimitQuestion,
  getProtection,
  seePlay,
  setLimit,
  setRealityCheck,
  takeBreak,
} from '@fairpot/contract/protection/schemas';
import { depositBySteam } from '@fairpot/contract/trades/schemas';
import type { Actor } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTill, type Till } from '../../testing/crypto/till.fixture.ts';
import { attemptResult, raceIn } from '../../testing/races.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';
import type { World } from '../../testing/world.ts';
import { freezeClock } from '../../testing/protection/guard.fixture.ts';
import { protectionFeature } from './protection.feature.ts';

const usedOf = async (world: World, player: Actor) =>
  (await world.run(getProtection, player, {})).limits.find(({ kind }) => kind === 'deposit')?.usedUsd;
const limitTo = (world: World, player: Actor, limitUsd: number) =>
  world.run(setLimit, player, { kind: 'deposit', span: 'day', limitUsd });

/** A player who has not answered the limit question yet. */
async function withoutAnswer(world: World, player: Actor): Promise<Actor> {
  await world.db.run(sql`delete from protection_answers where player_id = ${player.id}`);
  return player;
}
/** The notifications they got about unordered deposits. */
const notified = (world: World, { id }: Actor) =>
  world.db.many<{ header: string; text: string }>(
    sql`select header, text from notifications where player_id = ${id} and kind = 'protection' order by id`,
  );
const nothingOf = async (world: World, { id }: Actor) =>
  (
    await world.db.one<{ n: number }>(sql`
      select (select count(*) from trade_orders where player_id = ${id})
        + (select count(*) from crypto_orders where player_id = ${id} and asked_cents is not null)
        + (select count(*) from protection_deposits where player_id = ${id}) as n`)
  ).n;

describe('by trades with Steam', () => {
  let desk: TradeDesk;
  beforeEach(async () => {
    desk = await makeTradeDesk({ features: [protectionFeature] });
  });
  afterEach(() => desk.close());

  const offered = async (player: Actor, prices: readonly number[]) => {
    const steamItems = desk.assets(prices);
    await desk.world.clock.advance(6 * 60_000);
    return () => desk.world.runner.execute(depositBySteam, player, { steamItems, convertToBalance: false });
  };

  test('an order over the limit is refused, in a race too; one that meets it to the cent is not', async () => {
    const { world } = desk;
    const player = await desk.player();
    await limitTo(world, player, 15);
    const two = [await offered(player, [1_000]), await offered(player, [1_000])];
    expect(await raceIn(world, two)).toEqual({ ok: 1, LIMIT_DEPOSIT: 1 });
    expect(await attemptResult((await offered(player, [600]))())).toBe('LIMIT_DEPOSIT');
    await limitTo(world, player, 10);
    expect(await usedOf(world, player)).toBe(10);
  });

  test('an order that was not counted is not written, whatever writes it', async () => {
    const { world } = desk;
    const player = await desk.player();
    const uncounted = sql`
      insert into trade_orders (id, kind, player_id, partner, token, app_id, code, to_balance, cents, created_at,
        expires_at, changed_at, slot)
      values ('trd_x', 'DEPOSIT', ${player.id}, '76561198000000001', 'abcdefgh', 570, 'D-000000', true, 1, 1, 2, 1, 1)`;
    await expect(world.db.run(uncounted)).rejects.toThrow('the deposit trd_x is not counted');
    expect(await nothingOf(world, player)).toBe(0);
  });

  test('the first order needs an answer to the limit question; it is asked once, and no limit is an answer', async () => {
    const { world } = desk;
    const player = await withoutAnswer(world, await desk.player());
    expect((await world.run(getProtection, player, {})).limitsAnswered).toBe(false);
    expect(await attemptResult((await offered(player, [1_000]))())).toBe('LIMIT_QUESTION');
    expect(await nothingOf(world, player)).toBe(0);
    expect((await world.run(answerLimitQuestion, player, { answer: 'NONE' })).limitsAnswered).toBe(true);
    expect(await attemptResult((await offered(player, [1_000]))())).toBe('ok');
    await limitTo(world, player, 100);
    const { answer } = await world.db.one<{ answer: string }>(
      sql`select answer from protection_answers where player_id = ${player.id}`,
    );
    expect(answer, 'the first answer stays').toBe('NONE');
    const rewritten = sql`update protection_answers set answer = 'LIMIT' where player_id = ${player.id}`;
    await expect(world.deps.db.run(rewritten)).rejects.toThrow(/permission denied/);
  });

  test('an order that ended without a trade no longer counts; accepted late, it counts again and is credited', async () => {
    const { world } = desk;
    const player = await desk.player();
    await limitTo(world, player, 20);
    const id = await desk.deposit(player, [1_000]);
    await desk.sent(id);
    await desk.move(id, ['SENT'], { state: 'EXPIRED' });
    expect(await usedOf(world, player)).toBe(0);
    await limitTo(world, player, 5);
    await desk.complete(id);
    await world.sweepAll();
    expect(await usedOf(world, player), 'it arrived without an order, over the limit').toBe(10);
    expect(await notified(world, player)).toMatchObject([{ header: 'More came in than your deposit limit' }]);
    expect((await desk.order(player, id)).booked).toBe(true);
    expect(await attemptResult((await offered(player, [600]))())).toBe('LIMIT_DEPOSIT');
  });

  test('gross: deposits taken back at Steam stay counted', async () => {
    const { world } = desk;
    const player = await desk.player();
    await limitTo(world, player, 10);
    const id = await desk.deposit(player, [1_000]);
    await desk.sent(id);
    await desk.complete(id);
    await world.sweepAll();
    const { net } = await world.run(getProtection, player, {});
    expect(net, 'nothing that can still be reversed at Steam').toMatchObject({ depositedUsd: 0, netUsd: 0 });
    await desk.move(id, ['ACCEPTED'], { state: 'REVERSED' });
    await world.sweepAll();
    expect(await usedOf(world, player)).toBe(10);
  });

  test('none can be ordered while a reality check is open, from any browser; once it is read, or the visit is over, it can', async () => {
    const { world } = desk;
    const player = await desk.player();
    const start = Date.UTC(2026, 5, 1, 12, 30);
    await freezeClock(world.db, start);
    await world.run(setRealityCheck, player, { minutes: 15 });
    await freezeClock(world.db, start + 15 * 60_000 - 1);
    expect(await attemptResult((await offered(player, [600]))())).toBe('ok');
    await freezeClock(world.db, start + 15 * 60_000);
    expect(await attemptResult((await offered(player, [600]))())).toBe('REALITY_CHECK');
    await world.run(seePlay, player, { read: true });
    expect(await attemptResult((await offered(player, [600]))())).toBe('ok');
    const away = await desk.player();
    await world.run(setRealityCheck, away, { minutes: 15 });
    await freezeClock(world.db, start + 46 * 60_000);
    expect(await attemptResult((await offered(away, [600]))()), 'no page was open for half an hour').toBe('ok');
    await freezeClock(world.db, null);
  });

  test('a break stops orders; an offer that is still accepted is credited', async () => {
    const { world } = desk;
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000]);
    await desk.sent(id);
    await world.run(takeBreak, player, { hours: 24 });
    expect(await attemptResult((await offered(player, [600]))())).toBe('TAKING_BREAK');
    await desk.move(id, ['SENT'], { state: 'EXPIRED' });
    await desk.complete(id);
    await world.sweepAll();
    expect((await desk.order(player, id)).booked).toBe(true);
    expect(await notified(world, player)).toMatchObject([{ header: 'A deposit came in while you do not play' }]);
  });
});

describe('by crypto', () => {
  let till: Till;
  beforeEach(async () => {
    till = await makeTill({}, [protectionFeature]);
  });
  afterEach(() => till.close());

  test('an order counts with the requested sum, then with the received one, over the limit or not', async () => {
    const { world } = till;
    const player = await till.player();
    await limitTo(world, player, 40);
    const order = await till.order(player, 'USDT', 30);
    expect(await usedOf(world, player)).toBe(30);
    const wallets = await world.run(listCryptoWallets, player, {});
    const more = { walletId: wallets.find(({ coinName }) => coinName === 'TRX')?.id ?? '', amountUsd: 10.01 };
    expect(await world.refused(createCryptoOrder, player, more)).toBe('LIMIT_DEPOSIT');
    // Twice the announced sum arrives: it belongs to the player, and is counted.
    await till.show('USDT', order.wallet, 60_000_000n);
    await till.confirm('tron', 120, 120);
    await till.sweep();
    expect(await till.cash(player)).toBe(6_000);
    expect(await usedOf(world, player)).toBe(60);
    expect(await world.refused(createCryptoOrder, player, { ...more, amountUsd: 10 })).toBe('LIMIT_DEPOSIT');
    const [note, ...rest] = await notified(world, player);
    expect(rest).toEqual([]);
    expect(note?.text).toContain('your deposit limit is 40.00$ in 24 hours');
    const payments = (await till.orders(player)).flatMap((each) => each.payments);
    expect(payments.map(({ overLimit }) => overLimit)).toEqual([true]);
    const { net } = await world.run(getProtection, player, {});
    expect(net).toMatchObject({ depositedUsd: 60, withdrawnUsd: 0, netUsd: 60 });
    const { created } = await world.db.one<{ created: number }>(
      sql`select created_at as created from players where id = ${player.id}`,
    );
    expect(net.since, 'since the account was created').toBe(created);
  });

  test('the first order needs an answer; a limit on deposits is one', async () => {
    const { world } = till;
    const player = await withoutAnswer(world, await till.player());
    await expect(till.order(player, 'USDT', 30)).rejects.toThrow(/Before your first deposit/);
    expect(await nothingOf(world, player)).toBe(0);
    await world.run(setLimit, player, { kind: 'stake', span: 'day', limitUsd: 5 });
    await expect(till.order(player, 'USDT', 30), 'a limit of another kind is no answer').rejects.toThrow();
    await limitTo(world, player, 40);
    await till.order(player, 'USDT', 30);
  });

  test('a payment that was not counted is not credited, whatever writes it', async () => {
    const { world } = till;
    const player = await till.player();
    const order = await till.order(player, 'USDT', 30);
    await till.show('USDT', order.wallet, 30_000_000n);
    await till.confirm('tron', 120, 120);
    await till.sweep();
    const again = world.db.transaction(async (tx) => {
      await tx.run(sql`delete from protection_deposits`);
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`
        update crypto_payments set state = 'CONFIRMING', credited_cents = null, rate_micro = null, credited_at = null,
          locked_units = null, locked_micro = null,
          transfer_id = null`);
      await tx.run(sql`set local session_replication_role = origin`);
      await tx.run(sql`
        update crypto_payments set state = 'CREDITED', credited_cents = 1, rate_micro = 1, credited_at = 1,
          transfer_id = (select min(id) from transfers)`);
    });
    await expect(again).rejects.toThrow('is not counted');
  });

  test('a payment without an order is counted; an order without a payment is not', async () => {
    const { world } = till;
    const player = await till.player();
    await limitTo(world, player, 100);
    await till.order(player, 'USDT', 30);
    await world.clock.advance(25 * 60 * 60_000);
    await world.sweepAll();
    expect(await usedOf(world, player), 'declined after a day').toBe(0);
    const wallet = (await world.run(listCryptoWallets, player, {})).find(({ coinName }) => coinName === 'USDT');
    await till.show('USDT', wallet?.wallet ?? '', 20_000_000n);
    await till.confirm('tron', 120, 120);
    await till.sweep();
    expect(await usedOf(world, player)).toBe(20);
    expect(await notified(world, player), 'within the limit').toEqual([]);
    const { n } = await world.db.one<{ n: number }>(sql`select count(*) as n from protection_deposits`);
    expect(n).toBe(1);
  });
});
