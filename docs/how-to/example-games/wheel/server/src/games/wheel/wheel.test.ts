/** The wheel on a real database: end to end with a proof that verifies, facts, refusals, races, and returned items. */
import { applyWheelFact } from '@fairpot/contract/wheel/views';
import { createWheel, getWheel, joinWheel, listWheels, WheelFact, wheelHistory } from '@fairpot/contract/wheel/schemas';
import { EXPIRY_MS } from '@fairpot/contract/wheel/calls';
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ledgerFeature } from '../../ledger/ledger.feature.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { writeSetting } from '../../../testing/settings.ts';
import { giveItems, newPlayer } from '../../../testing/stages/players.ts';
import { verifiedProof } from '../../../testing/proof.ts';
import { attemptResult, raceIn, times } from '../../../testing/races.ts';
import { runInOneBatch } from '../../../testing/one-batch.ts';
import { makeWorld, type World } from '../../../testing/world.ts';
import { vaultFeature } from '../../vault/vault.feature.ts';
import { GAME_SETTINGS } from '../games.ts';
import { fairFeature } from '../kit/fair.feature.ts';
import { wheelFeature } from './wheel.feature.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: [ledgerFeature, vaultFeature, fairFeature, wheelFeature] });
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

const players = async (count: number, price = 2_000) => {
  const made: Player[] = [];
  while (made.length < count) made.push(await playerWith(price));
  return made;
};
const create = async ({ actor, items }: Player) =>
  (await world.run(createWheel, actor, { inventoryIds: items })).gameId;
const join = ({ actor, items }: Player, gameId: string) => world.run(joinWheel, actor, { gameId, inventoryIds: items });
const refusedJoin = ({ actor, items }: Player, gameId: string) =>
  world.refused(joinWheel, actor, { gameId, inventoryIds: items });
const wheelOf = (id: string) => world.run(getWheel, null, { id });
const inventory = async ({ actor }: Player) =>
  (await world.run(siteInventory, actor, {})).items.map(({ id }) => id).sort();
/** An open wheel with this many seats taken. */
async function waiting(seats: number): Promise<string> {
  const [first, ...others] = await players(seats);
  const id = first ? await create(first) : '';
  for (const other of others) await join(other, id);
  return id;
}
/** Lets the beacon pass, and runs the sweeps. */
const settle = async () => {
  await world.clock.advance(24_000);
  await world.sweepAll();
};
const race = (id: string, rivals: readonly Player[]) =>
  raceIn(
    world,
    rivals.map(
      ({ actor, items }) =>
        () =>
          world.runner.execute(joinWheel, actor, { gameId: id, inventoryIds: items }),
    ),
  );

describe('a wheel', () => {
  test('is opened, filled, turned, paid and proven', async () => {
    const seats = [await playerWith(1_000, 1_000), ...(await players(3, 2_100))];
    const [first, ...others] = seats as [Player, ...Player[]];
    const id = await create(first);
    expect(await wheelOf(id)).toMatchObject({ phase: 'WAITING', version: 1, potUsd: 20, winner: null });
    for (const other of others) await join(other, id);
    const locked = await wheelOf(id);
    expect(locked).toMatchObject({ phase: 'SPINNING', version: 4, potUsd: 83, secret: null, winner: null });
    expect(locked.fair.lock).toContain(locked.hash);
    expect(locked.entries.map(({ user }) => user.id)).toEqual(seats.map(({ actor }) => actor.id));
    expect((await Promise.all(seats.map(inventory))).flat()).toEqual([]);

    await settle();
    const settled = await wheelOf(id);
    expect(settled).toMatchObject({ phase: 'SETTLED', version: 5, fair: { ticket: expect.any(Number) as number } });
    expect((await verifiedProof(world, id)).outcome).toMatchObject({ winnerEntry: settled.winner });
    const winner = seats[settled.winner ?? -1] ?? first;
    const left = seats.flatMap(({ items }) => items).filter((item) => !settled.feeItemIds.includes(item));
    expect(await inventory(winner)).toEqual(left.sort());
    expect(settled.feeItemIds.some((item) => winner.items.includes(item))).toBe(false);
    expect((await world.run(wheelHistory, null, {})).history[0]).toEqual(settled);
  });

  test('old list + facts = fresh list, in every phase', async () => {
    let view = await world.run(listWheels, null, {});
    let seen = (await world.db.one<{ id: number }>(sql`select max(id) as id from facts`)).id;
    const catchUp = async () => {
      const presenter = world.features.flatMap((feature) => feature.presenters ?? [])[0];
      const rows = await world.db.many<{ id: number; subject: string; version: number; type: string; at: number }>(
        sql`select id, subject, version, type, at from facts where id > ${seen} order by id`,
      );
      expect(rows.length).toBeGreaterThan(0);
      seen = rows.at(-1)?.id ?? seen;
      for (const body of (await presenter?.present(world.db, rows)) ?? [])
        view = applyWheelFact(view, WheelFact.parse(body));
      expect(view).toEqual(await world.run(listWheels, null, {}));
    };
    const id = await waiting(1);
    await catchUp();
    for (const other of await players(3)) {
      await join(other, id);
      await catchUp();
    }
    await settle();
    await catchUp();
    expect(view.games.find((wheel) => wheel.id === id)?.winner).not.toBeNull();
  });
});

describe('refusals', () => {
  test('of joining: a player who is already in, amounts outside 90 to 110 percent, a full, finished or unknown wheel', async () => {
    const twice = await playerWith(2_000, 2_000);
    const id = await create({ ...twice, items: twice.items.slice(0, 1) });
    expect(await refusedJoin({ ...twice, items: twice.items.slice(1) }, id)).toBe('OWN_GAME');
    for (const price of [1_799, 2_201]) expect(await refusedJoin(await playerWith(price), id)).toBe('AMOUNT_TOO_FAR');
    for (const price of [1_800, 2_200, 2_000]) await join(await playerWith(price), id);
    const late = await playerWith(2_000);
    expect(await refusedJoin(late, id)).toBe('GAME_FINISHED');
    await settle();
    expect(await refusedJoin(late, id)).toBe('GAME_FINISHED');
    expect(await refusedJoin(late, world.deps.ids.next('round'))).toBe('NO_GAME');
    expect(await inventory(late)).toEqual(late.items);
  });

  test('of opening: too little, and a paused game', async () => {
    const poor = await playerWith(100);
    expect(await world.refused(createWheel, poor.actor, { inventoryIds: poor.items })).toBe('AMOUNT_TOO_LOW');
    const id = await waiting(1);
    await writeSetting(world.db, GAME_SETTINGS, 'wheel.paused', true, world.clock.now());
    const other = await playerWith(2_000);
    expect(await world.refused(createWheel, other.actor, { inventoryIds: other.items })).toBe('GAME_PAUSED');
    expect(await refusedJoin(other, id)).toBe('GAME_PAUSED');
    expect((await world.run(listWheels, null, {})).paused).toBe(true);
    await writeSetting(world.db, GAME_SETTINGS, 'wheel.paused', false, world.clock.now());
  });
});

describe('at once', () => {
  test.each([
    ['two for the last seat', 3, 2],
    ['20 for three seats', 1, 20],
  ])('%s: the wheel is full, and the others keep their items', async (_, taken, rivals) => {
    const id = await waiting(taken);
    const all = await players(rivals);
    const free = 4 - taken;
    expect(await race(id, all)).toEqual({ ok: free, GAME_FINISHED: rivals - free });
    const left = await Promise.all(all.map(inventory));
    expect(left.filter((items) => items.length === 0)).toHaveLength(free);
    expect(await wheelOf(id)).toMatchObject({ phase: 'SPINNING', version: 4 });
    await settle();
    await verifiedProof(world, id);
    await world.checkInvariants();
  });

  test('five in one transaction: two enter, the third locks, the others find it full', async () => {
    const [id, other] = [await waiting(1), await waiting(1)];
    const [first, ...rivals] = await players(6);
    const attempt = ({ actor, items }: Player, gameId: string, n: number) =>
      attemptResult(world.runner.execute(joinWheel, actor, { gameId, inventoryIds: items }, { key: `together-${n}` }));
    const ends = await runInOneBatch(
      world.db,
      'wheel.paused',
      () => (first ? attempt(first, other, 0) : Promise.resolve()),
      rivals.map((rival, n) => () => attempt(rival, id, n + 1)),
    );
    expect(ends).toEqual(['ok', 'ok', 'ok', 'GAME_FINISHED', 'GAME_FINISHED']);
    const facts = await world.db.many<{ type: string; version: number; xid: string }>(sql`
      select type, version, xid::text as xid from facts where subject = ${id} and version > 1
      order by facts.xid, facts.id`);
    expect(facts.map(({ type, version }) => `${version} ${type}`)).toEqual([
      '2 wheel.entered',
      '3 wheel.entered',
      '4 wheel.locked',
    ]);
    expect(new Set(facts.map(({ xid }) => xid)).size).toBe(1);
    await world.checkInvariants();
  });

  test('one player under 20 keys is in once', async () => {
    const id = await waiting(1);
    const { actor } = await playerWith();
    const stakes = await giveItems(world, actor, Array<number>(20).fill(2_000));
    const counts = await race(
      id,
      times(20, (n) => ({ actor, items: stakes.slice(n, n + 1) })),
    );
    expect(counts).toEqual({ ok: 1, OWN_GAME: 19 });
    expect((await wheelOf(id)).entries).toHaveLength(2);
  });
});

test('a locked wheel is settled by another node, once', async () => {
  const id = await waiting(4);
  await world.clock.advance(24_000);
  const others = [world.node(world.clock), world.node(world.clock)];
  await Promise.all(others.map((node) => node.sweepAll()));
  expect(await wheelOf(id)).toMatchObject({ phase: 'SETTLED', version: 5 });
});

test('a wheel that does not fill within the hour is cancelled, and the items return', async () => {
  const [first, second] = (await players(2)) as [Player, Player];
  const id = await create(first);
  await join(second, id);
  await world.clock.advance(EXPIRY_MS);
  await world.sweepAll();
  expect((await wheelOf(id)).phase).toBe('CANCELLED');
  expect([await inventory(first), await inventory(second)]).toEqual([first.items, second.items]);
  expect(await refusedJoin(first, id)).toBe('NO_GAME');
});
