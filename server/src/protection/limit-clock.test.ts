/**
 * Limits and the clock: the edge of a span and of an hour, nodes whose clocks differ, a clock that is set back, what is deleted.
 */
import { cancelCoinflip, createCoinflip } from '@fairpot/contract/coinflip/schemas';
import { confirmLimit, setLimit } from '@fairpot/contract/protection/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { offsetClock } from '../../testing/fakes.ts';
import { blockedStatement, attemptResult } from '../../testing/races.ts';
import { makeGuard, type Guard } from '../../testing/protection/guard.fixture.ts';
import { hold, putBlock } from './store.ts';

const HOUR = 3_600_000;
/** Half past an hour. */
const NOON = Date.UTC(2026, 5, 1, 12, 30);

let guard: Guard;
beforeAll(async () => {
  guard = await makeGuard();
});
afterAll(() => guard.world.close());

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
      expect(await attemptResult(guard.flip(actor, [items[1] ?? ''])), 'exactly as old as the span').toBe(
        'LIMIT_STAKE',
      );
      await guard.clockAt(exact + HOUR + hours * HOUR);
      expect(await attemptResult(guard.flip(actor, [items[1] ?? '']))).toBe('ok');
    },
  );

  test('no 24 hours exceed the limit, whenever they begin', async () => {
    const start = Date.UTC(2026, 9, 24, 0, 0);
    const { actor, items } = await guard.player(120);
    await guard.clockAt(start);
    await guard.limit(actor, 'stake', 'day', 100);
    const staked: number[] = [];
    // Across a change from summer time, at uneven minutes.
    for (let n = 0; n < 90; n++) {
      const at = start + n * 47 * 60_000;
      await guard.clockAt(at);
      if ((await attemptResult(guard.flip(actor, [items[n] ?? '']))) === 'ok') staked.push(at);
    }
    const within = staked.map((from) => staked.filter((at) => at >= from && at < from + 24 * HOUR).length);
    expect(Math.max(...within)).toBe(10);
    expect(staked.length).toBeGreaterThan(20);
  });

  test('a node whose clock is a day ahead or behind counts like the others', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(3);
    await guard.limit(actor, 'stake', 'day', 10);
    await guard.flip(actor, [items[0] ?? '']);
    for (const hours of [-30, 30]) {
      const node = guard.world.node(offsetClock(guard.world.clock, hours * HOUR));
      const late = node.runner.execute(createCoinflip, actor, { inventoryIds: [items[1] ?? ''], side: 1 });
      expect(await attemptResult(late)).toBe('LIMIT_STAKE');
    }
  });

  test('a database whose clock was set back keeps everything', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(2);
    await guard.limit(actor, 'stake', 'day', 10);
    await guard.flip(actor, [items[0] ?? '']);
    await guard.hoursOn(NOON, -40);
    expect(await attemptResult(guard.flip(actor, [items[1] ?? '']))).toBe('LIMIT_STAKE');
  });
});

describe('a looser limit, while clocks move', () => {
  const which = { kind: 'stake', span: 'day' } as const;

  test('waits for its day by the database’s clock, back and forth, on any node, and is confirmed once', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(3);
    await guard.limit(actor, 'stake', 'day', 10);
    await guard.limit(actor, 'stake', 'day', 20);
    for (const hours of [0, -10, 23, -40, 24 - 1 / 3_600_000]) {
      await guard.hoursOn(NOON, hours);
      expect(await guard.world.refused(confirmLimit, actor, which), `${hours} h`).toBe('LIMIT_TOO_EARLY');
    }
    // A node that is two days ahead: its own clock does not matter.
    const ahead = guard.world.node(offsetClock(guard.world.clock, 48 * HOUR));
    expect(await attemptResult(ahead.runner.execute(confirmLimit, actor, which))).toBe('LIMIT_TOO_EARLY');
    await guard.flip(actor, [items[0] ?? '']);
    expect(await attemptResult(guard.flip(actor, [items[1] ?? ''])), 'the tighter one applies meanwhile').toBe(
      'LIMIT_STAKE',
    );
    await guard.hoursOn(NOON, 24);
    expect(await attemptResult(ahead.runner.execute(confirmLimit, actor, which))).toBe('ok');
    await guard.hoursOn(NOON, -5);
    expect(await guard.world.refused(confirmLimit, actor, which), 'once').toBe('LIMIT_NOT_ASKED');
    expect((await guard.view(actor)).limits[0]).toMatchObject({ limitUsd: 20, asked: null });
  });

  test('requested while the clock is back, it waits its whole day from there, and loosens nothing before', async () => {
    await guard.hoursOn(NOON, -30);
    const { actor } = await guard.player(0);
    await guard.limit(actor, 'stake', 'day', 10);
    const { limits } = await guard.limit(actor, 'stake', 'day', null);
    expect(limits[0]?.asked?.from).toBe(NOON - 6 * HOUR);
    await guard.clockAt(NOON - 6 * HOUR - 1);
    expect(await guard.world.refused(confirmLimit, actor, which)).toBe('LIMIT_TOO_EARLY');
    await guard.clockAt(NOON);
    expect((await guard.world.run(confirmLimit, actor, which)).limits).toEqual([]);
  });
});

/** The result of whatever is staked in its own transaction that began in `hour`, until `then` is done. */
async function whileStaking(actor: Actor, hour: number, then: () => Promise<void>): Promise<void> {
  await guard.clockAt(hour);
  await guard.world.db.transaction(async (tx) => {
    await guard.stakeIn(tx, actor);
    await then();
  });
}

describe('the turn of a player at the end of an hour', () => {
  const EDGE = Date.UTC(2026, 5, 1, 13, 0);

  test('a stake of the next hour waits for one in progress of the previous hour, and counts it', async () => {
    const { actor } = await guard.player(0);
    await guard.clockAt(EDGE - 1);
    await guard.limit(actor, 'stake', 'day', 15);
    let later: Promise<unknown> = Promise.resolve();
    await whileStaking(actor, EDGE - 1, async () => {
      await guard.clockAt(EDGE);
      later = attemptResult(guard.world.db.transaction((tx) => guard.stakeIn(tx, actor)));
      await blockedStatement(guard.world.db, 'from protection_guards');
    });
    expect(await later).toBe('LIMIT_STAKE');
    expect(await guard.used(actor, 'stake', 'day')).toBe(10);
  });

  test.each([
    ['in the same hour', 0],
    ['as the next hour has just begun', 1],
  ])('a stake waits for a change in progress %s, and applies it', async (_, hoursOn) => {
    const { actor, items } = await guard.player(1);
    await guard.clockAt(EDGE - HOUR);
    await guard.flip(actor, items);
    await guard.clockAt(EDGE - 1);
    let staked: Promise<unknown> = Promise.resolve();
    await guard.world.db.transaction(async (tx) => {
      await hold(tx, actor.id);
      await guard.clockAt(EDGE - 1 + hoursOn);
      staked = attemptResult(guard.world.db.transaction((other) => guard.stakeIn(other, actor)));
      await blockedStatement(guard.world.db, 'insert into protection_hours');
      await putBlock(tx, actor.id, { kind: 'EXCLUDED', since: 1, until: null, returnFrom: null });
    });
    expect(await staked).toBe('SELF_EXCLUDED');
  });

  test.each([
    ['in an hour that has begun', 0],
    ['in the hour before, which has just ended', 1],
  ])('a change waits for a stake in progress %s, and counts it', async (_, hoursOn) => {
    const { actor, items } = await guard.player(2);
    await guard.clockAt(EDGE - HOUR);
    // The hour's row exists already, so the stake inserts none.
    await guard.flip(actor, items.slice(0, 1));
    let limited: Promise<unknown> = Promise.resolve();
    await whileStaking(actor, EDGE - 1, async () => {
      await guard.clockAt(EDGE - 1 + hoursOn);
      const limit = { kind: 'stake', span: 'day', limitUsd: 25 };
      limited = guard.world.runner.execute(setLimit, actor, limit);
      await blockedStatement(guard.world.db, 'protection_hold');
    });
    await limited;
    expect(await attemptResult(guard.flip(actor, items.slice(1)))).toBe('LIMIT_STAKE');
    expect(await guard.used(actor, 'stake', 'day')).toBe(20);
  });
});

test('hours that no limit reaches back to are deleted; those of the longest span are not', async () => {
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
