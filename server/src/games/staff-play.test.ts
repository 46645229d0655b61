/** Rulings 1.12: in live only a USER stakes, joins or buys; in a demo staff may, under their badge. */
import {
  callBattleBots,
  createCasebattle,
  joinCasebattle,
  leaveCasebattle,
} from '@fairpot/contract/casebattle/schemas';
import { teamIdOf } from '@fairpot/contract/casebattle/views';
import {
  callBot,
  cancelCoinflip,
  createCoinflip,
  createCoinflipSteam,
  joinCoinflip,
  joinCoinflipSteam,
} from '@fairpot/contract/coinflip/schemas';
import { joinJackpot, joinJackpotSteam } from '@fairpot/contract/jackpot/schemas';
import { GAME_NAMES } from '@fairpot/contract/games/games';
import { STATUSES, type Status } from '@fairpot/contract/wire/permissions';
import { getDemoItems } from '@fairpot/contract/demo/schemas';
import { createCryptoOrder } from '@fairpot/contract/crypto/schemas';
import { buyFromMarket } from '@fairpot/contract/market/schemas';
import { activatePromocode } from '@fairpot/contract/promo/schemas';
import { depositBySteam } from '@fairpot/contract/trades/schemas';
import { REFUSALS } from '@fairpot/contract/wire/refusals';
import { CALLS } from '@fairpot/contract/registry/schemas';
import { QUICKNET } from '@fairpot/fairness/protocol/beacon';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeArena, ARENA_FEATURES, type Arena } from '../../testing/games/casebattle/arena.fixture.ts';
import { coinflipFeature } from './coinflip/coinflip.feature.ts';
import { cryptoFeature } from '../crypto/crypto.feature.ts';
import { marketFeature } from '../market/market.feature.ts';
import { promoFeature } from '../promo/promo.feature.ts';
import { tradesFeature } from '../trades/trades.feature.ts';
import { jackpotFeature } from './jackpot/jackpot.feature.ts';
import { PotTable } from '../../testing/games/jackpot/pot.fixture.ts';

const STAFF = STATUSES.filter((status) => status !== 'USER');
const STAKING = [
  createCoinflip,
  joinCoinflip,
  createCoinflipSteam,
  joinCoinflipSteam,
  callBot,
  joinJackpot,
  joinJackpotSteam,
  createCasebattle,
  joinCasebattle,
  callBattleBots,
  buyFromMarket,
  depositBySteam,
  createCryptoOrder,
  activatePromocode,
];

let arena: Arena;
let table: PotTable;
afterEach(async () => {
  await arena.world.close();
});

async function open(mode: 'demo' | 'live'): Promise<void> {
  const drandChain = mode === 'live' ? { drandChain: QUICKNET } : {};
  arena = await makeArena({
    features: [
      ...ARENA_FEATURES,
      coinflipFeature,
      jackpotFeature,
      marketFeature,
      tradesFeature,
      cryptoFeature,
      promoFeature,
    ],
    config: { mode },
    ...drandChain,
  });
  table = new PotTable(arena.world);
  await arena.world.sweepAll();
}

const staffWith = async (status: Status, prices: readonly number[]) => {
  const actor = await arena.player(100_000, { status });
  return { actor, items: await table.give(actor, prices) };
};

test('every call that stakes, joins or buys declares that staff may not make it in live', async () => {
  await open('live');
  const playing = CALLS.filter((call) => call.permission === 'play');
  // Those of another game are recognised by their input.
  const takes = (call: (typeof CALLS)[number]) => Object.keys(z.toJSONSchema(call.input).properties ?? {});
  const ofGames = CALLS.filter(({ name }) => GAME_NAMES.some((game) => name.startsWith(`${game}.`)));
  const stakes = ofGames.filter((call) => takes(call).some((field) => ['inventoryIds', 'assetIds'].includes(field)));
  const names = (calls: readonly { readonly name: string }[]) => [...new Set(calls.map((call) => call.name))].sort();
  // Gifts of a demo are for players; a live site has no such call.
  expect(names(playing)).toEqual(names([...STAKING, ...stakes, getDemoItems]));
  expect(REFUSALS.STAFF_DO_NOT_PLAY.status).toBe(403);
  for (const call of playing) expect(call.refusals, call.name).toContain('STAFF_DO_NOT_PLAY');
});

describe('in live', () => {
  test.each(STAFF)('%s can stake in no game, by no call, and nothing moves', async (status) => {
    await open('live');
    const { actor, items } = await staffWith(status, [2_000]);
    const flip = await table.create(...(await user([2_000])));
    const battle = await arena.create(await arena.player());
    const inputs = new Map<unknown, unknown>([
      [createCoinflip, { inventoryIds: items, side: 1 }],
      [joinCoinflip, { gameId: flip, inventoryIds: items, side: 2 }],
      [joinJackpot, { inventoryIds: items }],
      [createCoinflipSteam, { assetIds: ['1'], side: 1 }],
      [joinCoinflipSteam, { gameId: flip, assetIds: ['1'], side: 2 }],
      [joinJackpotSteam, { assetIds: ['1'] }],
      [createCasebattle, { caseIds: ['mixed'], type: 'STANDARD_2' }],
      [joinCasebattle, { teamId: teamIdOf(battle, 1) }],
      [callBattleBots, { gameId: battle }],
      [buyFromMarket, { itemIds: items }],
      [activatePromocode, { code: 'ABC' }],
      [createCryptoOrder, { walletId: 'cwa_00000000000000000000000000', amountUsd: 10 }],
      [depositBySteam, { steamItems: [{ assetid: '1', contextid: '2', appid: 730 }], convertToBalance: true }],
    ]);
    // A live server has no callBot at all.
    const known = STAKING.filter((call) => arena.world.runner.bindings.has(call.name));
    expect(known).toEqual(STAKING.filter((call) => call !== callBot));
    for (const call of known) {
      expect(await arena.world.refused(call, actor, inputs.get(call)), call.name).toBe('STAFF_DO_NOT_PLAY');
    }
    expect(await table.inventory(actor)).toEqual(items);
    expect(await arena.balances(actor)).toEqual({ available: 100_000, hold: 0 });
  });

  test('a player who became staff while in a waiting game can still cancel the stake', async () => {
    await open('live');
    const [player, items] = await user([2_000]);
    const flip = await table.create(player, items);
    const creator = await arena.player();
    const battle = await arena.create(creator, { type: 'STANDARD_3' });
    const other = await arena.player();
    await arena.join(other, battle, 1);
    await arena.world.run(cancelCoinflip, { ...player, status: 'SUPPORT' }, { gameId: flip });
    await arena.world.run(leaveCasebattle, { ...other, status: 'ADMIN' }, { gameId: battle });
    expect(await table.inventory(player)).toEqual(items);
    expect(await arena.balances(other)).toEqual({ available: 100_000, hold: 0 });
  });
});

test('in a demo staff play, with the STAFF badge in every game', async () => {
  await open('demo');
  const { actor, items } = await staffWith('MODERATOR', [2_000, 500]);
  const flip = await table.create(actor, [items[0]!]);
  await table.enter(actor, [items[1]!]);
  const battle = await arena.create(actor);
  const { seats, entries } = {
    seats: (await arena.battle(battle)).teams.flatMap((team) => team.participants),
    entries: (await table.round()).entries,
  };
  const shown = [
    (await table.game(flip)).firstUser,
    ...entries.map((entry) => entry.user),
    ...seats.map((seat) => seat.user),
  ];
  expect(shown.map(({ id, badge }) => [id, badge])).toEqual(Array.from({ length: 3 }, () => [actor.id, 'STAFF']));
});

async function user(prices: readonly number[]): Promise<[Awaited<ReturnType<Arena['player']>>, string[]]> {
  const actor = await arena.player();
  return [actor, await table.give(actor, prices)];
}
