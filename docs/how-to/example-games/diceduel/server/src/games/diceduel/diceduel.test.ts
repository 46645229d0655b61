/** The dice duel on a real database: end to end with a proof that verifies, facts, refusals, races, and returned items. */
import { applyDiceduelFact } from '@fairpot/contract/diceduel/views';
import {
  cancelDiceduel,
  createDiceduel,
  createDiceduelSteam,
  DiceduelFact,
  diceduelHistory,
  getDiceduel,
  joinDiceduel,
  joinDiceduelSteam,
  listDiceduels,
} from '@fairpot/contract/diceduel/schemas';
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ledgerFeature } from '../../ledger/ledger.feature.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { writeSetting } from '../../../testing/settings.ts';
import { giveItems, newPlayer } from '../../../testing/stages/players.ts';
import { verifiedProof } from '../../../testing/proof.ts';
import { raceIn, times } from '../../../testing/races.ts';
import { makeWorld, type World } from '../../../testing/world.ts';
import { makeTradeDesk } from '../../../testing/trades/desk.fixture.ts';
import { vaultFeature } from '../../vault/vault.feature.ts';
import { GAME_SETTINGS } from '../games.ts';
import { fairFeature } from '../kit/fair.feature.ts';
import { diceduelFeature } from './diceduel.feature.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: [ledgerFeature, vaultFeature, fairFeature, diceduelFeature] });
});
afterAll(() => world.close());

interface Player {
  readonly actor: Actor;
  readonly items: string[];
}

/** A new player with items of these prices. */
async function playerWith(...prices: number[]): Promise<Player> {
  const actor = await newPlayer(world);
  return { actor, items: await giveItems(world, actor, prices) };
}

const create = async ({ actor, items }: Player) =>
  (await world.run(createDiceduel, actor, { inventoryIds: items })).gameId;
const join = ({ actor, items }: Player, gameId: string) =>
  world.run(joinDiceduel, actor, { gameId, inventoryIds: items });
const refusedJoin = ({ actor, items }: Player, gameId: string) =>
  world.refused(joinDiceduel, actor, { gameId, inventoryIds: items });
const duelOf = (id: string) => world.run(getDiceduel, null, { id });
const inventory = async ({ actor }: Player) =>
  (await world.run(siteInventory, actor, {})).items.map(({ id }) => id).sort();
/** Lets the countdown and the beacon pass, and runs the sweeps. */
const settle = async () => {
  await world.clock.advance(14_000);
  await world.sweepAll();
};

describe('a duel', () => {
  test('is opened, joined, thrown, paid and proven', async () => {
    const [first, second] = [await playerWith(1_000, 500, 500), await playerWith(1_900, 100, 20_00)];
    const id = await create(first);
    expect(await duelOf(id)).toMatchObject({ phase: 'WAITING', version: 1, firstTotalUsd: 20, throws: null });
    expect(await inventory(first)).toEqual([]);

    await join({ ...second, items: second.items.slice(0, 2) }, id);
    const locked = await duelOf(id);
    expect(locked).toMatchObject({ phase: 'COUNTDOWN', timerSecondsLeft: 10, throws: null, winnerSeat: null });
    expect(locked.fair.lock).toContain(locked.hash);
    await world.clock.advance(9_999);
    await world.sweepAll();
    expect(await duelOf(id)).toMatchObject({ phase: 'COUNTDOWN', secret: null, throws: null });

    await settle();
    const settled = await duelOf(id);
    expect(settled).toMatchObject({ phase: 'SETTLED', version: 3, fair: { ticket: null } });
    expect(settled.secret).toMatch(/^fp2\.diceduel\.rnd_/);
    const [one = 0, other = 0] = settled.throws?.at(-1) ?? [];
    expect(settled.winnerSeat).toBe(one > other ? 1 : 2);
    for (const [left, right] of settled.throws?.slice(0, -1) ?? []) expect(left).toBe(right);
    expect((await verifiedProof(world, id)).outcome).toMatchObject({ throws: settled.throws });

    const [winner, loser] = settled.winnerSeat === 1 ? [first, second] : [second, first];
    const left = [...first.items, ...second.items].filter((item) => !settled.feeItemIds.includes(item));
    expect(await inventory(winner)).toEqual(left.filter((item) => loser !== second || item !== second.items[2]).sort());
    expect(settled.feeItemIds.every((item) => loser.items.includes(item))).toBe(true);
    const { history } = await world.run(diceduelHistory, null, {});
    expect(history[0]).toMatchObject({ id, potUsd: 40, throws: settled.throws, winnerUser: { id: winner.actor.id } });
  });

  test('old list + facts = fresh list, in every phase', async () => {
    let view = await world.run(listDiceduels, null, {});
    let seen = (await world.db.one<{ id: number }>(sql`select max(id) as id from facts`)).id;
    const catchUp = async () => {
      const presenter = world.features.flatMap((feature) => feature.presenters ?? [])[0];
      const rows = await world.db.many<{ id: number; subject: string; version: number; type: string; at: number }>(
        sql`select id, subject, version, type, at from facts where id > ${seen} order by id`,
      );
      expect(rows.length).toBeGreaterThan(0);
      seen = rows.at(-1)?.id ?? seen;
      for (const body of (await presenter?.present(world.db, rows)) ?? [])
        view = applyDiceduelFact(view, DiceduelFact.parse(body));
      expect(view).toEqual(await world.run(listDiceduels, null, {}));
    };
    const id = await create(await playerWith(2_000));
    await catchUp();
    await join(await playerWith(2_010), id);
    await catchUp();
    await settle();
    await catchUp();
    expect(view.games.find((duel) => duel.id === id)?.throws).not.toBeNull();
    const other = await playerWith(2_000);
    const waiting = await create(other);
    await world.run(cancelDiceduel, other.actor, { gameId: waiting });
    await catchUp();
    expect(view.games.some((duel) => duel.id === waiting)).toBe(false);
    expect(await inventory(other)).toEqual(other.items);
  });
});

describe('refusals', () => {
  test('of joining: own duel, amounts outside 98 to 102 percent, a started, finished or unknown duel', async () => {
    const creator = await playerWith(2_000, 2_000);
    const id = await create({ ...creator, items: creator.items.slice(0, 1) });
    expect(await refusedJoin({ ...creator, items: creator.items.slice(1) }, id)).toBe('OWN_GAME');
    for (const price of [1_959, 2_041]) expect(await refusedJoin(await playerWith(price), id)).toBe('AMOUNT_TOO_FAR');
    await join(await playerWith(1_960), id);
    const late = await playerWith(2_040);
    expect(await refusedJoin(late, id)).toBe('GAME_FINISHED');
    await settle();
    expect(await refusedJoin(late, id)).toBe('GAME_FINISHED');
    expect(await refusedJoin(late, world.deps.ids.next('round'))).toBe('NO_GAME');
    expect(await inventory(late)).toEqual(late.items);
  });

  test('of opening and cancelling: too little, a paused game, another player’s duel', async () => {
    const poor = await playerWith(100);
    expect(await world.refused(createDiceduel, poor.actor, { inventoryIds: poor.items })).toBe('AMOUNT_TOO_LOW');
    const owner = await playerWith(2_000);
    const id = await create(owner);
    expect(await world.refused(cancelDiceduel, poor.actor, { gameId: id })).toBe('NOT_YOUR_GAME');
    await writeSetting(world.db, GAME_SETTINGS, 'diceduel.paused', true, world.clock.now());
    const other = await playerWith(2_000);
    expect(await world.refused(createDiceduel, other.actor, { inventoryIds: other.items })).toBe('GAME_PAUSED');
    expect(await refusedJoin(other, id)).toBe('GAME_PAUSED');
    expect((await world.run(listDiceduels, null, {})).paused).toBe(true);
    await writeSetting(world.db, GAME_SETTINGS, 'diceduel.paused', false, world.clock.now());
  });
});

test('20 players join one duel at once: one is in, 19 keep their items', async () => {
  const id = await create(await playerWith(2_000));
  const rivals = await Promise.all(times(20, () => playerWith(2_000)));
  const counts = await raceIn(
    world,
    rivals.map(
      ({ actor, items }) =>
        () =>
          world.runner.execute(joinDiceduel, actor, { gameId: id, inventoryIds: items }),
    ),
  );
  expect(counts).toEqual({ ok: 1, GAME_FINISHED: 19 });
  const left = await Promise.all(rivals.map(inventory));
  expect(left.filter((items) => items.length === 0)).toHaveLength(1);
});

test('without a joiner for a day, the duel is cancelled and the items return', async () => {
  const owner = await playerWith(2_000);
  const id = await create(owner);
  await world.clock.advance(24 * 60 * 60 * 1000);
  await world.sweepAll();
  expect((await duelOf(id)).phase).toBe('CANCELLED');
  expect(await inventory(owner)).toEqual(owner.items);
});

test('is opened and joined directly from Steam', async () => {
  const desk = await makeTradeDesk({ features: [fairFeature, diceduelFeature], appId: 570, prices: [2_000] });
  const bet = async (call: typeof createDiceduelSteam | typeof joinDiceduelSteam, more: object) => {
    const actor = await desk.player();
    const assetIds = desk.assets([2_000]).map((asset) => asset.assetid);
    await desk.world.clock.advance(6 * 60_000);
    const { orderId } = await desk.world.run(call, actor, { assetIds, ...more });
    await desk.sent(orderId);
    await desk.complete(orderId);
    await desk.settle(orderId);
    await desk.world.sweepAll();
    return (await desk.order(actor, orderId)).bet;
  };
  const opened = await bet(createDiceduelSteam, {});
  expect(opened).toMatchObject({ game: 'diceduel', state: 'PLACED' });
  const gameId = opened?.gameId ?? '';
  expect(await bet(joinDiceduelSteam, { gameId })).toMatchObject({ state: 'PLACED', gameId });
  expect(await desk.world.run(getDiceduel, null, { id: gameId })).toMatchObject({ phase: 'COUNTDOWN' });
  await desk.close();
});
