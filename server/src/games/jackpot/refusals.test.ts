/** Every refusal of jackpot; a refused command leaves everything unchanged. */
import { createCoinflip } from '@fairpot/contract/coinflip/schemas';
import { getJackpot, getJackpotRound, joinJackpot } from '@fairpot/contract/jackpot/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../platform/runner/feature.ts';
import { Refused } from '../../platform/runner/refused.ts';
import { GAME_SETTINGS } from '../games.ts';
import { writeSetting } from '../../../testing/settings.ts';
import { sql, type Tx } from '../../platform/database/sql.ts';
import { itemTypeAt, slugOf } from '../../../testing/item-types.ts';
import { batchedCall } from '../../../testing/one-batch.ts';
import { makeWorld } from '../../../testing/world.ts';
import { TABLE_FEATURES } from '../../../testing/games/coinflip/table.fixture.ts';
import { join } from './commands.ts';
import { jackpotFeature } from './jackpot.feature.ts';
import { makePotTable, type PotTable } from '../../../testing/games/jackpot/pot.fixture.ts';

let table: PotTable;
beforeEach(async () => {
  table = await makePotTable();
});
afterEach(() => table.world.close());

const refused = (actor: Actor | null, inventoryIds: readonly string[]) =>
  table.world.refused(joinJackpot, actor, { inventoryIds });

async function detailsOf(actor: Actor, inventoryIds: readonly string[]): Promise<unknown> {
  try {
    await table.world.runner.execute(joinJackpot, actor, { inventoryIds });
  } catch (error) {
    if (error instanceof Refused) return { code: error.code, ...error.details };
    throw error;
  }
  return null;
}

describe('the stake', () => {
  test('must be worth the minimum bet: the minimum itself is enough', async () => {
    await writeSetting(table.world.db, GAME_SETTINGS, 'jackpot.minbetCents', 500, table.world.clock.now());
    const { actor, items } = await table.playerWith([399, 100, 101]);
    const [most = '', one = '', more = ''] = items;
    expect(await detailsOf(actor, [most, one])).toEqual({ code: 'AMOUNT_TOO_LOW', min: 5 });
    await table.enter(actor, [most, more]);
    expect(await table.inventory(actor)).toEqual([one]);
  });

  test('has at most 15 items, none below 1.00, prizes, other players’, unknown, repeated or staked', async () => {
    const many = await table.playerWith(Array<number>(16).fill(100));
    expect(await refused(many.actor, many.items)).toBe('ITEMS_LIMIT');
    const cheap = await table.playerWith([2_000, 99]);
    expect(await detailsOf(cheap.actor, cheap.items)).toEqual({ code: 'ITEM_TOO_CHEAP', min: '1.00' });
    const prize = await table.player();
    expect(await refused(prize, await table.give(prize, [2_000], 'PRIZE_PROMO'))).toBe('ITEM_NOT_STAKEABLE');
    expect(await refused(prize, many.items.slice(0, 1))).toBe('ITEM_NOT_AVAILABLE');
    expect(await refused(prize, [table.world.deps.ids.next('item')])).toBe('ITEM_NOT_AVAILABLE');
    const [dear = ''] = cheap.items;
    expect(await refused(cheap.actor, [dear, dear])).toBe('ITEM_NOT_AVAILABLE');
    await table.enter(cheap.actor, [dear]);
    expect(await refused(cheap.actor, [dear])).toBe('ITEM_NOT_AVAILABLE');
    expect((await table.round()).entries).toHaveLength(1);
    await table.enter(many.actor, many.items.slice(0, 15));
  });

  test('holds no item with a doubtful or unconfirmed price; items already staked stay', async () => {
    const { actor, items } = await table.playerWith([2_000, 500]);
    const [dear = '', small = ''] = items;
    const name = itemTypeAt(2_000).marketHashName;
    const staked = await table.playerWith([2_000]);
    await table.enter(staked.actor, staked.items);
    const doubts = [
      { doubt: 'JUMP', goodUntil: null },
      { doubt: null, goodUntil: table.world.clock.now() - 1 },
    ];
    for (const { doubt, goodUntil } of doubts) {
      await table.world.db.run(sql`
        update item_types set doubt = ${doubt}, good_until = ${goodUntil}::bigint where slug = ${slugOf(2_000)}`);
      expect(await detailsOf(actor, [dear, small])).toEqual({ code: 'PRICE_DOUBTED', name });
    }
    expect((await table.inventory(actor)).sort()).toEqual([dear, small].sort());
    expect((await table.round()).entries).toMatchObject([{ totalUsd: 20 }]);
    await table.world.db.run(sql`
      update item_types set good_until = ${table.world.clock.now()} where slug = ${slugOf(2_000)}`);
    await table.enter(actor, [dear, small]);
  });

  test('is in one game at a time', async () => {
    const { actor, items } = await table.playerWith([2_000]);
    await table.enter(actor, items);
    const input = { inventoryIds: items, side: 1 };
    expect(await table.world.refused(createCoinflip, actor, input)).toBe('ITEM_NOT_AVAILABLE');
    const other = await table.playerWith([2_000]);
    await table.create(other.actor, other.items);
    expect(await refused(other.actor, other.items)).toBe('ITEM_NOT_AVAILABLE');
  });

  test('is refused: wrong shape, signed-out callers, minors, and sessions whose player is gone', async () => {
    const { actor, items } = await table.playerWith([2_000]);
    for (const input of [{}, { inventoryIds: [] }, { inventoryIds: ['x'] }, { inventoryIds: items, gameId: 'rnd_1' }])
      expect(await table.world.refused(joinJackpot, actor, input)).toBe('BAD_INPUT');
    expect(await refused(null, items)).toBe('SIGNED_OUT');
    expect(await refused({ ...actor, ageConfirmed: false }, items)).toBe('AGE_UNCONFIRMED');
    const ghost = table.world.actor();
    expect(await refused(ghost, await table.give(ghost, [2_000]))).toBe('SIGNED_OUT');
  });

  test('from a bot: only in a demo, never in live', async () => {
    const bot = await table.player({ isBot: true });
    await table.enter(bot, await table.give(bot, [2_000]));
    expect((await table.round()).entries[0]?.user.badge).toBe('BOT');
    const live = await makePotTable({ config: { mode: 'live' } });
    const liveBot = await live.player({ isBot: true });
    const inventoryIds = await live.give(liveBot, [2_000]);
    expect(await live.world.refused(joinJackpot, liveBot, { inventoryIds })).toBe('FORBIDDEN');
    await live.world.close();
  });
});

describe('the round', () => {
  test('refuses before the first opening, and for an unknown round', async () => {
    const world = await makeWorld({ features: [...TABLE_FEATURES, jackpotFeature] });
    expect(await world.run(getJackpot, null, {})).toMatchObject({
      game: null,
      last: null,
      state: { finishedAt: null },
    });
    const inventoryIds = [world.deps.ids.next('item')];
    expect(await world.refused(joinJackpot, world.actor(), { inventoryIds })).toBe('NO_GAME');
    const id = world.deps.ids.next('round');
    expect(await world.refused(getJackpotRound, null, { id })).toBe('NO_GAME');
    await world.close();
  });

  test('takes nothing from its deadline on, locked by the sweep or not, until the next one is open', async () => {
    await table.entered([500]);
    await table.entered([500]);
    const late = await table.playerWith([500, 600]);
    const [one = '', other = ''] = late.items;
    await table.world.clock.advance(59_999);
    await table.enter(late.actor, [one]);
    await table.world.clock.advance(9_999);
    const more = await table.give(late.actor, [700]);
    await table.enter(late.actor, more);
    await table.world.clock.advance(10_000);
    expect((await table.round()).phase).toBe('COUNTDOWN');
    expect(await refused(late.actor, [other])).toBe('JACKPOT_FINISHING');
    await table.world.sweepAll();
    expect((await table.round()).phase).toBe('FINISHING');
    expect(await refused(late.actor, [other])).toBe('JACKPOT_FINISHING');
    const reveal = table.world.features.flatMap((f) => f.sweeps ?? []).find((s) => s.name === 'jackpot.reveal');
    await table.world.clock.advance(9_000);
    await reveal?.run(new AbortController().signal);
    expect((await table.round()).phase).toBe('SETTLED');
    expect(await refused(late.actor, [other])).toBe('JACKPOT_FINISHING');
    await table.world.sweepAll();
    expect(await table.enter(late.actor, [other])).toBe(1);
  });

  test('is paused: no entries, the running round finishes, and the next one opens for later', async () => {
    const { db, clock } = table.world;
    const { id } = await table.round();
    await table.entered([500]);
    await table.entered([500]);
    await writeSetting(db, GAME_SETTINGS, 'jackpot.paused', true, clock.now());
    const { actor, items } = await table.playerWith([500]);
    expect(await refused(actor, items)).toBe('GAME_PAUSED');
    expect((await table.state()).paused).toBe(true);
    await table.pass(60_000);
    await table.pass(9_000);
    expect((await table.roundOf(id)).phase).toBe('SETTLED');
    expect(await refused(actor, items)).toBe('GAME_PAUSED');
    await writeSetting(db, GAME_SETTINGS, 'jackpot.paused', false, clock.now());
    await table.enter(actor, items);
  });

  test('has room for 500,000 USD, half of it for a player who is alone', async () => {
    const whale = await table.playerWith([24_999_900, 100, 100]);
    const [most = '', one = '', more = ''] = whale.items;
    await table.enter(whale.actor, [most, one]);
    expect(await detailsOf(whale.actor, [more])).toEqual({ code: 'JACKPOT_FULL', max: 250_000, entries: 500 });
    const other = await table.playerWith([24_999_900, 100, 100]);
    const [first = '', second = '', third = ''] = other.items;
    await table.enter(other.actor, [first]);
    await table.enter(whale.actor, [more]);
    expect(await detailsOf(other.actor, [second, third])).toEqual({
      code: 'JACKPOT_FULL',
      max: 500_000,
      entries: 1_000,
    });
    expect((await table.round()).value).toBe(499_999 + 1);
    expect(await refused(other.actor, [second])).toBe('JACKPOT_FULL');
    await table.pass(60_000);
    await table.pass(9_000);
    const { last } = await table.state();
    await table.verify(last?.id ?? '');
  });

  test('has room for 1,000 entries', async () => {
    const { actor, items } = await table.playerWith([500, 500]);
    await table.enter(actor, items.slice(0, 1));
    const { id } = await table.round();
    const undo = new Error('undo');
    const call = batchedCall<typeof joinJackpot, string | null>(
      actor,
      { inventoryIds: items.slice(1) },
      { now: table.world.clock.now(), before: null },
    );
    // 999 more entries would be slow: the counter is set as they would leave it.
    const entryWhen = async (tx: Tx, entries: number) => {
      await tx.run(sql`update jackpot_rounds set entries = ${entries} where round_id = ${id}`);
      return (await join(table.world.deps).runAll(tx, [call]))[0];
    };
    const full = table.world.db.transaction(async (tx) => {
      expect(await entryWhen(tx, 500)).toMatchObject({ code: 'JACKPOT_FULL', details: { entries: 500 } });
      expect(await entryWhen(tx, 499)).toEqual({ gameId: id, entryNo: 500 });
      throw undo;
    });
    await expect(full).rejects.toBe(undo);
  });
});

test('the rate of a round is that of its opening; the minimum bet is the current one', async () => {
  const { db, clock } = table.world;
  await writeSetting(db, GAME_SETTINGS, 'jackpot.feeBps', 900, clock.now());
  await writeSetting(db, GAME_SETTINGS, 'jackpot.minbetCents', 300, clock.now());
  expect(await table.state()).toMatchObject({ feeBps: 900, minbet: 3, game: { feeBps: 500 } });
  const { actor, items } = await table.playerWith([299]);
  expect(await refused(actor, items)).toBe('AMOUNT_TOO_LOW');
  const { id } = await table.lockedRound();
  await table.pass(9_000);
  expect(await table.state()).toMatchObject({ last: { id, feeBps: 500 }, game: { feeBps: 900 } });
  await table.verify(id);
});
