/** Many at once: for any interleaving, one effect each, ranges without a hole, facts in the order of their versions. */
import { joinJackpot } from '@fairpot/contract/jackpot/schemas';
import { createCoinflip } from '@fairpot/contract/coinflip/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../platform/runner/feature.ts';
import { sql } from '../../platform/database/sql.ts';
import { raceIn, times } from '../../../testing/races.ts';
import { makePotTable, Watcher, type PotTable } from '../../../testing/games/jackpot/pot.fixture.ts';
import { openRound, tableSweep } from './sweeps.ts';

let table: PotTable;
beforeEach(async () => {
  table = await makePotTable();
});
afterEach(() => table.world.close());

const race = (attempts: readonly (() => Promise<unknown>)[]) => raceIn(table.world, attempts);
const key = () => Buffer.from(table.world.deps.random.bytes(9)).toString('base64url');
const join = (actor: Actor, inventoryIds: readonly string[], under = key()) =>
  table.world.runner.execute(joinJackpot, actor, { inventoryIds }, { key: under });

describe('races', () => {
  test('20 players at once: all in, ranges without a hole, one countdown, facts in order', async () => {
    const watcher = await Watcher.from(table);
    const players = [];
    for (let n = 0; n < 20; n += 1) players.push(await table.playerWith([100 + n, 200]));
    const numbers = new Set<number>();
    const counts = await race(
      players.map(
        ({ actor, items }) =>
          async () =>
            void numbers.add((await join(actor, items)).entryNo),
      ),
    );
    expect(counts).toEqual({ ok: 20 });
    expect([...numbers].sort((a, b) => a - b)).toEqual(times(20, (i) => i + 1));
    const round = await table.round();
    expect(round).toMatchObject({ phase: 'COUNTDOWN', version: 21, deadlineAt: table.world.clock.now() + 60_000 });
    let end = 0;
    for (const { from, to, totalUsd } of round.entries) {
      expect(from).toBe(end);
      expect(to - from).toBe(Math.round(totalUsd * 100));
      end = to;
    }
    await watcher.follow();
    expect(watcher.state).toEqual(await table.state());
    await table.pass(60_000);
    await table.pass(9_000);
    await table.verify(round.id);
  });

  test('one item in 20 entries at once, and in a coinflip too: staked once', async () => {
    const { actor, items } = await table.playerWith([2_000]);
    const flip = () => table.world.runner.execute(createCoinflip, actor, { inventoryIds: items, side: 1 });
    const counts = await race(times(20, (i) => (i % 2 === 0 ? () => join(actor, items) : flip)));
    expect(counts).toEqual({ ok: 1, ITEM_NOT_AVAILABLE: 19 });
  });

  test('the same key 20 times: one entry, one answer, one fact; with other items it is refused', async () => {
    const { actor, items } = await table.playerWith([2_000, 300]);
    const one = key();
    const answers = await Promise.all(times(20, () => join(actor, items.slice(0, 1), one)));
    const { id } = await table.round();
    expect(answers).toEqual(times(20, () => ({ gameId: id, entryNo: 1 })));
    const { n } = await table.world.db.one<{ n: number }>(
      sql`select count(*) as n from facts where type = 'jackpot.entered'`,
    );
    expect(n).toBe(1);
    await expect(join(actor, items.slice(1), one)).rejects.toMatchObject({ code: 'KEY_REUSED' });
    // The answer stays the same after the round is over and the items have moved.
    await table.entered([500]);
    await table.pass(60_000);
    await table.pass(9_000);
    expect(await join(actor, items.slice(0, 1), one)).toEqual({ gameId: id, entryNo: 1 });
    await table.world.checkInvariants();
  });

  test('entries against the lock at the deadline: each is either in the lock record or refused completely', async () => {
    for (let n = 0; n < 5; n += 1) {
      await table.world.sweepAll();
      const { id } = await table.round();
      await table.entered([500]);
      await table.entered([500]);
      const late = [];
      for (let k = 0; k < 8; k += 1) late.push(await table.playerWith([300]));
      await table.world.clock.advance(59_999);
      const sweep = tableSweep(table.world.deps);
      const { signal } = new AbortController();
      const locking = async () => {
        await table.world.clock.advance(1 + 10_000 * (n % 2));
        while ((await sweep.run(signal)) > 0);
      };
      const entering = late.map(
        ({ actor, items }) =>
          () =>
            join(actor, items),
      );
      const counts = await race([...entering.slice(0, 4), locking, ...entering.slice(4)]);
      expect(Object.keys(counts).every((name) => name === 'ok' || name === 'JACKPOT_FINISHING')).toBe(true);
      await table.pass(60_000);
      await table.pass(9_000);
      const settled = await table.roundOf(id);
      expect(settled.phase).toBe('SETTLED');
      expect(settled.entries).toHaveLength(2 + (counts['ok'] ?? 0) - 1);
      await table.verify(id);
    }
  });

  test('five nodes keep one table: one lock, one settlement, one next round', async () => {
    const { id } = await table.lockedRound();
    await table.world.clock.advance(9_000);
    const sweeps = table.world.features.flatMap((f) => f.sweeps ?? []);
    const { signal } = new AbortController();
    for (let n = 0; n < 3; n += 1) {
      await Promise.all(times(5, () => Promise.all(sweeps.map((sweep) => sweep.run(signal)))));
      await table.world.checkInvariants();
    }
    expect((await table.roundOf(id)).phase).toBe('SETTLED');
    const facts = await table.world.db.many<{ type: string; n: number }>(sql`
      select type, count(*) as n from facts
      where topic = 'jackpot' and type <> 'jackpot.entered' group by type order by 1`);
    expect(facts).toEqual([
      { type: 'jackpot.locked', n: 1 },
      { type: 'jackpot.opened', n: 2 },
      { type: 'jackpot.settled', n: 1 },
    ]);
    await table.verify(id);
  });

  test('an opening while a round is live changes nothing, and the next opening uses its number', async () => {
    expect(await Promise.all(times(5, () => openRound(table.world.deps)))).toEqual([0, 0, 0, 0, 0]);
    const { id } = await table.lockedRound();
    expect(await openRound(table.world.deps)).toBe(0);
    await table.pass(9_000);
    expect((await table.roundOf(id)).fair.number).toBe(1);
    expect((await table.round()).fair.number).toBe(2);
  });

  test('300 entries by 300 players at once: each has its number, and facts, lock and settlement hold', async () => {
    const players = [];
    for (let n = 0; n < 300; n += 1) players.push(await table.playerWith([100 + n, 250]));
    const watcher = await Watcher.from(table);
    const { id } = await table.round();
    const answers = await Promise.all(players.map(({ actor, items }) => join(actor, items)));
    expect(new Set(answers.map((answer) => answer.entryNo)).size).toBe(300);
    await watcher.follow();
    expect(watcher.state).toEqual(await table.state());
    await table.pass(60_000);
    await table.world.clock.advance(9_000);
    await table.world.sweepAll();
    await table.verify(id);
  }, 60_000);
});
