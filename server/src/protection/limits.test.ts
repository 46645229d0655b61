/** Limits on stakes and losses: across all games and nodes, and in races. Clocks and changes: limit-clock and limit-changes. */
import {
  callBattleBots,
  cancelCasebattle,
  leaveCasebattle,
  joinCasebattle,
} from '@fairpot/contract/casebattle/schemas';
import { cancelCoinflip, createCoinflip } from '@fairpot/contract/coinflip/schemas';
import { setLimit } from '@fairpot/contract/protection/schemas';
import { teamIdOf } from '@fairpot/contract/casebattle/views';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refused } from '../platform/runner/refused.ts';
import { sql } from '../platform/database/sql.ts';
import { offsetClock } from '../../testing/fakes.ts';
import { blockedStatement, attemptResult, raceIn, times } from '../../testing/races.ts';
import { makeGuard, type Guard } from '../../testing/protection/guard.fixture.ts';

/** Half past an hour. */
const NOON = Date.UTC(2026, 5, 1, 12, 30);

let guard: Guard;
beforeAll(async () => {
  guard = await makeGuard();
});
afterAll(() => guard.world.close());

async function refusal(attempt: Promise<unknown>): Promise<Refused> {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('a stake limit', () => {
  test('holds across all games together, to the cent, and says when there is room again', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(4);
    await guard.limit(actor, 'stake', 'day', 25.5);
    await guard.flip(actor, [items[0] ?? '']);
    await guard.pot(actor, [items[1] ?? '']);
    await guard.battle(actor);
    expect(await guard.used(actor, 'stake', 'day'), 'two items of 10.00, a seat of 5.50').toBe(25.5);
    for (const attempt of [
      () => guard.flip(actor, [items[2] ?? '']),
      () => guard.pot(actor, [items[2] ?? '']),
      () => guard.battle(actor),
    ]) {
      const { code, message } = await refusal(attempt());
      expect(code).toBe('LIMIT_STAKE');
      // The whole hour of 12 is a day old at 13:00 of the next day.
      expect(message).toBe('Your stake limit is 25.50$ in 24 hours. This amount fits from 2026-06-02 13:00 UTC on');
    }
    expect(await guard.used(actor, 'stake', 'day')).toBe(25.5);
    await guard.world.checkInvariants();
  });

  test('admits of 20 stakes at once those up to the cent, and never more, on two nodes', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(20);
    await guard.limit(actor, 'stake', 'week', 70);
    const nodes = [guard.world, guard.world.node(offsetClock(guard.world.clock, 20_000))];
    const ends = await raceIn(
      guard.world,
      items.map(
        (item, n) => () =>
          (nodes[n % 2] ?? guard.world).runner.execute(createCoinflip, actor, { inventoryIds: [item], side: 1 }),
      ),
    );
    expect(ends).toEqual({ ok: 7, LIMIT_STAKE: 13 });
    expect(await guard.used(actor, 'stake', 'week')).toBe(70);
  });

  test('admits of 20 stakes at once on two nodes and in three games those up to the cent, and never more', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(20);
    await guard.limit(actor, 'stake', 'day', 60);
    const nodes = [guard.world, guard.world.node(offsetClock(guard.world.clock, 1_000))];
    const ends = await raceIn(
      guard.world,
      times(20, (n) => () => {
        const on = (nodes[n % 2] ?? guard.world).runner;
        if (n % 3 === 0) return guard.battle(actor, 'STANDARD_2', on);
        return n % 3 === 1 ? guard.flip(actor, [items[n] ?? ''], on) : guard.pot(actor, [items[n] ?? ''], on);
      }),
    );
    expect(Object.keys(ends).sort()).toEqual(['LIMIT_STAKE', 'ok']);
    const used = (await guard.used(actor, 'stake', 'day')) ?? 0;
    expect(used).toBeLessThanOrEqual(60);
    expect(60 - used, 'the remaining room fits no other item of 10.00').toBeLessThan(10);
    const { staked } = await guard.world.db.one<{ staked: number }>(sql`
      select sum(cents)::bigint as staked from open_stakes where player_id = ${actor.id}`);
    expect(staked, 'open stakes match the counted ones').toBe(Math.round(used * 100));
    await guard.world.checkInvariants();
  });

  test('refuses only the limited player of a batch', async () => {
    await guard.clockAt(NOON);
    const bound = await guard.player(3);
    await guard.limit(bound.actor, 'stake', 'day', 10);
    const others = await Promise.all(times(10, () => guard.player(1)));
    const attempts = [
      ...bound.items.map((item) => () => guard.pot(bound.actor, [item])),
      ...others.map(
        ({ actor, items }) =>
          () =>
            guard.pot(actor, items),
      ),
    ];
    expect(await raceIn(guard.world, attempts)).toEqual({ ok: 11, LIMIT_STAKE: 2 });
    // The refused player took neither a number nor room in the pot.
    const { n, most, pot } = await guard.world.db.one<{ n: number; most: number; pot: number }>(sql`
      select count(*) as n, max(e.no)::bigint as most, max(j.pot_cents) - sum(e.cents)::bigint as pot from entries e
        join jackpot_rounds j on j.round_id = e.round_id
      where e.round_id = (select max(round_id) from jackpot_rounds)`);
    expect([most, pot]).toEqual([n, 0]);
  });

  test('counts what the player staked before it was set', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(2);
    await guard.flip(actor, [items[0] ?? '']);
    await guard.limit(actor, 'stake', 'day', 15);
    expect(await attemptResult(guard.flip(actor, [items[1] ?? '']))).toBe('LIMIT_STAKE');
  });

  test('waits for a stake in progress when it is set, and counts it', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(1);
    const { db } = guard.world;
    let limited: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await guard.stakeIn(tx, actor);
      limited = guard.world.runner.execute(setLimit, actor, { kind: 'stake', span: 'day', limitUsd: 15 });
      await blockedStatement(db, 'protection_hold');
    });
    await limited;
    expect(await attemptResult(guard.flip(actor, items))).toBe('LIMIT_STAKE');
  });

  test('stops counting returned stakes: a cancelled round, a left seat, a cancelled battle', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(1);
    const other = await guard.player(1);
    await guard.limit(actor, 'stake', 'day', 100);
    const { gameId } = await guard.flip(actor, items);
    const own = await guard.battle(actor);
    const { gameId: foreign } = await guard.battle(other.actor, 'STANDARD_3');
    await guard.world.run(joinCasebattle, actor, { teamId: teamIdOf(foreign, 1) });
    expect(await guard.used(actor, 'stake', 'day')).toBe(21);
    // Hours later, the hour of the stake is credited, not that of the return.
    await guard.hoursOn(NOON, 3);
    await guard.world.run(cancelCoinflip, actor, { gameId });
    await guard.world.run(leaveCasebattle, actor, { gameId: foreign });
    await guard.world.run(cancelCasebattle, actor, { gameId: own.gameId });
    expect(await guard.used(actor, 'stake', 'day')).toBe(0);
    const hours = await guard.world.db.many<{ cents: number }>(sql`
      select cents from protection_hours where player_id = ${actor.id} and kind = 'stake' and cents <> 0`);
    expect(hours).toEqual([]);
  });

  test('of several exceeded limits, the one with the longest span is reported: it is the last to clear', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(1);
    await guard.limit(actor, 'stake', 'day', 5);
    await guard.limit(actor, 'stake', 'month', 8);
    const { message } = await refusal(guard.flip(actor, items));
    expect(message).toBe('Your stake limit is 8.00$ in 30 days. This amount fits only with a lower sum');
  });

  test('of zero stops every stake', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(1);
    await guard.limit(actor, 'stake', 'week', 0);
    expect(await attemptResult(guard.flip(actor, items))).toBe('LIMIT_STAKE');
    expect(await attemptResult(guard.battle(actor))).toBe('LIMIT_STAKE');
  });

  test('does not apply to bots', async () => {
    const bot = await guard.arena.player(0, { isBot: true });
    expect(await guard.world.refused(setLimit, bot, { kind: 'stake', span: 'day', limitUsd: 1 })).toBe('FORBIDDEN');
    await guard.clockAt(NOON);
    const creator = await guard.player(0);
    const { gameId } = await guard.battle(creator.actor);
    expect(await attemptResult(guard.world.runner.execute(callBattleBots, creator.actor, { gameId }))).toMatch(
      /ok|BOT_UNAVAILABLE/,
    );
  });
});

describe('a loss limit', () => {
  test('counts an open stake as lost, and winnings when they are won', async () => {
    await guard.clockAt(NOON);
    const a = await guard.player(4);
    const b = await guard.player(4);
    for (const { actor } of [a, b]) await guard.limit(actor, 'loss', 'day', 25);
    const { gameId } = await guard.flip(a.actor, a.items.slice(0, 2));
    await guard.joinFlip(b.actor, gameId, b.items.slice(0, 2));
    for (const { actor, items } of [a, b]) {
      expect(await attemptResult(guard.flip(actor, items.slice(2, 3))), 'before the result is known').toBe(
        'LIMIT_LOSS',
      );
    }
    await guard.table.settle();
    const nets = await Promise.all([a, b].map(({ actor }) => guard.used(actor, 'loss', 'day')));
    expect(nets.sort((x, y) => (x ?? 0) - (y ?? 0))).toEqual([-20, 20]);
    const ends = await Promise.all(
      [a, b].map(({ actor, items }) => attemptResult(guard.flip(actor, items.slice(2, 3)))),
    );
    expect(ends.sort(), 'the winner may continue, the loser may not').toEqual(['LIMIT_LOSS', 'ok']);
  });
});
