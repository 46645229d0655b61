/** Bets from Steam, in each game with item stakes: how they end, and what is refused when they are ordered. */
import {
  cancelCoinflip,
  createCoinflipSteam,
  getCoinflip,
  joinCoinflip,
  joinCoinflipSteam,
} from '@fairpot/contract/coinflip/schemas';
import { steamInventory } from '@fairpot/contract/inventory/schemas';
import { joinJackpotSteam } from '@fairpot/contract/jackpot/schemas';
import { withdrawBySteam } from '@fairpot/contract/trades/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { SITE_SETTINGS } from '../../platform/runner/settings.ts';
import { writeSetting } from '../../../testing/settings.ts';
import { slugOf } from '../../../testing/item-types.ts';
import { raceIn, times } from '../../../testing/races.ts';
import { verifiedProof } from '../../../testing/proof.ts';
import { GAME_SETTINGS } from '../../games/games.ts';
import { makeBetDesk, WAITS_MS, type BetDesk } from '../../../testing/trades/bets/steam-bets.fixture.ts';

let table: BetDesk;
beforeAll(async () => (table = await makeBetDesk()));
afterAll(() => table.close());
beforeEach(() => table.fresh());

describe('a bet from Steam', () => {
  test('enters the jackpot when its items arrive, and counts from then on', async () => {
    const player = await table.desk.player();
    const round = await table.jackpot();
    const id = await table.ordered(joinJackpotSteam, player, { assetIds: await table.assets([1_100, 100]) });
    expect(await table.bet(player, id)).toEqual({ game: 'jackpot', state: 'OPEN', gameId: round.id, reasonText: '' });
    await table.desk.sent(id);
    expect((await table.desk.order(player, id)).offerId).not.toBeNull();
    await table.world.sweepAll();
    expect((await table.jackpot()).entries).toEqual([]);
    await table.world.clock.advance(90_000);
    await table.desk.complete(id);
    await table.desk.settle(id);
    await table.world.sweepAll();
    const { entries } = await table.jackpot();
    expect(entries).toMatchObject([{ user: { id: player.id }, totalUsd: 12, at: table.world.clock.now() }]);
    expect(await table.bet(player, id)).toMatchObject({ state: 'PLACED', gameId: round.id });
    expect(await table.items(player)).toEqual([]);
    expect(await table.notifications(player)).toEqual([]);
  });

  test('opens a coinflip that another player joins; the result is like that of any coinflip', async () => {
    const [first, second] = [await table.desk.player(), await table.desk.player()];
    const opening = await table.ordered(createCoinflipSteam, first, { assetIds: await table.assets([2_000]), side: 2 });
    expect(await table.bet(first, opening)).toMatchObject({ game: 'coinflip', state: 'OPEN', gameId: null });
    await table.came(opening);
    const gameId = (await table.bet(first, opening))?.gameId ?? '';
    expect(await table.world.run(getCoinflip, null, { id: gameId })).toMatchObject({ phase: 'WAITING', firstSide: 2 });
    const joining = await table.ordered(joinCoinflipSteam, second, {
      assetIds: await table.assets([2_100]),
      side: 1,
      gameId,
    });
    await table.came(joining);
    expect(await table.bet(second, joining)).toMatchObject({ state: 'PLACED', gameId });
    await table.world.clock.advance(24_000);
    await table.world.sweepAll();
    expect(await table.world.run(getCoinflip, null, { id: gameId })).toMatchObject({ phase: 'SETTLED' });
    await verifiedProof(table.world, gameId);
  });

  test('in a game with trade protection is placed at once if the setting allows staking protected items', async () => {
    const { db, clock } = table.world;
    await writeSetting(db, SITE_SETTINGS, 'trade.stakeProtected', true, clock.now());
    const player = await table.desk.player();
    const id = await table.ordered(createCoinflipSteam, player, { assetIds: await table.assets([2_000]), side: 1 });
    await table.desk.sent(id);
    await table.desk.complete(id);
    await table.world.sweepAll();
    expect(await table.desk.order(player, id)).toMatchObject({ state: 'ACCEPTED', bet: { state: 'PLACED' } });
    await writeSetting(db, SITE_SETTINGS, 'trade.stakeProtected', false, clock.now());
  });

  test('takes assets of an accepted game that can be staked, whichever game is selected first', async () => {
    const { db, clock } = table.world;
    const player = await table.desk.player();
    const assetIds = await table.assets([2_000]);
    await writeSetting(db, SITE_SETTINGS, 'global.appid', 252490, clock.now());
    expect(await table.world.refused(createCoinflipSteam, player, { assetIds, side: 1 })).toBe('ITEM_NOT_AVAILABLE');
    await writeSetting(db, SITE_SETTINGS, 'deposit.accepts.570', true, clock.now());
    const id = await table.ordered(createCoinflipSteam, player, { assetIds, side: 1 });
    expect((await table.desk.order(player, id)).appId).toBe(570);
    await table.came(id);
    await writeSetting(db, SITE_SETTINGS, 'deposit.accepts.570', false, clock.now());
    await writeSetting(db, SITE_SETTINGS, 'global.appid', 570, clock.now());
  });

  test('is placed with an asset that may be worth more than its price: the asset itself is at stake', async () => {
    const player = await table.desk.player();
    const details = { float: 0.004, seed: 1, phase: null, stickers: ['Crown (Foil)'], inspectUrl: null };
    const [asset] = table.desk.assets([2_000], { details });
    await table.world.clock.advance(6 * 60_000);
    const id = await table.ordered(createCoinflipSteam, player, { assetIds: [asset?.assetid ?? ''], side: 1 });
    await table.came(id);
    expect(await table.bet(player, id)).toMatchObject({ state: 'PLACED' });
  });

  test('takes its items out of the Steam inventory at once: they are not offered again', async () => {
    const player = await table.desk.player();
    const [asset = ''] = await table.assets([2_000]);
    const id = await table.ordered(createCoinflipSteam, player, { assetIds: [asset], side: 1 });
    const { steam } = table.desk;
    steam.items = steam.items.filter(({ assetId }) => assetId !== asset);
    await table.came(id);
    const { items } = await table.world.run(steamInventory, player, { appId: 570, contextId: 2 });
    expect(items.filter((item) => item.assetId === asset)).toEqual([]);
  });

  test('publishes its outcome as facts of the order: placed, or left with the reason', async () => {
    const player = await table.desk.player();
    const { gameId, creator } = await table.waiting();
    const id = await table.ordered(joinCoinflipSteam, player, {
      assetIds: await table.assets([2_000]),
      side: 2,
      gameId,
    });
    await table.world.run(cancelCoinflip, creator, { gameId });
    await table.accepted(id);
    const before = (await table.desk.order(player, id)).version;
    await table.world.sweepAll();
    const { version } = await table.desk.order(player, id);
    const facts = await table.world.db.many<{ version: number }>(sql`
      select version from facts where topic = 'player' and subject = ${id} and version > ${before} order by version`);
    // Booked and released, then the bet's outcome.
    expect(facts.map((fact) => fact.version)).toEqual([before + 1, version]);
    expect(await table.notifications(player)).toEqual(['Game is not exists. Items go to your inventory']);
  });
});

describe('reserves nothing meanwhile: the items go to the site inventory, and the player is notified why', () => {
  const left = async (player: Actor, id: string, reasonText: string) => {
    expect(await table.bet(player, id)).toMatchObject({ state: 'LEFT', reasonText });
    expect((await table.items(player)).length).toBeGreaterThan(0);
    expect(await table.notifications(player)).toEqual([`${reasonText}. Items go to your inventory`]);
  };

  test('when another player joined first', async () => {
    const player = await table.desk.player();
    const { gameId } = await table.waiting();
    const id = await table.ordered(joinCoinflipSteam, player, {
      assetIds: await table.assets([2_000]),
      side: 2,
      gameId,
    });
    const faster = await table.desk.player();
    const inventoryIds = await table.gift(faster, [2_100]);
    await table.world.run(joinCoinflip, faster, { inventoryIds, side: 2, gameId });
    await table.came(id);
    await left(player, id, 'Coinflip is already started');
  });

  test('when the price left the window', async () => {
    const player = await table.desk.player();
    const { gameId } = await table.waiting();
    const id = await table.ordered(joinCoinflipSteam, player, {
      assetIds: await table.assets([2_100]),
      side: 2,
      gameId,
    });
    const priced = (cents: number) =>
      table.world.db.run(sql`update item_types set price_cents = ${cents} where slug = ${slugOf(2_100)}`);
    await priced(2_200);
    await table.came(id);
    await priced(2_100);
    await left(player, id, 'The second player can not make a bet very different from the first player');
  });

  test('when the jackpot’s round is over, even if the offer was accepted before; it does not enter the next round', async () => {
    const player = await table.desk.player();
    const ids = await table.assets([1_100]);
    const round = await table.running();
    const id = await table.ordered(joinJackpotSteam, player, { assetIds: ids });
    await table.desk.sent(id);
    await table.desk.complete(id);
    await table.nextJackpot();
    expect((await table.jackpot()).id).not.toBe(round);
    await table.desk.settle(id);
    await table.world.sweepAll();
    expect((await table.jackpot()).entries).toEqual([]);
    await left(player, id, 'Jackpot is in finish state, try later');
  });

  test('when the player may no longer play', async () => {
    const player = await table.desk.player();
    const id = await table.ordered(joinJackpotSteam, player, { assetIds: await table.assets([1_100]) });
    await table.world.db.run(sql`update players set age_confirmed_at = null where id = ${player.id}`);
    await table.came(id);
    await left(player, id, 'Please confirm that you are 18 or older');
    expect((await table.jackpot()).entries).toEqual([]);
  });

  test('when the game is paused', async () => {
    const player = await table.desk.player();
    const id = await table.ordered(joinJackpotSteam, player, { assetIds: await table.assets([1_100]) });
    const pause = (on: boolean) =>
      writeSetting(table.world.db, GAME_SETTINGS, 'jackpot.paused', on, table.world.clock.now());
    await pause(true);
    await table.came(id);
    await pause(false);
    await left(player, id, 'The game is paused');
  });

  test('when some of the items did not arrive', async () => {
    const player = await table.desk.player();
    const id = await table.ordered(joinJackpotSteam, player, { assetIds: await table.assets([1_100, 2_000]) });
    await table.accepted(id, 1);
    await table.world.sweepAll();
    await left(player, id, 'Not all of the chosen items came');
    expect(await table.items(player)).toMatchObject([{ usd: 20 }]);
  });

  test('when the trade took too long, even if it arrives later', async () => {
    const player = await table.desk.player();
    const id = await table.ordered(joinJackpotSteam, player, { assetIds: await table.assets([1_100]) });
    await table.desk.sent(id);
    await table.desk.move(id, ['SENT'], { state: 'ACCEPTED', tradeId: '888001', tradeStatus: 0 });
    await table.world.clock.advance(WAITS_MS - 1);
    await table.world.sweepAll();
    expect(await table.bet(player, id)).toMatchObject({ state: 'OPEN' });
    await table.world.clock.advance(1);
    await table.world.sweepAll();
    expect(await table.bet(player, id)).toMatchObject({
      state: 'LEFT',
      reasonText: 'The trade was complete too late for this bet',
    });
    const moved = { assetId: '', contextId: '2', newAssetId: '888002', newContextId: '2', direction: 'IN' };
    const [asset] = (await table.desk.order(player, id)).items;
    await table.desk.trader.run(sql`
      select trade_record(${id}, '888001', ${JSON.stringify([{ ...moved, assetId: asset?.assetId }])}::jsonb,
        ${table.world.clock.now()})`);
    await table.desk.move(id, ['ACCEPTED'], { state: 'SETTLED', tradeStatus: 3 });
    await table.world.sweepAll();
    expect(await table.items(player)).toMatchObject([{ usd: 11 }]);
    expect((await table.jackpot()).entries).toEqual([]);
  });

  test('when the offer was accepted after it was given up', async () => {
    const player = await table.desk.player();
    const id = await table.ordered(joinJackpotSteam, player, { assetIds: await table.assets([1_100]) });
    await table.desk.sent(id);
    await table.desk.move(id, ['SENT'], { state: 'EXPIRED' });
    await table.desk.complete(id);
    await table.desk.settle(id);
    await table.world.sweepAll();
    expect(await table.bet(player, id)).toMatchObject({
      state: 'LEFT',
      reasonText: 'The trade was complete too late for this bet',
    });
    expect(await table.items(player)).toMatchObject([{ usd: 11 }]);
    expect((await table.jackpot()).entries).toEqual([]);
  });

  test('when the player withdrew the items meanwhile', async () => {
    const player = await table.desk.player();
    const id = await table.ordered(joinJackpotSteam, player, { assetIds: await table.assets([1_100]) });
    await table.credited(id);
    const [item] = await table.items(player);
    await table.world.run(withdrawBySteam, player, { inventoryIds: [item?.id ?? ''] });
    await table.world.sweepAll();
    expect(await table.bet(player, id)).toMatchObject({ state: 'LEFT' });
    expect((await table.jackpot()).entries).toEqual([]);
  });
});

test.each(['DECLINED', 'CANCELED', 'EXPIRED', 'REFUSED'])(
  'an offer that ends as %s ends its bet, and no item arrives',
  async (state) => {
    const player = await table.desk.player();
    const id = await table.ordered(joinJackpotSteam, player, { assetIds: await table.assets([1_100]) });
    await table.desk.sent(id);
    await table.desk.move(id, ['SENT'], { state });
    await table.world.sweepAll();
    expect(await table.bet(player, id)).toMatchObject({ state: 'NONE', reasonText: '' });
    expect(await table.notifications(player)).toEqual([]);
    // The place is free for another bet.
    await table.ordered(joinJackpotSteam, player, { assetIds: await table.assets([1_100]) });
  },
);

describe('a bet from Steam is refused at its order', () => {
  test('by trade rules: no trade link, a protected game, an item in an offer, two offers, no Steam, deposits paused', async () => {
    const { world } = table.desk;
    const [one = '', two = '', three = '', four = ''] = await table.assets([1_100, 1_100, 2_000, 2_000]);
    const refused = (player: Actor, ids: readonly string[]) =>
      world.refused(joinJackpotSteam, player, { assetIds: ids });
    expect(await refused(await table.desk.player(''), [one])).toBe('TRADE_LINK_MISSING');
    const player = await table.desk.player();
    expect(await refused(player, ['4711'])).toBe('ITEM_NOT_AVAILABLE');
    expect(await refused(player, [one, one])).toBe('ITEM_NOT_AVAILABLE');
    await table.ordered(joinJackpotSteam, player, { assetIds: [one] });
    expect(await refused(player, [two])).toBe('STEAM_BET_OPEN');
    const other = await table.desk.player();
    expect(await refused(other, [one])).toBe('ITEM_IN_OFFER');
    for (const asset of [two, three]) await table.ordered(createCoinflipSteam, other, { assetIds: [asset], side: 1 });
    expect(await refused(other, [four])).toBe('TOO_MANY_OFFERS');
    const set = (key: 'deposit.paused', value: boolean) =>
      writeSetting(world.db, SITE_SETTINGS, key, value, world.clock.now());
    const third = await table.desk.player();
    await set('deposit.paused', true);
    expect(await refused(third, [four])).toBe('GAME_PAUSED');
    await set('deposit.paused', false);
    await table.world.clock.advance(6 * 60_000);
    table.desk.steam.away = true;
    expect(await refused(third, [four])).toBe('STEAM_BUSY');
    table.desk.steam.away = false;
  });

  test('in a game whose trades can be reversed for a week', async () => {
    const { db, clock } = table.world;
    const player = await table.desk.player();
    await writeSetting(db, SITE_SETTINGS, 'global.appid', 730, clock.now());
    await db.run(sql`update item_types set app_id = 730 where slug = ${slugOf(1_100)}`);
    const assets = await table.assets([1_100]);
    expect(await table.world.refused(joinJackpotSteam, player, { assetIds: assets })).toBe('BET_PROTECTED');
    expect(await table.world.refused(createCoinflipSteam, player, { assetIds: assets, side: 1 })).toBe('BET_PROTECTED');
    await db.run(sql`update item_types set app_id = 570 where slug = ${slugOf(1_100)}`);
    await writeSetting(db, SITE_SETTINGS, 'global.appid', 570, clock.now());
  });

  test('by the rules of the game itself, applied to the chosen assets', async () => {
    const { world } = table.desk;
    const player = await table.desk.player();
    const [cheap = '', low = '', mid = '', right = '', dear = ''] = await table.assets([99, 100, 1_100, 2_000, 9_000]);
    const many = await table.assets(times(16, () => 1_100));
    const jackpot = (ids: readonly string[]) => world.refused(joinJackpotSteam, player, { assetIds: ids });
    const create = (ids: readonly string[]) => world.refused(createCoinflipSteam, player, { assetIds: ids, side: 1 });
    expect(await jackpot([cheap])).toBe('ITEM_TOO_CHEAP');
    expect(await create([low])).toBe('AMOUNT_TOO_LOW');
    expect(await jackpot(many)).toBe('ITEMS_LIMIT');
    const { gameId, creator } = await table.waiting();
    const join = (ids: readonly string[], side = 2, who = player) =>
      world.refused(joinCoinflipSteam, who, { assetIds: ids, side, gameId });
    expect(await join([dear])).toBe('AMOUNT_TOO_FAR');
    expect(await join([mid])).toBe('AMOUNT_TOO_FAR');
    expect(await join([right], 1)).toBe('SIDE_TAKEN');
    expect(await join([right], 2, creator)).toBe('OWN_GAME');
    await world.run(cancelCoinflip, creator, { gameId });
    expect(await join([right])).toBe('NO_GAME');
    await table.running();
    await world.clock.advance(60_000);
    expect(await jackpot([right])).toBe('JACKPOT_FINISHING');
    for (const key of ['jackpot.paused', 'coinflip.paused']) {
      await writeSetting(world.db, GAME_SETTINGS, key, true, world.clock.now());
    }
    await table.nextJackpot();
    expect([await jackpot([right]), await create([right])]).toEqual(['GAME_PAUSED', 'GAME_PAUSED']);
    for (const key of ['jackpot.paused', 'coinflip.paused']) {
      await writeSetting(world.db, GAME_SETTINGS, key, false, world.clock.now());
    }
    const { n } = await world.db.one<{ n: number }>(sql`
      select count(*) as n from trade_orders where player_id in (${player.id}, ${creator.id})`);
    expect(n).toBe(0);
  });

  test('12 concurrent orders for one round: one succeeds', async () => {
    const player = await table.desk.player();
    const { gameId } = await table.waiting();
    const ids = await table.assets(times(12, () => 2_000));
    const one = (asset: string) => () =>
      table.world.runner.execute(joinCoinflipSteam, player, { assetIds: [asset], side: 2, gameId });
    const ends = await raceIn(table.world, ids.map(one));
    expect(ends['ok']).toBe(1);
    expect((ends['STEAM_BET_OPEN'] ?? 0) + (ends['TOO_MANY_OFFERS'] ?? 0)).toBe(11);
  });
});
