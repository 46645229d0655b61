/** Scripted coinflips (rulings 1.3): every refusal of the call, how a scripted game behaves, and the races. */
import { coinflipHistory, joinCoinflip, listCoinflips, setCoinflipWinner } from '@fairpot/contract/coinflip/schemas';
import { findRound, getRoundProof } from '@fairpot/contract/fair/schemas';
import { verifyRound } from '@fairpot/fairness/verify/verify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../platform/runner/feature.ts';
import { pinoLog } from '../../platform/process/system-ports.ts';
import { attemptResult } from '../../../testing/races.ts';
import { sql } from '../../platform/database/sql.ts';
import { makeTable, type CoinflipTable } from '../../../testing/games/coinflip/table.fixture.ts';

let table: CoinflipTable;
let admin: Actor;
beforeEach(async () => {
  table = await makeTable({ log: pinoLog('silent') });
  admin = await table.player({ status: 'ADMIN' });
});
afterEach(() => table.world.close());

/** A waiting game of 11.00 created by this actor (a bot when none is given). */
async function waiting(by?: Actor) {
  const creator = by ?? (await table.player({ isBot: true }));
  return { creator, id: await table.create(creator, await table.give(creator, [600, 500])) };
}
const choose = (gameId: string, userId: string, by = admin) =>
  table.world.run(setCoinflipWinner, by, { gameId, userId });
const refusal = (gameId: string, userId: string, by = admin) =>
  table.world.refused(setCoinflipWinner, by, { gameId, userId });
const tries = () =>
  table.world.db.many<{ winner: string; refused: string | null }>(sql`
    select winner_id as winner, refused from script_tries order by id`);
const leaves = (id: string) =>
  table.world.db.many<{ kind: string; body: string }>(sql`
    select kind, body from log_leaves where round_id = ${id} order by id`);

describe('who may choose, and when', () => {
  test('an admin, for a waiting game of a house persona; it shows at once, and the log names the admin', async () => {
    const { creator, id } = await waiting();
    expect(await choose(id, creator.id)).toEqual({ gameId: id, userId: creator.id });
    expect(await table.game(id)).toMatchObject({ phase: 'WAITING', scripted: true, version: 2, winnerSide: null });
    const [open, act, ...more] = await leaves(id);
    expect([open?.kind, act?.kind, more]).toEqual(['open', 'scripted', []]);
    expect(JSON.parse(act?.body ?? '')).toMatchObject({ type: 'scripted', game: 'coinflip', roundId: id });
    expect(act?.body).not.toContain(creator.id);
    expect(act?.body).not.toContain(admin.id);
    expect(await tries()).toEqual([{ winner: creator.id, refused: null }]);
  });

  test('only an admin', async () => {
    const { creator, id } = await waiting();
    for (const status of ['USER', 'SUPPORT', 'MODERATOR'] as const) {
      expect(await refusal(id, creator.id, await table.player({ status }))).toBe('FORBIDDEN');
    }
    expect(await refusal(id, creator.id, await table.player({ isBot: true }))).toBe('FORBIDDEN');
    expect((await table.game(id)).scripted).toBe(false);
  });

  test('not a player’s game, a locked or finished one, or a winner who is not in it; attempts are recorded', async () => {
    const player = await table.playerWith([1_100]);
    const own = await table.create(player.actor, player.items);
    expect(await refusal(own, player.actor.id)).toBe('FORBIDDEN');
    const { creator, id } = await waiting();
    expect(await refusal(id, player.actor.id)).toBe('FORBIDDEN');
    expect(await refusal(id, admin.id)).toBe('FORBIDDEN');
    const other = await table.player({ isBot: true });
    await table.join(other, id, await table.give(other, [1_100]));
    // Both are house personas, but nothing of a locked round can change any more.
    expect(await refusal(id, creator.id)).toBe('FORBIDDEN');
    await table.settle();
    expect(await refusal(id, creator.id)).toBe('FORBIDDEN');
    const cancelled = await waiting(creator);
    await table.cancel(creator, cancelled.id);
    expect(await refusal(cancelled.id, creator.id)).toBe('FORBIDDEN');
    expect(await refusal(`rnd_${'0'.repeat(26)}`, creator.id)).toBe('NO_GAME');
    expect((await tries()).map((one) => one.refused)).toEqual([...Array<string>(6).fill('FORBIDDEN'), 'NO_GAME']);
    await table.verify(id);
  });
});

describe('a scripted game', () => {
  async function scripted(by?: Actor) {
    const game = await waiting(by);
    await choose(game.id, game.creator.id);
    return game;
  }

  test('refuses ordinary players with a reason; admits staff and personas', async () => {
    const { id } = await scripted();
    const player = await table.playerWith([1_100]);
    const request = { gameId: id, inventoryIds: player.items, side: 2 };
    expect(await table.world.refused(joinCoinflip, player.actor, request)).toBe('ROUND_SCRIPTED');
    expect(await table.inventory(player.actor)).toEqual(player.items);
    const moderator = await table.player({ status: 'MODERATOR' });
    await table.join(moderator, id, await table.give(moderator, [1_100]));
    expect(await table.game(id)).toMatchObject({ phase: 'COUNTDOWN', scripted: true, version: 3 });
  });

  test.each([true, false])(
    'ends as staff chose (the creator wins: %s), every time, without a draw',
    async (creatorWins) => {
      for (let n = 0; n < 3; n += 1) {
        const { creator, id } = creatorWins
          ? await scripted()
          : await scripted(await table.player({ status: 'SUPPORT' }));
        const other = await table.player({ isBot: true });
        const items = await table.give(other, [1_050]);
        await table.join(other, id, items);
        const counting = await table.game(id);
        expect(counting).toMatchObject({ secret: null, fair: { lock: null, drandRound: null }, winnerSide: null });
        await table.settle();
        const game = await table.game(id);
        expect(game).toMatchObject({
          phase: 'SETTLED',
          scripted: true,
          winnerSide: game.firstSide,
          secret: null,
          feeItemIds: [],
          fair: { lock: null, drandRound: null, drandSignature: null, ticket: null },
        });
        expect(await table.inventory(creator)).toHaveLength(3);
        expect(await table.inventory(other)).toEqual([]);
      }
    },
  );

  test('makes no claim and counts as no game: no proof, history, statistics, or lock and result in the log', async () => {
    const { creator, id } = await scripted();
    const other = await table.player({ isBot: true });
    await table.join(other, id, await table.give(other, [1_100]));
    await table.settle();
    const proof = await table.world.run(getRoundProof, null, { id });
    expect(proof).toEqual({ v: 'fp/2', game: 'coinflip', roundId: id, scripted: true });
    expect(verifyRound(proof)).toMatchObject({ ok: false, failed: { computed: 'SCRIPTED: winner chosen by staff' } });
    const { hash } = await table.game(id);
    expect(await table.world.run(findRound, null, { hash })).toMatchObject({
      roundId: id,
      settled: true,
      scripted: true,
    });
    expect((await table.world.run(coinflipHistory, null, {})).history).toEqual([]);
    expect((await table.world.run(listCoinflips, null, {})).games.map((game) => game.scripted)).toEqual([true]);
    expect((await leaves(id)).map((leaf) => leaf.kind)).toEqual(['open', 'scripted']);
    const counted = await table.world.db.many(sql`select 1 from player_results where player_id = ${creator.id}`);
    expect(counted).toEqual([]);
  });

  test('may get another winner while it waits, each choice a leaf; may be cancelled', async () => {
    const { creator, id } = await scripted();
    await choose(id, creator.id);
    expect((await table.game(id)).version).toBe(3);
    await table.cancel(creator, id);
    expect((await leaves(id)).map((leaf) => leaf.kind)).toEqual(['open', 'scripted', 'scripted', 'cancel']);
    expect(await table.inventory(creator)).toHaveLength(2);
  });
});

describe('at the same moment', () => {
  test('a player joins and staff choose: exactly one of the two, whichever comes first', async () => {
    const seen = new Set<string>();
    for (let n = 0; n < 12; n += 1) {
      const { creator, id } = await waiting();
      const player = await table.playerWith([1_100]);
      const { runner } = table.world;
      const join = () =>
        attemptResult(
          runner.execute(
            joinCoinflip,
            player.actor,
            { gameId: id, inventoryIds: player.items, side: 2 },
            { key: `j${n}` },
          ),
        );
      const script = () =>
        attemptResult(runner.execute(setCoinflipWinner, admin, { gameId: id, userId: creator.id }, { key: `s${n}` }));
      const [first, second] = n % 2 === 0 ? [join(), script()] : [script(), join()];
      const [joined, scripted] = n % 2 === 0 ? [await first, await second] : [await second, await first];
      seen.add(`${joined} ${scripted}`);
      const game = await table.game(id);
      expect(game.scripted).toBe(scripted === 'ok');
      expect(game.secondUser?.id ?? null).toBe(joined === 'ok' ? player.actor.id : null);
      await table.world.checkInvariants();
    }
    for (const pair of seen) expect(['ok FORBIDDEN', 'ROUND_SCRIPTED ok']).toContain(pair);
    await table.settle();
  });
});

test('one that cannot be ended holds up no other, is listed, and ends once repaired', async () => {
  const pair = async () => {
    const creator = await table.player({ isBot: true });
    const id = await table.create(creator, await table.give(creator, [600, 500]));
    await choose(id, creator.id);
    const other = await table.player({ isBot: true });
    await table.join(other, id, await table.give(other, [1_100]));
    return { id, creator, other };
  };
  const { db, clock, features } = table.world;
  const [bad, good] = [await pair(), await pair()];
  await clock.advance(12_000);
  const next = await pair();
  const winner = (id: string) => db.run(sql`update scripted_rounds set winner_id = ${id} where round_id = ${bad.id}`);
  const sweep = features.flatMap((f) => f.sweeps ?? []).find(({ name }) => name === 'coinflip.scripted')!;
  const run = () => sweep.run(new AbortController().signal);
  const phases = () => db.many<{ id: string; phase: string }>(sql`select id, phase from rounds order by opened_at, id`);
  await winner('ply_unknown');
  await clock.advance(12_000);
  expect(await run()).toBe(1);
  expect((await phases()).map(({ phase }) => phase)).toEqual(['locked', 'settled', 'locked']);
  const stuck = () => db.many<{ id: string; times: number }>(sql`select round_id as id, times from stuck_rounds`);
  expect(await stuck()).toEqual([{ id: bad.id, times: 1 }]);
  expect(await run(), 'not again at once').toBe(0);
  await clock.advance(12_000);
  expect(await run()).toBe(1);
  expect((await phases()).map(({ phase }) => phase)).toEqual(['locked', 'settled', 'settled']);
  await clock.advance(18_000);
  expect(await run()).toBe(0);
  expect(await stuck()).toEqual([{ id: bad.id, times: 2 }]);
  await winner(bad.creator.id);
  await clock.advance(60_000);
  expect(await run()).toBe(1);
  expect(await stuck()).toEqual([]);
  for (const { creator } of [bad, good, next]) expect(await table.inventory(creator)).toHaveLength(3);
  await table.world.sweepAll();
});
