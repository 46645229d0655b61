/** Limits on stakes and losses: over all games and nodes, in races, at the edge of an hour, and what loosening takes. */
import {
  callBattleBots,
  cancelCasebattle,
  leaveCasebattle,
  joinCasebattle,
} from '@fairpot/contract/schemas/casebattle';
import { cancelCoinflip, createCoinflip } from '@fairpot/contract/schemas/coinflip';
import { confirmLimit, keepLimit, setLimit } from '@fairpot/contract/schemas/protection';
import { teamIdOf } from '@fairpot/contract/casebattle';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refused } from '../platform/runner/refused.ts';
import { sql } from '../platform/database/sql.ts';
import { apart } from '../testing/fakes.ts';
import { blockedStatement, endOf, raceIn, times } from '../testing/races.ts';
import { makeGuard, type Guard } from './guard.fixture.ts';

const HOUR = 3_600_000;
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
  test('holds over all games together, to the cent, and says when there is room again', async () => {
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
      expect(message).toBe('Your stake limit is 25.50$ in 24 hours. This fits from 2026-06-02 13:00 UTC on');
    }
    expect(await guard.used(actor, 'stake', 'day')).toBe(25.5);
    await guard.world.checkInvariants();
  });

  test('lets 20 stakes at once through up to the cent, and never over, on two nodes', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(20);
    await guard.limit(actor, 'stake', 'week', 70);
    const nodes = [guard.world, guard.world.node(apart(guard.world.clock, 20_000))];
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

  test('lets races of different games through up to the cent', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(12);
    await guard.limit(actor, 'stake', 'day', 60);
    const ends = await raceIn(
      guard.world,
      times(12, (n) => () => {
        if (n % 3 === 0) return guard.battle(actor);
        return n % 3 === 1 ? guard.flip(actor, [items[n] ?? '']) : guard.pot(actor, [items[n] ?? '']);
      }),
    );
    expect(Object.keys(ends).sort()).toEqual(['LIMIT_STAKE', 'ok']);
    const used = (await guard.used(actor, 'stake', 'day')) ?? 0;
    expect(used).toBeLessThanOrEqual(60);
    expect(60 - used, 'no room for a seat of 5.50 is left unused').toBeLessThan(10);
  });

  test('refuses the one player of a batch, and no other', async () => {
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
    // Who was refused took neither a number nor room in the pot.
    const { n, most, pot } = await guard.world.db.one<{ n: number; most: number; pot: number }>(sql`
      select count(*) as n, max(e.no)::bigint as most, max(j.pot_cents) - sum(e.cents)::bigint as pot from entries e
        join jackpot_rounds j on j.round_id = e.round_id
      where e.round_id = (select max(round_id) from jackpot_rounds)`);
    expect([most, pot]).toEqual([n, 0]);
  });

  test('counts what its player staked before it was set', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(2);
    await guard.flip(actor, [items[0] ?? '']);
    await guard.limit(actor, 'stake', 'day', 15);
    expect(await endOf(guard.flip(actor, [items[1] ?? '']))).toBe('LIMIT_STAKE');
  });

  test('waits for a stake that is on its way when it is set, and counts it', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(1);
    const { db } = guard.world;
    let limited: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.one(sql`select protection_seat(${actor.id}, 1000)`);
      limited = guard.world.runner.execute(setLimit, actor, { kind: 'stake', span: 'day', limitUsd: 15 });
      await blockedStatement(db, 'protection_hold');
    });
    await limited;
    expect(await endOf(guard.flip(actor, items))).toBe('LIMIT_STAKE');
  });

  test('gives back what was given back: a cancelled round, a seat that was left, a cancelled battle', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(1);
    const other = await guard.player(1);
    await guard.limit(actor, 'stake', 'day', 100);
    const { gameId } = await guard.flip(actor, items);
    const own = await guard.battle(actor);
    const { gameId: foreign } = await guard.battle(other.actor, 'STANDARD_3');
    await guard.world.run(joinCasebattle, actor, { teamId: teamIdOf(foreign, 1) });
    expect(await guard.used(actor, 'stake', 'day')).toBe(21);
    // Hours later, the hour of the stake is meant, not that of the return.
    await guard.hoursOn(NOON, 3);
    await guard.world.run(cancelCoinflip, actor, { gameId });
    await guard.world.run(leaveCasebattle, actor, { gameId: foreign });
    await guard.world.run(cancelCasebattle, actor, { gameId: own.gameId });
    expect(await guard.used(actor, 'stake', 'day')).toBe(0);
    const hours = await guard.world.db.many<{ cents: number }>(sql`
      select cents from protection_hours where player_id = ${actor.id} and kind = 'stake' and cents <> 0`);
    expect(hours).toEqual([]);
  });

  test('of several, the one over the longest span is told: it is the last to give way', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(1);
    await guard.limit(actor, 'stake', 'day', 5);
    await guard.limit(actor, 'stake', 'month', 8);
    const { message } = await refusal(guard.flip(actor, items));
    expect(message).toBe('Your stake limit is 8.00$ in 30 days. This fits only with a lower sum');
  });

  test('of nothing stops every stake', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(1);
    await guard.limit(actor, 'stake', 'week', 0);
    expect(await endOf(guard.flip(actor, items))).toBe('LIMIT_STAKE');
    expect(await endOf(guard.battle(actor))).toBe('LIMIT_STAKE');
  });

  test('is nothing to bots', async () => {
    const bot = await guard.arena.player(0, { isBot: true });
    expect(await guard.world.refused(setLimit, bot, { kind: 'stake', span: 'day', limitUsd: 1 })).toBe('FORBIDDEN');
    await guard.clockAt(NOON);
    const creator = await guard.player(0);
    const { gameId } = await guard.battle(creator.actor);
    expect(await endOf(guard.world.runner.execute(callBattleBots, creator.actor, { gameId }))).toMatch(
      /ok|BOT_UNAVAILABLE/,
    );
  });
});

describe('the edge of a span', () => {
  test.each([
    ['day', 24],
    ['week', 168],
    ['month', 720],
  ] as const)(
    'a stake counts for a %s until its whole hour is older than that, and not a moment longer',
    async (span, hours) => {
      const exact = Date.UTC(2026, 5, 1, 12, 0);
      await guard.clockAt(exact + HOUR - 1);
      const { actor, items } = await guard.player(2);
      await guard.limit(actor, 'stake', span, 10);
      await guard.flip(actor, [items[0] ?? '']);
      await guard.clockAt(exact + HOUR - 1 + hours * HOUR);
      expect(await endOf(guard.flip(actor, [items[1] ?? ''])), 'just as old as the span').toBe('LIMIT_STAKE');
      await guard.clockAt(exact + HOUR + hours * HOUR);
      expect(await endOf(guard.flip(actor, [items[1] ?? '']))).toBe('ok');
    },
  );

  test('no 24 hours hold more than the limit, wherever they begin', async () => {
    const start = Date.UTC(2026, 9, 24, 0, 0);
    const { actor, items } = await guard.player(120);
    await guard.clockAt(start);
    await guard.limit(actor, 'stake', 'day', 100);
    const staked: number[] = [];
    // Over a change from summer time, at uneven minutes.
    for (let n = 0; n < 90; n++) {
      const at = start + n * 47 * 60_000;
      await guard.clockAt(at);
      if ((await endOf(guard.flip(actor, [items[n] ?? '']))) === 'ok') staked.push(at);
    }
    const within = staked.map((from) => staked.filter((at) => at >= from && at < from + 24 * HOUR).length);
    expect(Math.max(...within)).toBe(10);
    expect(staked.length).toBeGreaterThan(20);
  });

  test('a node whose clock is a day ahead or behind counts as the others do', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(3);
    await guard.limit(actor, 'stake', 'day', 10);
    await guard.flip(actor, [items[0] ?? '']);
    for (const hours of [-30, 30]) {
      const node = guard.world.node(apart(guard.world.clock, hours * HOUR));
      const late = node.runner.execute(createCoinflip, actor, { inventoryIds: [items[1] ?? ''], side: 1 });
      expect(await endOf(late)).toBe('LIMIT_STAKE');
    }
  });

  test('a database whose clock was set back forgets nothing', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(2);
    await guard.limit(actor, 'stake', 'day', 10);
    await guard.flip(actor, [items[0] ?? '']);
    await guard.hoursOn(NOON, -40);
    expect(await endOf(guard.flip(actor, [items[1] ?? '']))).toBe('LIMIT_STAKE');
  });
});

describe('a loss limit', () => {
  test('counts an open stake as lost and what is won when it is won', async () => {
    await guard.clockAt(NOON);
    const a = await guard.player(4);
    const b = await guard.player(4);
    for (const { actor } of [a, b]) await guard.limit(actor, 'loss', 'day', 25);
    const { gameId } = await guard.flip(a.actor, a.items.slice(0, 2));
    await guard.joinFlip(b.actor, gameId, b.items.slice(0, 2));
    for (const { actor, items } of [a, b]) {
      expect(await endOf(guard.flip(actor, items.slice(2, 3))), 'nobody knows yet who has won').toBe('LIMIT_LOSS');
    }
    await guard.table.settle();
    const nets = await Promise.all([a, b].map(({ actor }) => guard.used(actor, 'loss', 'day')));
    expect(nets.sort((x, y) => (x ?? 0) - (y ?? 0))).toEqual([-20, 20]);
    const ends = await Promise.all([a, b].map(({ actor, items }) => endOf(guard.flip(actor, items.slice(2, 3)))));
    expect(ends.sort(), 'the winner plays on, the loser does not').toEqual(['LIMIT_LOSS', 'ok']);
  });
});

describe('a limit that is changed', () => {
  test('is tighter at once, and looser after 24 hours and a second word', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(2);
    await guard.limit(actor, 'stake', 'day', 50);
    await guard.limit(actor, 'stake', 'day', 10);
    const which = { kind: 'stake', span: 'day' } as const;
    const asked = (await guard.limit(actor, 'stake', 'day', 100)).limits[0];
    expect([asked?.limitUsd, asked?.asked]).toEqual([
      10,
      { limitUsd: 100, from: NOON + 24 * HOUR, until: NOON + 8 * 24 * HOUR },
    ]);
    await guard.clockAt(NOON + 24 * HOUR - 1);
    expect(await guard.world.refused(confirmLimit, actor, which)).toBe('LIMIT_TOO_EARLY');
    await guard.clockAt(NOON + 24 * HOUR);
    expect(await endOf(guard.flip(actor, items)), 'asked for and not confirmed').toBe('LIMIT_STAKE');
    expect((await guard.world.run(confirmLimit, actor, which)).limits[0]?.limitUsd).toBe(100);
    expect(await endOf(guard.flip(actor, items))).toBe('ok');
    expect(await guard.world.refused(confirmLimit, actor, which)).toBe('LIMIT_NOT_ASKED');
  });

  test('stays as it is when its player keeps it, tightens it meanwhile, or waits for too long', async () => {
    const which = { kind: 'loss', span: 'week' } as const;
    for (const then of ['keep', 'tighten', 'late'] as const) {
      await guard.clockAt(NOON);
      const { actor } = await guard.player(0);
      await guard.limit(actor, 'loss', 'week', 20);
      await guard.limit(actor, 'loss', 'week', null);
      if (then === 'keep') await guard.world.run(keepLimit, actor, which);
      if (then === 'tighten') await guard.limit(actor, 'loss', 'week', 5);
      await guard.clockAt(NOON + (then === 'late' ? 8 * 24 : 25) * HOUR);
      expect(await guard.world.refused(confirmLimit, actor, which), then).toBe('LIMIT_NOT_ASKED');
      expect((await guard.view(actor)).limits[0]?.limitUsd).toBe(then === 'tighten' ? 5 : 20);
    }
  });

  test('is gone when its removal was confirmed', async () => {
    await guard.clockAt(NOON);
    const { actor } = await guard.player(0);
    await guard.limit(actor, 'loss', 'week', 20);
    await guard.limit(actor, 'loss', 'week', null);
    await guard.clockAt(NOON + 24 * HOUR);
    expect((await guard.world.run(confirmLimit, actor, { kind: 'loss', span: 'week' })).limits).toEqual([]);
    expect(await guard.world.refused(setLimit, actor, { kind: 'loss', span: 'week', limitUsd: null })).toBe(
      'LIMIT_NOT_SET',
    );
  });

  test('takes whole cents alone, and none below 0', async () => {
    const { actor } = await guard.player(0);
    for (const limitUsd of [-1, 0.001, 1e9]) {
      expect(await guard.world.refused(setLimit, actor, { kind: 'stake', span: 'day', limitUsd })).toBe('BAD_INPUT');
    }
  });

  test('leaves a trace that nobody changes, the app least of all', async () => {
    await guard.clockAt(NOON);
    const { actor } = await guard.player(0);
    await guard.limit(actor, 'deposit', 'month', 20);
    await expect(guard.world.deps.db.run(sql`update protection_changes set what = 'x'`)).rejects.toThrow(
      /permission denied/,
    );
    await expect(guard.world.db.run(sql`delete from protection_changes`)).rejects.toThrow(/is history/);
  });
});

test('hours that no limit reaches back to are forgotten; those of the longest span are not', async () => {
  await guard.clockAt(NOON);
  const { actor, items } = await guard.player(1);
  const { gameId } = await guard.flip(actor, items);
  await guard.world.run(cancelCoinflip, actor, { gameId });
  const { db, features } = guard.world;
  const forget = features.flatMap(({ sweeps }) => sweeps ?? []).find(({ name }) => name === 'protection.forget');
  const kept = async () => {
    await forget?.run(new AbortController().signal);
    return db.one<{ n: number }>(sql`select count(*) as n from protection_hours where player_id = ${actor.id}`);
  };
  await guard.hoursOn(NOON, 720 + 24);
  expect((await kept()).n).toBe(1);
  await guard.hoursOn(NOON, 720 + 25);
  expect((await kept()).n).toBe(0);
});
