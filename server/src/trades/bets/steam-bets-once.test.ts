/** A bet from Steam has one outcome, whichever node dies and however many nodes process it. */
import {
  createCoinflip,
  createCoinflipSteam,
  joinCoinflipSteam,
  listCoinflips,
} from '@fairpot/contract/coinflip/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqlState } from '../../platform/database/db.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { invariant } from '../../platform/runner/refused.ts';
import { writeSetting } from '../../../testing/settings.ts';
import { offsetClock } from '../../../testing/fakes.ts';
import { raceIn, times } from '../../../testing/races.ts';
import { processBets } from './process-bets.ts';
import { claimDue, postponeBet } from './store.ts';
import { GAME_SETTINGS } from '../../games/games.ts';
import { makeBetDesk, WAITS_MS, type BetDesk } from '../../../testing/trades/bets/steam-bets.fixture.ts';

let table: BetDesk;
beforeAll(async () => (table = await makeBetDesk()));
afterAll(() => table.close());
beforeEach(() => table.fresh());

describe('once', () => {
  const games = async (player: Actor) =>
    (await table.world.run(listCoinflips, null, {})).games.filter((game) => game.firstUser.id === player.id);

  test('however many nodes process it, with clocks that differ', async () => {
    const player = await table.desk.player();
    const id = await table.ordered(createCoinflipSteam, player, { assetIds: await table.assets([2_000]), side: 1 });
    await table.accepted(id);
    const nodes = times(5, (n) => table.world.node(offsetClock(table.world.clock, (n - 2) * 1_000)));
    await Promise.all(nodes.map((node) => node.sweepAll()));
    expect(await games(player)).toHaveLength(1);
    expect(await table.bet(player, id)).toMatchObject({ state: 'PLACED', gameId: (await games(player))[0]?.id });
  });

  test('when a node dies between credit and stake, or between the stake and its record', async () => {
    for (const staked of [false, true]) {
      const player = await table.desk.player();
      const id = await table.ordered(createCoinflipSteam, player, { assetIds: await table.assets([2_000]), side: 1 });
      await table.credited(id);
      const { clock, deps, runner } = table.world;
      const dies = () => Promise.reject(new Error('the node died'));
      const db = { ...deps.db, transaction: dies };
      const log = { ...deps.log, error: () => undefined };
      const execute: typeof runner.execute = (...args) => (staked ? runner.execute(...args) : dies());
      expect(await processBets({ deps: { ...deps, db, log }, execute }, new AbortController().signal)).toBe(1);
      await table.world.sweepAll();
      expect(await games(player)).toHaveLength(staked ? 1 : 0);
      expect(await table.bet(player, id)).toMatchObject({ state: 'OPEN' });
      await clock.advance(30_000);
      await table.world.sweepAll();
      expect(await games(player)).toHaveLength(1);
      expect(await table.bet(player, id)).toMatchObject({ state: 'PLACED', gameId: (await games(player))[0]?.id });
    }
  });

  test('a late node never places a bet that was left; a placed bet is never reported as left', async () => {
    const { clock, runner } = table.world;
    const player = await table.desk.player();
    const id = await table.ordered(createCoinflipSteam, player, { assetIds: await table.assets([2_000]), side: 1 });
    const pause = (on: boolean) => writeSetting(table.world.db, GAME_SETTINGS, 'coinflip.paused', on, clock.now());
    await pause(true);
    await table.came(id);
    await pause(false);
    expect(await table.bet(player, id)).toMatchObject({ state: 'LEFT' });
    const inventoryIds = (await table.items(player)).map((item) => item.id);
    const late = () => runner.execute(createCoinflip, player, { inventoryIds, side: 1 }, { key: `${id}\nbet` });
    expect(await raceIn(table.world, [late, late])).toEqual({ UNAVAILABLE: 2 });
    expect(await games(player)).toEqual([]);

    const other = await table.ordered(createCoinflipSteam, player, { assetIds: await table.assets([2_100]), side: 1 });
    await table.credited(other);
    const [item] = (await table.desk.order(player, other)).items;
    const input = { inventoryIds: [item?.itemId], side: 1 };
    await runner.execute(createCoinflip, player, input, { key: `${other}\nbet` });
    await clock.advance(WAITS_MS);
    await table.world.sweepAll();
    expect(await table.bet(player, other)).toMatchObject({ state: 'PLACED', gameId: (await games(player))[0]?.id });
    expect(await table.notifications(player)).toHaveLength(1);
  });

  test('retries after a temporary refusal while there is time', async () => {
    const player = await table.desk.player();
    const { gameId } = await table.waiting();
    const id = await table.ordered(joinCoinflipSteam, player, {
      assetIds: await table.assets([2_000]),
      side: 2,
      gameId,
    });
    table.world.beacons.outage = true;
    await table.came(id);
    expect(await table.bet(player, id)).toMatchObject({ state: 'OPEN' });
    table.world.beacons.outage = false;
    await table.world.clock.advance(1_000);
    await table.world.sweepAll();
    expect(await table.bet(player, id)).toMatchObject({ state: 'PLACED', gameId });
  });

  test('keeps an order event that happens while a node processes its bet', async () => {
    const player = await table.desk.player();
    const id = await table.ordered(createCoinflipSteam, player, { assetIds: await table.assets([2_000]), side: 1 });
    const { clock, deps } = table.world;
    await table.desk.sent(id);
    await table.desk.complete(id);
    const [claimed] = await claimDue(deps.db, clock.now(), clock.now() + 30_000, 10);
    invariant(claimed, 'the accepted order woke its bet');
    await table.desk.settle(id);
    await table.books();
    await postponeBet(deps.db, claimed, clock.now() + WAITS_MS);
    await table.world.sweepAll();
    expect(await table.bet(player, id)).toMatchObject({ state: 'PLACED' });
  });
});

test('the database keeps the purpose of the order and the outcome of the bet', async () => {
  const player = await table.desk.player();
  const id = await table.ordered(createCoinflipSteam, player, { assetIds: await table.assets([2_000]), side: 1 });
  const { db } = table.world.deps;
  const fate = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => sqlState(error),
    );
  const owner = table.world.db;
  expect(await fate(owner.run(sql`update trade_bets set input = '{"side": 2}' where order_id = ${id}`))).toBe('FPT03');
  expect(await fate(owner.run(sql`delete from trade_bets where order_id = ${id}`))).toBe('FPT03');
  await table.came(id);
  const undone = sql`
    update trade_bets set state = 'OPEN', placed_in = null, ended_at = null, due_at = 0 where order_id = ${id}`;
  expect(await fate(db.run(undone))).toBe('FPT03');
  expect(await fate(db.run(sql`update trade_bets set input = '{"side": 2}' where order_id = ${id}`))).toBe('42501');
});

test('a bet whose moves are missing is found', async () => {
  const player = await table.desk.player();
  const id = await table.ordered(createCoinflipSteam, player, { assetIds: await table.assets([2_000]), side: 1 });
  await table.accepted(id);
  await table.world.sweepAll();
  const gameId = (await table.bet(player, id))?.gameId ?? null;
  const isPlaced = table.world.features
    .flatMap(({ invariants }) => invariants ?? [])
    .find(({ name }) => name === 'trades: a placed bet has all items of its order in its round');
  invariant(isPlaced && gameId !== null, 'the bet is placed');
  const found = () => isPlaced.check(table.world.db);
  expect(await found()).toEqual([]);
  const { db } = table.world;
  await db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`create table saved_moves as select * from item_moves where ref = ${gameId}`);
    await tx.run(sql`delete from item_moves where ref = ${gameId}`);
  });
  expect(await found()).toEqual([expect.stringContaining(`was never in ${gameId}`)]);
  await db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`insert into item_moves table saved_moves`);
    await tx.run(sql`drop table saved_moves`);
  });
});
