/** Circuit breakers at work: what leaves and arrives trips them, what they stop, what they never stop, and who resets them. */
import { listBreakerTrips, resetBreaker } from '@fairpot/contract/operations/breakers/schemas';
import { depositBySteam, withdrawBySteam } from '@fairpot/contract/trades/schemas';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { insertResults } from '../accounts/results.ts';
import { sql, type Tx } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { writeSetting } from '../../testing/settings.ts';
import { itemTypeAt, slugOf } from '../../testing/item-types.ts';
import { raceIn } from '../../testing/races.ts';
import { newPlayer } from '../../testing/stages/players.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';
import { until } from '../../testing/until.ts';
import { breakersFeature } from './breakers.feature.ts';
import { passOut } from './front.ts';
import { BREAKER_SETTINGS, type BreakerSettings } from './settings.ts';
import { checkPrices, checkProfits, forget } from './sweeps.ts';

const HOUR = 60 * 60_000;
const WHY = 'Checked with the player';

let desk: TradeDesk;
let admin: Actor;
beforeAll(async () => {
  desk = await makeTradeDesk({ features: [breakersFeature] });
  admin = await newPlayer(desk.world, { status: 'ADMIN' });
});
afterAll(() => desk.close());
afterEach(async () => {
  const { db, clock } = desk.world;
  await db.run(sql`delete from settings where key like 'breaker.%'`);
  await db.run(sql`delete from breaker_trips`);
  await db.run(sql`delete from breaker_hours`);
  await db.run(sql`delete from protection_hours where kind in ('won', 'stake')`);
  await clock.advance(2 * HOUR);
});

const set = async (values: Partial<BreakerSettings>) => {
  for (const [key, value] of Object.entries(values))
    await writeSetting(desk.world.db, BREAKER_SETTINGS, key as keyof BreakerSettings, value, desk.world.clock.now());
};
const withdraw = (player: Actor, ...inventoryIds: string[]) =>
  desk.world.run(withdrawBySteam, player, { inventoryIds });
const refused = (player: Actor, ...inventoryIds: string[]) =>
  desk.world.refused(withdrawBySteam, player, { inventoryIds });
const open = async () => (await desk.world.run(listBreakerTrips, admin, {})).trips;

/** A player at Level 10 with items that they won, worth these cents. */
async function winner(...prices: readonly number[]): Promise<{ player: Actor; items: string[] }> {
  const player = await desk.player();
  const { ids, clock } = desk.world.deps;
  const result = { game: 'coinflip' as const, at: clock.now(), won: false, wonCents: 0, feeCents: 0 };
  const played = { ...result, playerId: player.id, roundId: ids.next('round'), stakedCents: 100_000 };
  await desk.world.db.transaction((tx) => insertResults(tx, [played], 10));
  const items = [];
  for (const price of prices) items.push(await desk.gift(player, price));
  return { player, items };
}

async function arrives(player: Actor, prices: readonly number[], settle = false): Promise<string[]> {
  const id = await desk.deposit(player, prices);
  await desk.sent(id);
  await desk.complete(id);
  if (settle) await desk.settle(id);
  await desk.world.sweepAll();
  return (await desk.order(player, id)).items.map((item) => item.itemId ?? '');
}

describe('withdrawals of items', () => {
  test('stop behind the order that exceeds the hour, until an admin resets them', async () => {
    const { world } = desk;
    await set({ 'breaker.itemsHourCents': 5_500 });
    const first = await winner(5_000);
    const second = await winner(1_000);
    const third = await winner(100);
    await withdraw(first.player, ...first.items);
    expect(await open()).toEqual([]);
    await withdraw(second.player, ...second.items);
    const [trip, ...others] = await open();
    expect(others).toEqual([]);
    expect(trip).toMatchObject({
      breaker: 'OUTFLOW',
      subject: 'items',
      user: null,
      figures: { hourOutUsd: 60, hourLimitUsd: 55 },
      reset: null,
    });
    expect(await refused(third.player, ...third.items)).toBe('WITHDRAW_CHECKED');

    const moderator = await newPlayer(world, { status: 'MODERATOR' });
    expect(await world.refused(resetBreaker, moderator, { tripId: trip?.id ?? 0, why: WHY })).toBe('FORBIDDEN');
    const view = await world.run(resetBreaker, admin, { tripId: trip?.id ?? 0, why: WHY });
    expect(view.reset).toMatchObject({ by: { id: admin.id }, why: WHY });
    expect(await world.refused(resetBreaker, admin, { tripId: trip?.id ?? 0, why: WHY })).toBe('NOT_FOUND');
    // Counting starts again: what tripped it does not trip it twice.
    await withdraw(third.player, ...third.items);
    expect(await open()).toEqual([]);
    const { trips } = await world.run(listBreakerTrips, admin, { open: 'false' });
    expect(trips.map(({ id }) => id)).toEqual([trip?.id]);
  });

  test('of many at once let only one past the limit', async () => {
    await set({ 'breaker.itemsHourCents': 2_500 });
    const all = [];
    for (let n = 0; n < 6; n += 1) all.push(await winner(1_000));
    const attempts = all.map(
      ({ player, items }) =>
        () =>
          desk.world.runner.execute(withdrawBySteam, player, { inventoryIds: items }),
    );
    expect(await raceIn(desk.world, attempts)).toEqual({ ok: 3, WITHDRAW_CHECKED: 3 });
    expect(await open()).toHaveLength(1);
  });

  test('of a node whose clock is in another hour wait for the order that trips the breaker', async () => {
    const { db, clock } = desk.world;
    await set({ 'breaker.itemsHourCents': 2_500 });
    const [one, other] = [await desk.player(), await desk.player()];
    const order = (player: Actor, now: number) => ({
      way: 'items' as const,
      playerId: player.id,
      cents: 3_000,
      isRefund: false,
      now,
    });
    const pass = (tx: Tx, { now, ...withdrawing }: ReturnType<typeof order>) => passOut(tx, withdrawing, now);
    let ended = false;
    let second: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await pass(tx, order(one, clock.now()));
      second = db
        .transaction((later) => pass(later, order(other, clock.now() + HOUR)))
        .catch((error: unknown) => error)
        .finally(() => (ended = true));
      await until(async () => {
        const { waits } = await db.one<{ waits: boolean }>(sql`
          select exists (select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())) as waits`);
        return waits || ended;
      });
    });
    expect(await second).toMatchObject({ code: 'WITHDRAW_CHECKED' });
  });

  test('never stop a refund of what was deposited and not played', async () => {
    await set({ 'breaker.itemsHourCents': 500 });
    const player = await desk.player();
    const [own = ''] = await arrives(player, [1_000], true);
    const won = await desk.gift(player, 100);
    const other = await winner(5_000);
    await desk.world.clock.advance(3 * HOUR);
    await withdraw(other.player, ...other.items);
    expect(await open()).toHaveLength(1);
    const rich = await winner(100);
    expect(await refused(rich.player, ...rich.items)).toBe('WITHDRAW_CHECKED');
    expect(await refused(player, own, won)).toBe('WITHDRAW_LEVEL');
    await withdraw(player, own);
  });

  test('that come back count back', async () => {
    await set({ 'breaker.itemsHourCents': 5_500 });
    const { player, items } = await winner(5_000);
    const { orderId } = await withdraw(player, ...items);
    await desk.sent(orderId);
    await desk.move(orderId, ['SENT'], { state: 'DECLINED' });
    await desk.world.sweepAll();
    await withdraw(player, ...items);
    expect(await open()).toEqual([]);
  });
});

describe('a player who won more than the limit in 24 hours', () => {
  const won = (player: Actor, kind: 'won' | 'stake', cents: number) =>
    desk.world.db.run(sql`
      insert into protection_hours as h (player_id, kind, hour, cents)
      values (${player.id}, ${kind}, protection_hour(), ${cents})
      on conflict (player_id, kind, hour) do update set cents = h.cents + excluded.cents`);

  test('cannot withdraw until staff have looked; others can', async () => {
    const { world } = desk;
    await set({ 'breaker.profitCents': 10_000 });
    const lucky = await winner(1_000, 100);
    const other = await winner(1_000);
    await won(lucky.player, 'won', 30_000);
    await won(lucky.player, 'stake', 20_000);
    expect(await checkProfits(world.deps)).toBe(0);
    await won(lucky.player, 'won', 1);
    expect(await checkProfits(world.deps)).toBe(1);
    expect(await checkProfits(world.deps)).toBe(0);
    const [trip] = await open();
    expect(trip).toMatchObject({ breaker: 'PROFIT', user: { id: lucky.player.id }, figures: { profitUsd: 100.01 } });
    expect(await refused(lucky.player, ...lucky.items)).toBe('WITHDRAW_CHECKED');
    await withdraw(other.player, ...other.items);
    await world.run(resetBreaker, admin, { tripId: trip?.id ?? 0, why: WHY });
    await withdraw(lucky.player, lucky.items[0] ?? '');
    // What staff saw does not trip it again; as much on top of it does.
    expect(await checkProfits(world.deps)).toBe(0);
    await won(lucky.player, 'won', 10_001);
    expect(await checkProfits(world.deps)).toBe(1);
  });

  test('does not reset their own breaker as an admin, and no bot trips one', async () => {
    const { world } = desk;
    await set({ 'breaker.profitCents': 10_000 });
    const bot = await newPlayer(world, { isBot: true });
    await won(bot, 'won', 50_000);
    await won(admin, 'won', 50_000);
    expect(await checkProfits(world.deps)).toBe(1);
    const [trip] = await open();
    expect(await world.refused(resetBreaker, admin, { tripId: trip?.id ?? 0, why: WHY })).toBe('FORBIDDEN');
  });
});

describe('deposits', () => {
  const deposit = async (player: Actor, price: number) => {
    const steamItems = desk.assets([price]);
    await desk.world.clock.advance(6 * 60_000);
    return desk.world.refused(depositBySteam, player, { steamItems, convertToBalance: false });
  };

  test('of an item type stop once more arrives than the limit and the usual; orders alone stop nothing', async () => {
    await set({ 'breaker.typeDayCents': 1_500 });
    const player = await desk.player();
    await desk.deposit(await desk.player(), [1_000, 1_000]);
    expect(await open()).toEqual([]);
    await arrives(player, [1_000]);
    expect(await open()).toEqual([]);
    await arrives(player, [1_000]);
    expect(await open()).toMatchObject([
      { breaker: 'TYPE_DEPOSITS', subject: itemTypeAt(1_000).marketHashName, figures: { dayUsd: 20, limitUsd: 15 } },
    ]);
    const other = await desk.player();
    expect(await deposit(other, 1_000)).toBe('PRICE_DOUBTED');
    await arrives(other, [600]);
  });

  test('stop while price sources disagree on too many types, and continue by themselves', async () => {
    const { world } = desk;
    await world.db.run(sql`
      insert into item_types (slug, app_id, market_hash_name, rarity, rarity_color, pips, price_cents, priced_at,
        good_until, doubt)
      select 'apart-' || n, 730, 'Apart | ' || n, 'Covert', '#ff6b6b', 6, 100, 1, 9000000000000,
        case when n <= 5 then 'APART' end
      from generate_series(1, 20) n`);
    expect(await checkPrices(world.deps)).toBe(1);
    expect(await checkPrices(world.deps)).toBe(0);
    expect(await open()).toMatchObject([{ breaker: 'PRICES', subject: '', figures: { typesApart: 5, types: 20 } }]);
    const player = await desk.player();
    expect(await deposit(player, 1_000)).toBe('PRICE_DOUBTED');
    await world.db.run(sql`update item_types set doubt = null where slug like 'apart-%'`);
    expect(await checkPrices(world.deps)).toBe(1);
    expect(await open()).toEqual([]);
    const { trips } = await world.run(listBreakerTrips, admin, { open: 'false' });
    expect(trips[0]?.reset).toMatchObject({ by: null });
    await world.db.run(sql`delete from item_types where slug like 'apart-%'`);
    await arrives(player, [1_000]);
  });
});

test('sums are forgotten after eight days', async () => {
  const { world } = desk;
  const player = await desk.player();
  await arrives(player, [1_000]);
  expect(await forget(world.deps)).toBe(0);
  await world.clock.advance(8 * 24 * HOUR + HOUR);
  expect(await forget(world.deps)).toBe(1);
  expect(await world.db.many(sql`select way from breaker_hours where way = ${`type:${slugOf(1_000)}`}`)).toEqual([]);
});
