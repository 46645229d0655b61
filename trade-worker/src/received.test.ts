/** Offers that others send to the site's account, and what it holds: with the real libraries and the simulated Steam. */
import { z } from 'zod';
import { sql } from '@fairpot/server/platform/database/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { declineReceived } from './received.ts';
import { makeScene, type ScenePerson, type TradeScene } from './scene.fixture.ts';
import { readOwnStock } from './stock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const AK = [730, 'AK-47 | Asiimov (Field-Tested)'] as const;
const Made = z.object({ offerId: z.string() });
const Offer = z.object({ state: z.number() });
const DECLINED = 7;
const ACTIVE = 2;

let scene: TradeScene;
beforeAll(async () => (scene = await makeScene()));
afterAll(() => scene.close());
beforeEach(async () => scene.simulators.faults.clear());

const stateOf = async (offerId: string) => Offer.parse(await scene.control('GET', `/offers/${offerId}`)).state;

/** A person with a site item from a settled deposit. */
async function withItem(): Promise<{ person: ScenePerson; items: string[] }> {
  const person = await scene.person([AK]);
  const id = await scene.deposit(person);
  await scene.hand.turn();
  await scene.act(person, id, 'accept');
  await scene.hand.turn();
  await scene.world.clock.advance(8 * DAY + MINUTE);
  await scene.hand.turn();
  return { person, items: await scene.site(person) };
}

describe('offers to us', () => {
  test('a countered withdrawal returns the item, and the counter-offer is declined', async () => {
    const { person, items } = await withItem();
    const id = await scene.withdraw(person, items);
    await scene.hand.turn();
    const [sent] = await scene.offersOf(person, id);
    const counter = Made.parse(
      await scene.control('POST', `/offers/${sent?.offerId}/counter`, { message: 'and your other one' }),
    );
    await scene.hand.turn();
    expect(await scene.order(person, id)).toMatchObject({ state: 'DECLINED', reason: 'COUNTERED', returned: true });
    expect(await scene.site(person)).toEqual(items);
    expect(await stateOf(counter.offerId)).toBe(DECLINED);
    const again = await scene.withdraw(person, items);
    await scene.hand.turn();
    expect((await scene.order(person, again)).state).toBe('SENT');
  });

  test('any other is declined too, ten at a time, and again when Steam did not do it', async () => {
    const made: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const giver = await scene.person([AK]);
      const [asset] = await scene.assets(giver.steamId);
      const offer = { from: giver.steamId, to: scene.bot.steamId, give: [asset], take: [], message: 'a gift' };
      made.push(Made.parse(await scene.control('POST', '/offers', offer)).offerId);
    }
    expect(await declineReceived(scene.hand.parts)).toBe(10);
    const states = await Promise.all(made.map(stateOf));
    expect(states.filter((state) => state === ACTIVE)).toHaveLength(2);
    await scene.fault('decline-503');
    expect(await declineReceived(scene.hand.parts)).toBe(0);
    scene.simulators.faults.clear();
    await declineReceived(scene.hand.parts);
    expect(await Promise.all(made.map(stateOf))).toEqual(made.map(() => DECLINED));
  });
});

describe('the holdings of our account', () => {
  const free = async () => {
    const row = await scene.trader.maybe<{ free: number }>(sql`
      select free from trade_stock where app_id = 730 and market_hash_name = ${AK[1]}`);
    return row?.free ?? 0;
  };
  const looked = async () =>
    (await scene.world.db.one<{ at: number | null }>(sql`select min(seen_at)::bigint as at from trade_stock_checks`))
      .at;

  test('are read with its name, before any offer was ever sent: a statement names the account that holds them', async () => {
    await scene.world.db.run(sql`update trade_bots set seen_at = 1`);
    await scene.world.clock.advance(2 * 60 * MINUTE);
    await readOwnStock(scene.hand.parts);
    const bots = await scene.world.db.many(sql`select steam_id as id, seen_at as at from trade_bots`);
    expect(bots).toEqual([{ id: scene.bot.steamId, at: scene.world.clock.now() }]);
  });

  test('are reported by name, without those that back items or are in an offer', async () => {
    const { person, items } = await withItem();
    await readOwnStock(scene.hand.parts);
    const before = await free();
    await scene.control('POST', `/users/${scene.bot.steamId}/items`, { appId: 730, marketHashName: AK[1], count: 2 });
    await scene.world.clock.advance(MINUTE);
    expect(await readOwnStock(scene.hand.parts)).toBe(3);
    expect(await free()).toBe(before + 2);
    expect(await looked()).toBe(scene.world.clock.now());
    // Served from stock: from then on it is in an offer.
    await scene.world.db.run(sql`update items set origin = 'test' where id = ${items[0]}`);
    await scene.world.db.run(sql`
      update trade_assets set held = false where item_id = ${items[0]}`); // and no longer counted
    await scene.world.db.run(sql`delete from trade_assets where item_id = ${items[0]}`);
    await scene.withdraw(person, items);
    await scene.hand.turn();
    await scene.world.clock.advance(MINUTE);
    await readOwnStock(scene.hand.parts);
    expect(await free()).toBe(before + 2);
  });

  test('stay as last seen when Steam does not show them, or an older read arrives late', async () => {
    await scene.world.clock.advance(MINUTE);
    await readOwnStock(scene.hand.parts);
    const [at, count] = [await looked(), await free()];
    await scene.trader.run(sql`select trade_stock_seen(730, '[]'::jsonb, ${(at ?? 0) - 1})`);
    expect([await looked(), await free()]).toEqual([at, count]);
    expect(count).toBeGreaterThan(0);
  });
});
