/** Every refusal of coinflip; a refused command leaves everything unchanged. */
import {
  callBot,
  cancelCoinflip,
  createCoinflip,
  getCoinflip,
  joinCoinflip,
  listCoinflips,
} from '@fairpot/contract/coinflip/schemas';
import type { Actor } from '../../platform/runner/feature.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Refused } from '../../platform/runner/refused.ts';
import { GAME_SETTINGS } from '../games.ts';
import { sql } from '../../platform/database/sql.ts';
import { writeSetting } from '../../../testing/settings.ts';
import { upsertItemTypes } from '../../vault/types.ts';
import { itemTypeAt, slugOf } from '../../../testing/item-types.ts';
import { makeTable, type CoinflipTable } from '../../../testing/games/coinflip/table.fixture.ts';

let table: CoinflipTable;
beforeAll(async () => {
  table = await makeTable();
});
afterAll(() => table.world.close());

const refusedCreate = (actor: Actor, inventoryIds: readonly string[]) =>
  table.world.refused(createCoinflip, actor, { inventoryIds, side: 1 });

async function detailsOf(call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    if (error instanceof Refused) return { code: error.code, ...error.details };
    throw error;
  }
  return null;
}

describe('creating', () => {
  test('the total must exceed the minimum bet, to the cent', async () => {
    const { actor, items } = await table.playerWith([900, 100, 101]);
    const [nine, one, more] = items;
    const input = { inventoryIds: [nine, one], side: 1 };
    expect(await detailsOf(() => table.world.runner.execute(createCoinflip, actor, input))).toEqual({
      code: 'AMOUNT_TOO_LOW',
      min: 10,
    });
    await table.create(actor, [nine ?? '', more ?? '']);
    expect(await table.inventory(actor)).toEqual([one]);
  });

  test('at most 15 items', async () => {
    const { actor, items } = await table.playerWith(Array<number>(16).fill(100));
    expect(await refusedCreate(actor, items)).toBe('ITEMS_LIMIT');
    await table.create(actor, items.slice(0, 15));
  });

  test('no item below 1.00', async () => {
    const { actor, items } = await table.playerWith([2_000, 99]);
    const input = { inventoryIds: items, side: 1 };
    expect(await detailsOf(() => table.world.runner.execute(createCoinflip, actor, input))).toEqual({
      code: 'ITEM_TOO_CHEAP',
      min: '1.00',
    });
  });

  test('no prize items', async () => {
    const actor = await table.player();
    expect(await refusedCreate(actor, await table.give(actor, [2_000], 'PRIZE_PROMO'))).toBe('ITEM_NOT_STAKEABLE');
  });

  test('no item whose price is in doubt, when creating or joining', async () => {
    const waiting = await table.playerWith([2_100]);
    const gameId = await table.create(waiting.actor, waiting.items);
    const { actor, items } = await table.playerWith([2_000]);
    const name = itemTypeAt(2_000).marketHashName;
    await table.world.db.run(sql`update item_types set doubt = 'STALE' where slug = ${slugOf(2_000)}`);
    const create = { inventoryIds: items, side: 1 };
    const join = { inventoryIds: items, side: 2, gameId };
    const refusal = { code: 'PRICE_DOUBTED', name };
    expect(await detailsOf(() => table.world.runner.execute(createCoinflip, actor, create))).toEqual(refusal);
    expect(await detailsOf(() => table.world.runner.execute(joinCoinflip, actor, join))).toEqual(refusal);
    await table.world.db.run(sql`update item_types set doubt = null where slug = ${slugOf(2_000)}`);
    await table.world.runner.execute(joinCoinflip, actor, join);
  });

  test('no game whose items have another price by now: it waited with the price of its creation', async () => {
    const waiting = await table.playerWith([3_000, 1_000]);
    const gameId = await table.create(waiting.actor, waiting.items);
    const { actor, items } = await table.playerWith([4_000]);
    const join = { inventoryIds: items, side: 2, gameId };
    const price = (cents: number, doubt: string | null = null) =>
      table.world.db.run(sql`
        update item_types set price_cents = ${cents}, doubt = ${doubt} where slug = ${slugOf(3_000)}`);
    // 4,000 was staked: 5% of it is 200.
    for (const [cents, doubt] of [[2_799], [3_201], [3_000, 'JUMP']] as const) {
      await price(cents, doubt);
      expect(await table.world.refused(joinCoinflip, actor, join)).toBe('GAME_REPRICED');
    }
    await price(2_800);
    await table.world.runner.execute(joinCoinflip, actor, join);
    await price(3_000);
  });

  test('no items of other players, unknown, repeated or staked items', async () => {
    const { actor, items } = await table.playerWith([2_000, 3_000]);
    const stranger = await table.playerWith([2_000]);
    const [first = '', second = ''] = items;
    expect(await refusedCreate(actor, stranger.items)).toBe('ITEM_NOT_AVAILABLE');
    expect(await refusedCreate(actor, [table.world.deps.ids.next('item')])).toBe('ITEM_NOT_AVAILABLE');
    expect(await refusedCreate(actor, [first, first])).toBe('ITEM_NOT_AVAILABLE');
    await table.create(actor, [first]);
    expect(await refusedCreate(actor, [first, second])).toBe('ITEM_NOT_AVAILABLE');
    expect(await table.inventory(actor)).toEqual([second]);
  });

  test('input of the wrong shape', async () => {
    const { actor, items } = await table.playerWith([2_000]);
    for (const input of [
      { inventoryIds: items },
      { inventoryIds: items, side: 3 },
      { inventoryIds: [], side: 1 },
      { inventoryIds: ["itm_' or 1=1 --"], side: 1 },
      { inventoryIds: items, side: 1, feeBps: 0 },
    ])
      expect(await table.world.refused(createCoinflip, actor, input)).toBe('BAD_INPUT');
  });

  test('signed out, or under age', async () => {
    const { actor, items } = await table.playerWith([2_000]);
    const input = { inventoryIds: items, side: 1 };
    expect(await table.world.refused(createCoinflip, null, input)).toBe('SIGNED_OUT');
    const young = { ...actor, ageConfirmed: false };
    expect(await table.world.refused(createCoinflip, young, input)).toBe('AGE_UNCONFIRMED');
  });

  test('a session whose player is gone', async () => {
    const actor = table.world.actor();
    const items = await table.give(actor, [2_000]);
    expect(await refusedCreate(actor, items)).toBe('SIGNED_OUT');
  });
});

describe('joining', () => {
  let creator: Actor;
  let gameId: string;
  beforeEach(async () => {
    const made = await table.playerWith([2_000]);
    creator = made.actor;
    gameId = await table.create(creator, made.items, 1);
  });
  const refusedJoin = (actor: Actor, inventoryIds: readonly string[], over: object = {}) =>
    table.world.refused(joinCoinflip, actor, { gameId, inventoryIds, side: 2, ...over });

  test('the window is strict on both ends: 18.00 and 22.00 are out, 18.01 and 21.99 are in', async () => {
    for (const price of [1_800, 2_200]) {
      const { actor, items } = await table.playerWith([price]);
      const input = { gameId, inventoryIds: items, side: 2 };
      expect(await detailsOf(() => table.world.runner.execute(joinCoinflip, actor, input))).toEqual({
        code: 'AMOUNT_TOO_FAR',
        min: 18.01,
        max: 21.99,
      });
    }
    for (const price of [1_801, 2_199]) {
      const own = await table.playerWith([2_000]);
      const id = await table.create(own.actor, own.items, 1);
      const { actor, items } = await table.playerWith([price]);
      await table.join(actor, id, items);
    }
  });

  test('the player’s own game, the taken side, an unknown game', async () => {
    const own = await table.give(creator, [2_000]);
    expect(await refusedJoin(creator, own)).toBe('OWN_GAME');
    const { actor, items } = await table.playerWith([2_000]);
    expect(await refusedJoin(actor, items, { side: 1 })).toBe('SIDE_TAKEN');
    expect(await refusedJoin(actor, items, { gameId: table.world.deps.ids.next('round') })).toBe('NO_GAME');
  });

  test('a game that runs, is over, or was cancelled', async () => {
    const { actor, items } = await table.playerWith([2_000]);
    const late = await table.playerWith([2_000]);
    await table.join(actor, gameId, items);
    expect(await refusedJoin(late.actor, late.items)).toBe('COINFLIP_STARTED');
    expect(await table.world.refused(cancelCoinflip, creator, { gameId })).toBe('COINFLIP_STARTED');
    await table.settle();
    expect(await refusedJoin(late.actor, late.items)).toBe('GAME_FINISHED');
    expect(await table.world.refused(cancelCoinflip, creator, { gameId })).toBe('GAME_FINISHED');
    const other = await table.playerWith([2_000]);
    gameId = await table.create(other.actor, other.items, 1);
    await table.cancel(other.actor, gameId);
    expect(await refusedJoin(late.actor, late.items)).toBe('NO_GAME');
    expect(await table.world.refused(cancelCoinflip, other.actor, { gameId })).toBe('NO_GAME');
  });

  test('the items follow the same rules as a creator’s', async () => {
    const many = await table.playerWith(Array<number>(16).fill(125));
    expect(await refusedJoin(many.actor, many.items)).toBe('ITEMS_LIMIT');
    const cheap = await table.playerWith([1_950, 50]);
    expect(await refusedJoin(cheap.actor, cheap.items)).toBe('ITEM_TOO_CHEAP');
    const prize = await table.player();
    expect(await refusedJoin(prize, await table.give(prize, [2_000], 'PRIZE_PROMO'))).toBe('ITEM_NOT_STAKEABLE');
    expect(await refusedJoin(prize, [many.items[0] ?? ''])).toBe('ITEM_NOT_AVAILABLE');
  });

  test('a price that changed before the join is checked again', async () => {
    const { actor, items } = await table.playerWith([2_111]);
    const { db, clock } = table.world;
    await upsertItemTypes(db, [{ ...itemTypeAt(2_111), priceCents: 5_000 }], clock.now());
    expect(await refusedJoin(actor, items)).toBe('AMOUNT_TOO_FAR');
  });
});

describe('cancelling and calling a bot', () => {
  test('only by the creator', async () => {
    const { actor, items } = await table.playerWith([2_000]);
    const gameId = await table.create(actor, items);
    const stranger = await table.player();
    expect(await table.world.refused(cancelCoinflip, stranger, { gameId })).toBe('NOT_YOUR_GAME');
    expect(await table.world.refused(callBot, stranger, { gameId })).toBe('NOT_YOUR_GAME');
    const unknown = { gameId: table.world.deps.ids.next('round') };
    expect(await table.world.refused(cancelCoinflip, actor, unknown)).toBe('NO_GAME');
    expect(await table.world.refused(callBot, actor, unknown)).toBe('NO_GAME');
    expect(await table.world.refused(getCoinflip, null, { id: unknown.gameId })).toBe('NO_GAME');
  });

  test('a bot joins when its items fit, and only in a demo', async () => {
    const { actor, items } = await table.playerWith([2_000]);
    const gameId = await table.create(actor, items);
    const bot = await table.player({ isBot: true });
    await table.give(bot, [9_000, 50]);
    expect(await table.world.refused(callBot, actor, { gameId })).toBe('BOT_UNAVAILABLE');
    await table.give(bot, [1_500, 400, 400]);
    await table.world.run(callBot, actor, { gameId });
    const game = await table.game(gameId);
    expect(game).toMatchObject({ phase: 'COUNTDOWN', secondUser: { id: bot.id, badge: 'BOT' }, secondTotalUsd: 19 });
    expect(await table.world.refused(callBot, actor, { gameId })).toBe('COINFLIP_STARTED');
    await table.settle();
    await table.verify(gameId);
    expect(await table.world.refused(callBot, actor, { gameId })).toBe('GAME_FINISHED');

    const live = await makeTable({ config: { mode: 'live' } });
    expect(await live.world.refused(callBot, live.world.actor(), { gameId })).toBe('NOT_FOUND');
    await live.world.close();
  });
});

describe('the terms come from the settings', () => {
  test('a pause stops creates, joins and bots, not running games; minimum bet and fee are as at the opening', async () => {
    const { db, clock } = table.world;
    const waiting = await table.playerWith([2_000]);
    const gameId = await table.create(waiting.actor, waiting.items);
    const { id } = await table.lockedGame();
    await writeSetting(db, GAME_SETTINGS, 'coinflip.paused', true, clock.now());
    const { actor, items } = await table.playerWith([2_000]);
    expect(await refusedCreate(actor, items)).toBe('GAME_PAUSED');
    const join = { gameId, inventoryIds: items, side: 2 };
    expect(await table.world.refused(joinCoinflip, actor, join)).toBe('GAME_PAUSED');
    const bot = await table.player({ isBot: true });
    await table.give(bot, [2_000]);
    expect(await table.world.refused(callBot, waiting.actor, { gameId })).toBe('GAME_PAUSED');
    expect((await table.world.run(listCoinflips, null, {})).paused).toBe(true);
    await table.settle();
    expect((await table.game(id)).phase).toBe('SETTLED');
    await table.cancel(waiting.actor, gameId);

    await writeSetting(db, GAME_SETTINGS, 'coinflip.paused', false, clock.now());
    await writeSetting(db, GAME_SETTINGS, 'coinflip.minbetCents', 2_000, clock.now());
    expect(await refusedCreate(actor, items)).toBe('AMOUNT_TOO_LOW');
    await writeSetting(db, GAME_SETTINGS, 'coinflip.minbetCents', 100, clock.now());
    await writeSetting(db, GAME_SETTINGS, 'coinflip.feeBps', 250, clock.now());
    const cheap = await table.create(actor, items);
    await writeSetting(db, GAME_SETTINGS, 'coinflip.feeBps', 900, clock.now());
    expect((await table.game(cheap)).feeBps).toBe(250);
    expect(await table.world.run(listCoinflips, null, {})).toMatchObject({ minbet: 1, feeBps: 900, paused: false });
  });
});
