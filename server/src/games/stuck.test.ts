/**
 * Rounds whose settlement fails although their beacon output is available: they hold up no other round, are listed, and end once
 * repaired.
 */
import { createCoinflip, joinCoinflip } from '@fairpot/contract/coinflip/schemas';
import { listStuckRounds } from '@fairpot/contract/games/stuck/schemas';
import { afterEach, expect, test } from 'vitest';
import type { Actor } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';
import { pinoLog } from '../platform/process/system-ports.ts';
import { blockedStatement } from '../../testing/races.ts';
import { makeTable, type CoinflipTable } from '../../testing/games/coinflip/table.fixture.ts';
import { makePotTable, type PotTable } from '../../testing/games/jackpot/pot.fixture.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Longer than the longest pause between two tries. */
const RETRIED_MS = 11 * 60_000;

let open: CoinflipTable[] = [];
afterEach(async () => {
  await Promise.all(open.map((table) => table.world.close()));
  open = [];
});

async function opened<T extends CoinflipTable>(made: Promise<T>): Promise<T> {
  const table = await made;
  open.push(table);
  return table;
}

/** Locked games between these two, without the checks of `world.run`: there are many. */
async function lockedGames(table: CoinflipTable, [one, two]: readonly [Actor, Actor], n: number): Promise<string[]> {
  const { runner } = table.world;
  const prices = Array.from({ length: n }, () => 2_000);
  const [mine, theirs] = [await table.give(one, prices), await table.give(two, prices)];
  return Promise.all(
    mine.map(async (item, i) => {
      const { gameId } = await runner.execute(createCoinflip, one, { inventoryIds: [item], side: 1 });
      await runner.execute(joinCoinflip, two, { gameId, inventoryIds: [theirs[i]], side: 2 });
      return gameId;
    }),
  );
}

/** Makes the rows of rounds contradict their locks, or repairs them. */
async function breakRounds(table: CoinflipTable, ids: readonly string[]): Promise<void> {
  await table.world.db.run(sql`update rounds set fee_bps = fee_bps + 1 where id = any(${ids}::text[])`);
}
async function repairRounds(table: CoinflipTable, ids: readonly string[]): Promise<void> {
  await table.world.db.run(sql`update rounds set fee_bps = fee_bps - 1 where id = any(${ids}::text[])`);
}

/** Runs the sweeps of these names until they are idle, without the invariants, which would report the damage. */
async function sweep(table: CoinflipTable, ...names: readonly string[]): Promise<void> {
  const { signal } = new AbortController();
  const sweeps = table.world.features.flatMap((f) => f.sweeps ?? []).filter((s) => names.includes(s.name));
  expect(sweeps).toHaveLength(names.length);
  for (const one of sweeps) while ((await one.run(signal)) > 0);
}

async function phases(table: CoinflipTable, ids: readonly string[]): Promise<Record<string, number>> {
  const rows = await table.world.db.many<{ phase: string; n: number }>(sql`
    select phase, count(*) as n from rounds where id = any(${ids}::text[]) group by phase`);
  return Object.fromEntries(rows.map(({ phase, n }) => [phase, n]));
}

test('200 rounds that cannot be settled hold up neither five good ones nor new games, and end once repaired', async () => {
  const table = await opened(makeTable({ log: pinoLog('silent') }));
  const players = [await table.player(), await table.player()] as const;
  const bad = await lockedGames(table, players, 200);
  await table.world.clock.advance(1_000);
  const good = await lockedGames(table, players, 5);
  await breakRounds(table, bad);
  await table.world.clock.advance(24_000);
  await sweep(table, 'coinflip.reveal');
  expect(await phases(table, good)).toEqual({ settled: 5 });
  expect(await phases(table, bad)).toEqual({ locked: 200 });

  // Longer than a beacon may be late: the game is not paused. A day later nothing is voided: the output is available.
  await table.world.clock.advance(61_000);
  const more = await lockedGames(table, players, 1);
  await table.world.clock.advance(DAY);
  await sweep(table, 'coinflip.reveal', 'coinflip.expire');
  expect(await phases(table, more)).toEqual({ settled: 1 });
  expect(await phases(table, bad)).toEqual({ locked: 200 });

  await repairRounds(table, bad);
  await table.world.clock.advance(RETRIED_MS);
  await table.world.sweepAll();
  expect(await phases(table, bad)).toEqual({ settled: 200 });
  expect(await table.world.run(listStuckRounds, staff(table), {})).toEqual({ rounds: [], next: null });
  await table.verify(bad[0]!);
}, 60_000);

const staff = (table: CoinflipTable) => table.world.actor({ status: 'ADMIN' });

test('a stuck round is retried at growing intervals, and ADMIN sees it with the reason', async () => {
  const errors: string[] = [];
  const log = pinoLog('silent');
  const table = await opened(
    makeTable({
      log: { ...log, error: (about: unknown, text: string) => void errors.push(`${text} ${JSON.stringify(about)}`) },
    }),
  );
  const { id } = await table.lockedGame();
  const other = await table.lockedGame();
  await breakRounds(table, [id, other.id]);
  await table.world.clock.advance(24_000);
  const firstFailedAt = table.world.clock.now();
  await sweep(table, 'coinflip.reveal');
  const { rounds, next } = await list(table, { limit: 1 });
  expect(rounds).toEqual([
    {
      roundId: id,
      game: 'coinflip',
      number: 1,
      lockedAt: firstFailedAt - 24_000,
      stakedUsd: 41,
      entries: 2,
      firstFailedAt,
      lastFailedAt: firstFailedAt,
      times: 1,
      retryAt: firstFailedAt + 30_000,
      reason: `Error: ${id}: its entries differ from the locked ones`,
    },
  ]);
  expect(next).toBe(id);
  expect(await list(table, { after: id })).toMatchObject({ rounds: [{ roundId: other.id }], next: null });
  expect(errors.filter((line) => line.includes('is set aside') && line.includes(id))).toHaveLength(1);

  const retries: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    const [before] = (await list(table)).rounds;
    await table.world.clock.advance(before!.retryAt - 1 - table.world.clock.now());
    await sweep(table, 'coinflip.reveal');
    expect((await list(table)).rounds[0]?.times, 'not retried early').toBe(before!.times);
    await table.world.clock.advance(1);
    await sweep(table, 'coinflip.reveal');
    const [after] = (await list(table)).rounds;
    expect(after).toMatchObject({ times: before!.times + 1, firstFailedAt, lastFailedAt: before!.retryAt });
    retries.push((after!.retryAt - after!.lastFailedAt) / 1_000);
  }
  expect(retries).toEqual([60, 120, 240, 480, 600, 600, 600, 600]);
  await repairRounds(table, [id, other.id]);
});

function list(table: CoinflipTable, input: { limit?: number; after?: string } = {}) {
  return table.world.runner.execute(listStuckRounds, staff(table), input);
}

test('the list is only for ADMIN', async () => {
  const table = await opened(makeTable());
  for (const status of ['USER', 'SUPPORT', 'MODERATOR'] as const) {
    expect(await table.world.refused(listStuckRounds, table.world.actor({ status }), {})).toBe('FORBIDDEN');
  }
  expect(await table.world.refused(listStuckRounds, null, {})).toBe('SIGNED_OUT');
});

test('a stuck jackpot makes room for the next, and ends once repaired', async () => {
  const table: PotTable = await opened(makePotTable({ log: pinoLog('silent') }));
  const { id } = await table.lockedRound();
  await breakRounds(table, [id]);
  await table.world.clock.advance(9_000);
  await sweep(table, 'jackpot.reveal', 'jackpot.table');
  const next = await table.state();
  expect(next.game).toMatchObject({ phase: 'WAITING', fair: { number: 2 } });
  expect((await table.roundOf(id)).phase).toBe('FINISHING');
  await repairRounds(table, [id]);
  await table.world.checkInvariants();

  const { id: second } = await table.lockedRound();
  expect(second).toBe(next.game?.id);
  await table.pass(RETRIED_MS);
  expect([await table.roundOf(id), await table.roundOf(second)]).toMatchObject([
    { phase: 'SETTLED' },
    { phase: 'SETTLED' },
  ]);
  await table.verify(id);
  await table.verify(second);
});

test('a fault of the database sets nothing aside: the round is settled as soon as the fault is gone', async () => {
  const table = await opened(makeTable({ log: pinoLog('silent') }));
  const { id } = await table.lockedGame();
  await table.world.clock.advance(24_000);
  await table.world.db.run(sql`alter table player_results rename to away`);
  await sweep(table, 'coinflip.reveal');
  expect((await list(table)).rounds).toEqual([]);
  await table.world.db.run(sql`alter table away rename to player_results`);
  await table.world.sweepAll();
  expect((await table.game(id)).phase).toBe('SETTLED');
});

test('a refund rolled back by a deadlock is done again in the same run', async () => {
  const table = await opened(makeTable());
  const { actor, items } = await table.playerWith([2_000]);
  const id = await table.create(actor, items);
  await table.world.clock.advance(DAY);
  const { db } = table.world;
  let refund: Promise<number> = Promise.resolve(0);
  await db.transaction(async (tx) => {
    // This one waits patiently, so the refund is the one that is rolled back.
    await tx.run(sql`set local deadlock_timeout = '20s'`);
    await tx.run(sql`select 1 from item_positions where item_id = ${items[0]} for update`);
    const expire = table.world.features.flatMap((f) => f.sweeps ?? []).find((s) => s.name === 'coinflip.expire');
    refund = expire!.run(new AbortController().signal);
    await blockedStatement(db, 'vault_unstake');
    await tx.run(sql`select 1 from rounds where id = ${id} for update`);
  });
  expect(await refund).toBe(1);
  expect((await table.game(id)).phase).toBe('CANCELLED');
  await table.world.checkInvariants();
});
