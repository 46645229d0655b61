/**
 * Rounds played through two nodes whose clocks differ by as much as the beacon allows (a larger difference is refused:
 * games/lock.test.ts): each ends once, as its lock says.
 */
import { cancelCoinflip, createCoinflip, getCoinflip, joinCoinflip } from '@fairpot/contract/coinflip/schemas';
import { joinJackpot } from '@fairpot/contract/jackpot/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { offsetClock } from '../../testing/fakes.ts';
import { raceIn } from '../../testing/races.ts';
import type { WorldNode } from '../../testing/world.ts';
import { makePotTable, type PotTable } from '../../testing/games/jackpot/pot.fixture.ts';

const APART_MS = 3_000;

let table: PotTable;
let fast: WorldNode;
let slow: WorldNode;
beforeEach(async () => {
  table = await makePotTable();
  fast = table.world.node(offsetClock(table.world.clock, APART_MS));
  slow = table.world.node(offsetClock(table.world.clock, -APART_MS));
});
afterEach(() => table.world.close());

/** Seconds pass, and both nodes do what is due by their own clocks, at the same time. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 15) {
    await table.world.clock.advance(15_000);
    await Promise.all([fast.sweepAll(), slow.sweepAll()]);
  }
}

const ended = async (id: string) =>
  (
    await table.world.db.one<{ n: number }>(sql`
      select count(*) as n from settlements s join rounds r on r.id = s.round_id
      where r.id = ${id} and r.phase = 'settled'`)
  ).n;

const nodes = () => ({ fast, slow });

describe('a coinflip', () => {
  test.each([
    ['fast', 'slow'],
    ['slow', 'fast'],
  ] as const)(
    'opened at the %s node and joined at the %s one settles once, and its proof holds',
    async (one, other) => {
      const [first, second] = [await table.playerWith([2_000]), await table.playerWith([2_000])];
      const input = { inventoryIds: first.items, side: 1 as const };
      const { gameId } = await nodes()[one].runner.execute(createCoinflip, first.actor, input);
      await nodes()[other].runner.execute(joinCoinflip, second.actor, { gameId, inventoryIds: second.items, side: 2 });
      await pass(90);
      expect(await ended(gameId)).toBe(1);
      await table.verify(gameId);
      const game = await table.world.run(getCoinflip, null, { id: gameId });
      expect(game.phase).toBe('SETTLED');
    },
  );

  test('is joined at one node and cancelled at the other: one of them wins', async () => {
    const ends: Record<string, number>[] = [];
    for (let n = 0; n < 6; n += 1) {
      const [first, second] = [await table.playerWith([2_000]), await table.playerWith([2_000])];
      const { gameId } = await fast.runner.execute(createCoinflip, first.actor, { inventoryIds: first.items, side: 1 });
      const join = { gameId, inventoryIds: second.items, side: 2 as const };
      ends.push(
        await raceIn(table.world, [
          () => slow.runner.execute(joinCoinflip, second.actor, join),
          () => fast.runner.execute(cancelCoinflip, first.actor, { gameId }),
        ]),
      );
    }
    expect(ends.map((counts) => counts['ok'])).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

describe('a jackpot', () => {
  const enter = async (node: WorldNode) => {
    const { actor, items } = await table.playerWith([1_000]);
    return node.runner.execute(joinJackpot, actor, { inventoryIds: items });
  };

  test.each([
    ['fast', 'slow'],
    ['slow', 'fast'],
  ] as const)(
    'entered at the %s node, then at the %s one, locks once, takes nothing after it, settles once',
    async (one, other) => {
      const { id } = await table.round();
      expect((await enter(nodes()[one])).gameId).toBe(id);
      // This one begins the countdown, by its own node's clock.
      expect((await enter(nodes()[other])).gameId).toBe(id);
      const phase = async () =>
        (await table.world.db.one<{ phase: string }>(sql`select phase from rounds where id = ${id}`)).phase;
      while ((await phase()) === 'open') await pass(15);
      const before = (await table.roundOf(id)).entries.length;
      // By the slow node's clock the deadline has not come yet, but the round is locked.
      await expect(enter(slow)).rejects.toThrow('Jackpot is in finish state');
      expect((await table.roundOf(id)).entries).toHaveLength(before);
      await pass(90);
      expect([await phase(), await ended(id)]).toEqual(['settled', 1]);
      await table.verify(id);
    },
  );

  test('found due by both nodes at once, with entries on their way, has one lock and one successor', async () => {
    const { id } = await table.round();
    await enter(fast);
    await enter(slow);
    for (let n = 0; n < 12; n += 1) {
      await table.world.clock.advance(5_000);
      await Promise.all([
        fast.sweepAll(),
        slow.sweepAll(),
        ...[fast, slow].map((node) => enter(node).catch(() => null)),
      ]);
    }
    await pass(90);
    const rows = await table.world.db.many<{ n: number }>(sql`
      select count(*) as n from rounds where game = 'jackpot' and phase in ('open', 'locked')`);
    expect(rows).toEqual([{ n: 1 }]);
    expect(await ended(id)).toBe(1);
    await table.verify(id);
  });
});
