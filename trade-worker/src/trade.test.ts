/** Trades end to end: the site's orders, the worker over the real libraries, the simulated Steam. */
import { depositBySteam, withdrawBySteam } from '@fairpot/contract/trades/schemas';
import { sql } from '@fairpot/server/platform/database/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeScene, type ScenePerson, type TradeScene } from './scene.fixture.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const AK = [730, 'AK-47 | Asiimov (Field-Tested)'] as const;
/** A Dota 2 item; Dota 2 trades cannot be reversed. */
const HOOK = 570;

let scene: TradeScene;
let hook: string;
beforeAll(async () => {
  scene = await makeScene();
  const row = await scene.world.db.one<{ name: string }>(sql`
    select market_hash_name as name from item_types where app_id = ${HOOK} and price_cents > 600
    order by price_cents limit 1`);
  hook = row.name;
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.simulators.faults.clear();
  await scene.open(730);
});

const after = async (ms: number) => {
  await scene.world.clock.advance(ms);
  await scene.hand.turn();
};

/** A deposit whose offer is sent. */
async function sent(toBalance = false): Promise<{ person: ScenePerson; id: string }> {
  const person = await scene.person([AK]);
  const id = await scene.deposit(person, toBalance);
  await scene.hand.turn();
  expect((await scene.order(person, id)).state).toBe('SENT');
  return { person, id };
}

/** A deposit that was accepted and can still be reversed. */
async function accepted(toBalance = false): Promise<{ person: ScenePerson; id: string }> {
  const made = await sent(toBalance);
  await scene.act(made.person, made.id, 'accept');
  await scene.hand.turn();
  expect(await scene.order(made.person, made.id)).toMatchObject({ state: 'ACCEPTED', booked: true });
  return made;
}

describe('a deposit', () => {
  test('goes from the offer to the settled items, through protection', async () => {
    const person = await scene.person([AK, AK]);
    const id = await scene.deposit(person);
    await scene.hand.turn();
    const order = await scene.order(person, id);
    const [offer] = await scene.offersOf(person, id);
    expect(offer).toMatchObject({ offerId: order.offerId, state: 2, message: `Fairpot #${order.code}` });
    await scene.act(person, id, 'accept');
    await scene.hand.turn();
    expect(await scene.order(person, id)).toMatchObject({ state: 'ACCEPTED', booked: true });
    expect(await scene.site(person)).toEqual([]);
    await after(7 * DAY);
    expect((await scene.order(person, id)).state).toBe('ACCEPTED');
    await after(DAY + MINUTE);
    expect((await scene.order(person, id)).state).toBe('SETTLED');
    const items = await scene.site(person);
    expect(items).toHaveLength(2);
    expect(await scene.assets(person.steamId)).toEqual([]);
    const behind = await scene.trader.many<{ asset: string }>(sql`
      select asset_id as asset from trade_assets where item_id = any(${items}::text[])`);
    expect(await scene.assets(scene.bot.steamId)).toEqual(expect.arrayContaining(behind.map((each) => each.asset)));
  });

  test('in a game without protection is settled at once, and pays the balance', async () => {
    await scene.open(HOOK);
    const person = await scene.person([[HOOK, hook]]);
    const id = await scene.deposit(person, true);
    await scene.hand.turn();
    await scene.act(person, id, 'accept');
    await scene.hand.turn();
    const { totalUsd, state } = await scene.order(person, id);
    expect(state).toBe('SETTLED');
    expect(await scene.money(person)).toEqual([totalUsd, 0]);
  });

  test.each([0, 3, 6, 6.9])('that is reversed on day %d leaves nothing, and the player has the asset', async (day) => {
    const { person, id } = await accepted(true);
    expect((await scene.money(person))[1]).toBe(44.9);
    await after(day * DAY);
    await scene.actOnTrade(person, id, 'reverse');
    await after(20 * MINUTE);
    expect(await scene.order(person, id)).toMatchObject({ state: 'REVERSED', returned: true });
    expect(await scene.money(person)).toEqual([0, 0]);
    expect(await scene.assets(person.steamId)).toHaveLength(1);
  });

  test('cannot be reversed once it is settled', async () => {
    const { person, id } = await accepted();
    await after(8 * DAY + MINUTE);
    expect((await scene.order(person, id)).state).toBe('SETTLED');
    await expect(scene.actOnTrade(person, id, 'reverse')).rejects.toThrow('409');
  });

  test.each([
    ['decline', {}, 'DECLINED', null],
    ['counter', { message: 'give me more' }, 'DECLINED', 'COUNTERED'],
    ['expire', {}, 'EXPIRED', null],
    ['cancel', {}, 'CANCELED', null],
    ['invalidate', {}, 'REFUSED', 'ITEM_GONE'],
  ])('that ends by %s is over, and nothing arrived', async (action, body, state, reason) => {
    const { person, id } = await sent();
    await scene.act(person, id, action, body);
    await scene.hand.turn();
    expect(await scene.order(person, id)).toMatchObject({ state, reason, booked: false });
    await after(DAY);
    expect(await scene.site(person)).toEqual([]);
  });

  test('that is not accepted is cancelled at Steam after ten minutes', async () => {
    const { person, id } = await sent();
    await after(9 * MINUTE);
    expect((await scene.order(person, id)).state).toBe('SENT');
    await after(2 * MINUTE);
    expect((await scene.order(person, id)).state).toBe('EXPIRED');
    expect((await scene.offersOf(person, id))[0]?.state).toBe(6);
  });

  test('that is accepted at the last moment is credited to the player', async () => {
    const { person, id } = await sent();
    await scene.world.clock.advance(11 * MINUTE);
    await scene.act(person, id, 'accept');
    await scene.hand.turn();
    await after(15 * SECOND);
    expect(await scene.order(person, id)).toMatchObject({ state: 'ACCEPTED', booked: true });
  });

  test('that Steam holds credits nothing until it is complete', async () => {
    const { person, id } = await sent();
    await scene.act(person, id, 'hold', { days: 3 });
    await scene.hand.turn();
    await after(15 * SECOND);
    expect(await scene.order(person, id)).toMatchObject({ state: 'HELD', booked: false });
    expect(await scene.money(person)).toEqual([0, 0]);
    await after(3 * DAY + 16 * MINUTE);
    await after(16 * MINUTE);
    expect(await scene.order(person, id)).toMatchObject({ state: 'ACCEPTED', booked: true });
  });

  test('whose hold is cancelled credits nothing', async () => {
    const { person, id } = await sent();
    await scene.act(person, id, 'hold', { days: 3 });
    await scene.hand.turn();
    await scene.actOnTrade(person, id, 'cancel-hold');
    await after(20 * MINUTE);
    expect(await scene.order(person, id)).toMatchObject({ state: 'REFUSED', reason: 'TRADE_FAILED', booked: false });
  });

  test('is not sent to a partner whose trades Steam holds, or with an old token', async () => {
    const person = await scene.person([AK]);
    await scene.control('PATCH', `/users/${person.steamId}`, { holdDays: 15 });
    const held = await scene.deposit(person);
    await scene.hand.turn();
    expect(await scene.order(person, held)).toMatchObject({ state: 'REFUSED', reason: 'TRADE_HOLD' });
    await scene.control('PATCH', `/users/${person.steamId}`, { holdDays: 0, tradeToken: 'NewToken' });
    const old = await scene.deposit(person);
    await scene.hand.turn();
    expect(await scene.order(person, old)).toMatchObject({ state: 'REFUSED', reason: 'BAD_LINK' });
    expect(await scene.offersOf(person, held)).toEqual([]);
    expect(await scene.offersOf(person, old)).toEqual([]);
  });

  test.each([5, 6, 8, 9, 12, 77])('whose trade has the status %d is frozen, not used', async (status) => {
    const { person, id } = await sent();
    await scene.act(person, id, 'accept');
    await scene.fault('trade-status-code', { status });
    await scene.hand.turn();
    await scene.hand.turn();
    expect(['HELD', 'REVERSED']).toContain((await scene.order(person, id)).state);
    expect(await scene.site(person)).toEqual([]);
  });
});

describe('a player who reversed a deposit', () => {
  test('gets no more offers, and the open ones are cancelled', async () => {
    const person = await scene.person([AK]);
    const first = await scene.deposit(person);
    await scene.hand.turn();
    await scene.act(person, first, 'accept');
    await scene.hand.turn();
    await scene.control('POST', `/users/${person.steamId}/items`, { appId: 730, marketHashName: AK[1], count: 2 });
    const assets = await scene.assets(person.steamId);
    const order = (assetid: string | undefined) =>
      scene.world.run(depositBySteam, person.actor, {
        steamItems: [{ assetid, contextid: '2', appid: 730 }],
        convertToBalance: false,
      });
    await scene.world.clock.advance(6 * MINUTE);
    const open = (await order(assets[0])).orderId;
    await scene.hand.turn();
    expect((await scene.order(person, open)).state).toBe('SENT');
    const waiting = (await order(assets[1])).orderId;
    await scene.actOnTrade(person, first, 'reverse');
    // Only the first is followed and booked before the worker comes to the others.
    await scene.world.db.run(
      sql`update trade_orders set due_at = ${scene.world.clock.now() + DAY} where id = ${waiting}`,
    );
    await scene.world.db.run(sql`update trade_orders set due_at = 0 where id = ${first}`);
    await scene.hand.turn();
    expect(await scene.order(person, first)).toMatchObject({ state: 'REVERSED', returned: true });
    await scene.hand.turn();
    expect(await scene.order(person, open)).toMatchObject({ state: 'CANCELED', reason: 'FROZEN' });
    expect((await scene.offersOf(person, open))[0]?.state).toBe(6);
    expect(await scene.order(person, waiting)).toMatchObject({ state: 'REFUSED', reason: 'FROZEN' });
    expect(await scene.offersOf(person, waiting)).toEqual([]);
  });
});

describe('the account that sends an offer', () => {
  test('is shown by name, level and age; while Steam does not answer, offers are still sent', async () => {
    const { person, id } = await sent();
    const shown = { name: expect.any(String) as string, level: expect.any(Number) as number };
    expect((await scene.order(person, id)).bot).toMatchObject({ ...shown, sinceAt: expect.any(Number) as number });
    const blind = scene.anotherHand();
    await scene.fault('summaries-503');
    const other = await scene.person([AK]);
    const order = await scene.deposit(other);
    await blind.turn();
    expect(await scene.order(other, order)).toMatchObject({ state: 'SENT', bot: null });
  });
});

describe('a withdrawal', () => {
  async function withItem(): Promise<{ person: ScenePerson; items: string[] }> {
    const { person } = await accepted();
    await after(8 * DAY + MINUTE);
    return { person, items: await scene.site(person) };
  }

  test('sends the exact asset, confirmed by us, and is over when it can no longer be reversed', async () => {
    const { person, items } = await withItem();
    const id = await scene.withdraw(person, items);
    await scene.hand.turn();
    expect((await scene.order(person, id)).state).toBe('SENT');
    expect((await scene.offersOf(person, id))[0]?.state).toBe(2);
    expect(await scene.site(person)).toEqual([]);
    await scene.act(person, id, 'accept');
    await scene.hand.turn();
    expect((await scene.order(person, id)).state).toBe('ACCEPTED');
    expect(await scene.assets(person.steamId)).toHaveLength(1);
    await after(8 * DAY + MINUTE);
    expect(await scene.order(person, id)).toMatchObject({ state: 'SETTLED', booked: true });
    const { place } = await scene.world.db.one<{ place: string }>(sql`
      select holder_kind as place from item_positions where item_id = ${items[0]}`);
    expect(place).toBe('outside');
  });

  test.each(['decline', 'expire', 'cancel', 'invalidate'])('that ends by %s returns the item', async (action) => {
    const { person, items } = await withItem();
    const id = await scene.withdraw(person, items);
    await scene.hand.turn();
    await scene.act(person, id, action);
    await scene.hand.turn();
    expect(await scene.site(person)).toEqual(items);
    expect((await scene.order(person, id)).returned).toBe(true);
  });

  test('that is reversed is on the site again, with the asset that came back', async () => {
    const { person, items } = await withItem();
    const id = await scene.withdraw(person, items);
    await scene.hand.turn();
    await scene.act(person, id, 'accept');
    await scene.hand.turn();
    await scene.actOnTrade(person, id, 'reverse');
    await after(20 * MINUTE);
    expect(await scene.order(person, id)).toMatchObject({ state: 'REVERSED', returned: true });
    expect(await scene.site(person)).toEqual(items);
    const [{ assetId } = { assetId: null }] = (await scene.order(person, id)).items;
    expect(await scene.assets(scene.bot.steamId)).toContain(assetId);
  });

  test.each([true, false])(
    'whose hold is cancelled is on the site again, with the asset that came back (the hold was seen: %s)',
    async (seen) => {
      const { person, items } = await withItem();
      const id = await scene.withdraw(person, items);
      await scene.hand.turn();
      await scene.act(person, id, 'hold', { days: 3 });
      if (seen) await after(15 * SECOND);
      expect((await scene.order(person, id)).state).toBe(seen ? 'HELD' : 'SENT');
      await scene.actOnTrade(person, id, 'cancel-hold');
      await after(20 * MINUTE);
      await after(20 * MINUTE);
      expect(await scene.order(person, id)).toMatchObject({ state: 'REFUSED', reason: 'TRADE_FAILED', returned: true });
      expect(await scene.site(person)).toEqual(items);
      const { asset } = await scene.world.db.one<{ asset: string }>(sql`
        select asset_id as asset from trade_assets where item_id = ${items[0]} and held`);
      expect(await scene.assets(scene.bot.steamId)).toContain(asset);
    },
  );

  test('of an item that no trade brought uses an asset of the same name, or is refused and returned', async () => {
    const { person, items } = await withItem();
    // Like an item that no trade brought.
    await scene.world.db.run(sql`update items set origin = 'test' where id = ${items[0]}`);
    await scene.world.db.run(sql`
      update trade_assets set held = false where item_id = ${items[0]}`); // and no longer counted
    await scene.world.db.run(sql`delete from trade_assets where item_id = ${items[0]}`);
    const stock = await scene.assets(scene.bot.steamId);
    for (const asset of stock) await scene.control('DELETE', `/users/${scene.bot.steamId}/items/${asset}`);
    const none = await scene.withdraw(person, items);
    await scene.hand.turn();
    expect(await scene.order(person, none)).toMatchObject({ state: 'REFUSED', reason: 'NO_STOCK', returned: true });
    await scene.control('POST', `/users/${scene.bot.steamId}/items`, { appId: 730, marketHashName: AK[1], count: 1 });
    const id = await scene.withdraw(person, items);
    await scene.hand.turn();
    expect((await scene.order(person, id)).state).toBe('SENT');
    await scene.act(person, id, 'accept');
    await scene.hand.turn();
    expect(await scene.assets(person.steamId)).toHaveLength(1);
  });

  test('does not confirm an offer that does not match the order', async () => {
    const { person, items } = await withItem();
    const id = await scene.withdraw(person, items);
    await scene.fault('confirmations-503');
    await scene.hand.turn();
    const waiting = await scene.order(person, id);
    expect(waiting.state).toBe('NEEDS_CONFIRMATION');
    await scene.world.db.run(sql`update trade_order_items set asset_id = '1' where order_id = ${id}`);
    scene.simulators.faults.clear();
    await after(30 * SECOND);
    expect((await scene.offersOf(person, id))[0]?.state).toBe(9);
    expect(await scene.world.refused(withdrawBySteam, person.actor, { inventoryIds: items })).toBe(
      'ITEM_NOT_AVAILABLE',
    );
    await after(11 * MINUTE);
    await after(MINUTE);
    expect((await scene.offersOf(person, id))[0]?.state).toBe(6);
    expect(await scene.site(person)).toEqual(items);
  });
});
