/** Many at once: for any interleaving, one effect, one winner of each race, nothing lost and nothing doubled. */
import { cancelCoinflip, createCoinflip, joinCoinflip } from '@fairpot/contract/coinflip/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import { raceIn, times } from '../../../testing/races.ts';
import { makeTable, type CoinflipTable } from '../../../testing/games/coinflip/table.fixture.ts';

let table: CoinflipTable;
beforeAll(async () => {
  table = await makeTable();
});
afterAll(() => table.world.close());

const race = (attempts: readonly (() => Promise<unknown>)[]) => raceIn(table.world, attempts);
const key = () => Buffer.from(table.world.deps.random.bytes(9)).toString('base64url');

describe('races', () => {
  test('20 players join one game: one is in, 19 are refused because it started', async () => {
    const creator = await table.playerWith([2_000]);
    const gameId = await table.create(creator.actor, creator.items);
    const joiners = await Promise.all(times(20, () => table.playerWith([2_000])));
    const { runner } = table.world;
    const counts = await race(
      joiners.map(
        ({ actor, items }) =>
          () =>
            runner.execute(joinCoinflip, actor, { gameId, inventoryIds: items, side: 2 }, { key: key() }),
      ),
    );
    expect(counts).toEqual({ ok: 1, COINFLIP_STARTED: 19 });
    const left = await Promise.all(joiners.map(({ actor }) => table.inventory(actor)));
    expect(left.filter((items) => items.length === 0)).toHaveLength(1);
  });

  test('one item in 20 creates at once: one game', async () => {
    const { actor, items } = await table.playerWith([2_000]);
    const { runner } = table.world;
    const counts = await race(
      times(20, () => () => runner.execute(createCoinflip, actor, { inventoryIds: items, side: 1 }, { key: key() })),
    );
    expect(counts).toEqual({ ok: 1, ITEM_NOT_AVAILABLE: 19 });
  });

  test('overlapping stakes in opposite order: no deadlock, each item staked once', async () => {
    const { actor, items } = await table.playerWith([2_000, 2_000, 2_000, 2_000]);
    const { runner } = table.world;
    const counts = await race(
      times(20, (i) => () => {
        const inventoryIds = i % 2 === 0 ? items : [...items].reverse();
        return runner.execute(createCoinflip, actor, { inventoryIds, side: 1 }, { key: key() });
      }),
    );
    expect(counts['ok']).toBe(1);
    expect(Object.keys(counts).sort()).toEqual(['ITEM_NOT_AVAILABLE', 'ok']);
  });

  test('the same key 20 times: one game, one answer, one fact', async () => {
    const { actor, items } = await table.playerWith([2_000]);
    const { runner, db } = table.world;
    const one = key();
    const answers = await Promise.all(
      times(20, () => runner.execute(createCoinflip, actor, { inventoryIds: items, side: 1 }, { key: one })),
    );
    const ids = new Set(answers.map((answer) => answer.gameId));
    expect(ids.size).toBe(1);
    const [id] = ids;
    expect(await db.one(sql`select count(*) as n from facts where subject = ${id}`)).toEqual({ n: 1 });
    await expect(
      runner.execute(createCoinflip, actor, { inventoryIds: items, side: 2 }, { key: one }),
    ).rejects.toMatchObject({ code: 'KEY_REUSED' });
    await table.world.checkInvariants();
  });

  test('the same join 20 times under one key: one stake, one answer', async () => {
    const creator = await table.playerWith([2_000]);
    const gameId = await table.create(creator.actor, creator.items);
    const { actor, items } = await table.playerWith([2_000]);
    const { runner } = table.world;
    const one = key();
    const input = { gameId, inventoryIds: items, side: 2 as const };
    const answers = await Promise.all(times(20, () => runner.execute(joinCoinflip, actor, input, { key: one })));
    expect(new Set(answers.map((answer) => answer.gameId))).toEqual(new Set([gameId]));
    await table.world.checkInvariants();
  });

  test('joining against cancelling: exactly one of the two happens', async () => {
    for (let n = 0; n < 8; n += 1) {
      const creator = await table.playerWith([2_000]);
      const gameId = await table.create(creator.actor, creator.items);
      const joiner = await table.playerWith([2_000]);
      const { runner } = table.world;
      const join = () => runner.execute(joinCoinflip, joiner.actor, { gameId, inventoryIds: joiner.items, side: 2 });
      const cancel = () => runner.execute(cancelCoinflip, creator.actor, { gameId });
      const counts = await race(n % 2 === 0 ? [join, cancel] : [cancel, join]);
      const { phase } = await table.game(gameId);
      if (phase === 'COUNTDOWN') expect(counts).toEqual({ ok: 1, COINFLIP_STARTED: 1 });
      else expect({ phase, ...counts }).toEqual({ phase: 'CANCELLED', ok: 1, NO_GAME: 1 });
    }
  });

  test('five nodes settle 40 games at once: each once', async () => {
    const games = [];
    for (let n = 0; n < 40; n += 1) games.push((await table.lockedGame()).id);
    await table.world.clock.advance(24_000);
    const sweeps = table.world.features.flatMap((f) => f.sweeps ?? []).filter((s) => s.name === 'coinflip.reveal');
    const { signal } = new AbortController();
    const done = await Promise.all(times(5, async () => (await sweeps[0]?.run(signal)) ?? 0));
    await table.world.sweepAll();
    expect(done.reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(1);
    for (const id of games) expect((await table.game(id)).phase).toBe('SETTLED');
    const facts = await table.world.db.one<{ n: number }>(
      sql`select count(*) as n from facts where type = 'coinflip.settled' and subject = any(${games}::text[])`,
    );
    expect(facts.n).toBe(40);
    await table.verify(games[0] ?? '');
  });
});
