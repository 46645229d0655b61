/**
 * Guards that matter only in an unlucky moment, or when someone edits the database: each of these tests fails when its guard is
 * removed.
 */
import { listStuckRounds } from '@fairpot/contract/operations/stuck/schemas';
import { createCoinflip } from '@fairpot/contract/coinflip/schemas';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sweep } from '../platform/runner/feature.ts';
import { sql, type Pool } from '../platform/database/sql.ts';
import { pinoLog } from '../platform/process/system-ports.ts';
import { leaveOutput } from '../../testing/beacon.ts';
import { blockedStatement, attemptResult } from '../../testing/races.ts';
import { coinflip } from './coinflip/coinflip.ts';
import { makeTable, type CoinflipTable } from '../../testing/games/coinflip/table.fixture.ts';
import { revealSweep } from './kit/settlement/sweeps.ts';

const DAY = 24 * 60 * 60 * 1000;
let table: CoinflipTable;
beforeEach(async () => {
  table = await makeTable({ log: pinoLog('silent') });
});
afterEach(() => table.world.close());

const once = (sweep: Sweep) => sweep.run(new AbortController().signal);

test('an output that another node stores at the last moment decides the round: it is not voided', async () => {
  const { id } = await table.lockedGame();
  const { drandRound } = (await table.game(id)).fair;
  const { world } = table;
  world.beacons.outage = true;
  await world.clock.advance(DAY);
  let transactions = 0;
  // The settler has looked for what can be settled, the app is about to void; in between, the other node gets its answer.
  const late: Pool = {
    ...world.deps.db,
    transaction: async (fn, peek) => {
      transactions += 1;
      if (transactions === 1) await leaveOutput(world.db, drandRound!);
      return world.deps.db.transaction(fn, peek);
    },
  };
  expect(await once(revealSweep({ ...world.deps, db: late }, coinflip))).toBe(0);
  expect(transactions).toBe(1);
  expect((await table.game(id)).phase).toBe('COUNTDOWN');
  await world.sweepAll();
  expect((await table.game(id)).phase).toBe('SETTLED');
  await table.verify(id);
});

test('a round whose row names another output than the formula is never settled with it', async () => {
  const { id } = await table.lockedGame();
  const { drandRound } = (await table.game(id)).fair;
  const { world } = table;
  // Someone edits the database to pick an output that was known before the lock.
  await world.db.run(sql`update rounds set drand_round = drand_round - 10 where id = ${id}`);
  await world.clock.advance(24_000);
  await world.sweepAll();
  expect((await table.game(id)).phase).toBe('COUNTDOWN');
  const { rounds } = await world.run(listStuckRounds, world.actor({ status: 'ADMIN' }), {});
  expect(rounds.map((round) => round.roundId)).toEqual([id]);
  expect(rounds[0]?.reason).toContain(`waits for drand ${drandRound}`);
});

test('an item that changes hands while its stake waits for it is not staked', async () => {
  const { db, runner, deps } = table.world;
  const { actor, items } = await table.playerWith([2_000]);
  const { id: other } = await table.player();
  const [item] = items;
  let waiting: Promise<string> = Promise.resolve('');
  await db.transaction(async (tx) => {
    await tx.run(sql`
      with moved as (
        update item_positions set holder_id = ${other}, version = version + 1 where item_id = ${item} returning version
      )
      insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
      select ${item}, version, 'WIN', 'player', ${actor.id}, 'player', ${other}, 'test', ${deps.clock.now()}::bigint
      from moved`);
    waiting = attemptResult(runner.execute(createCoinflip, actor, { inventoryIds: items, side: 1 }, { key: 'once' }));
    await blockedStatement(db, 'item_positions');
  });
  expect(await waiting).toBe('ITEM_NOT_AVAILABLE');
  const position = await db.one(sql`select holder_kind, holder_id, state from item_positions where item_id = ${item}`);
  expect(position).toEqual({ holder_kind: 'player', holder_id: other, state: 'available' });
  await table.world.checkInvariants();
});
