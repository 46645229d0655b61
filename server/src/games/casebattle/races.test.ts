/** Many at once: one effect each, for any interleaving; money conserved; the last seat locks once. */
import {
  callBattleBots,
  cancelCasebattle,
  createCasebattle,
  joinCasebattle,
  leaveCasebattle,
} from '@fairpot/contract/casebattle/schemas';
import { teamIdOf } from '@fairpot/contract/casebattle/views';
import { cents } from '@fairpot/contract/wire/money';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../platform/runner/feature.ts';
import { Refused } from '../../platform/runner/refused.ts';
import { sql } from '../../platform/database/sql.ts';
import { seededRandom } from '../../../testing/fakes.ts';
import { raceIn, times } from '../../../testing/races.ts';
import { makeArena, type Arena } from '../../../testing/games/casebattle/arena.fixture.ts';
import { placesOf } from './rules.ts';
import { paySweep } from './sweeps.ts';

let arena: Arena;
beforeEach(async () => {
  arena = await makeArena();
});
afterEach(() => arena.world.close());

const race = (attempts: readonly (() => Promise<unknown>)[]) => raceIn(arena.world, attempts);
const key = () => Buffer.from(arena.world.deps.random.bytes(9)).toString('base64url');
const join = (actor: Actor, id: string, team: number, under = key()) =>
  arena.world.runner.execute(joinCasebattle, actor, { teamId: teamIdOf(id, team) }, { key: under });

/** All money of players and rounds; the rest belongs to the house and the outside world. */
async function total(): Promise<number> {
  return (
    await arena.world.db.one<{ sum: number }>(sql`
    select sum(balance)::bigint as sum from ledger_accounts where kind <> 'world'`)
  ).sum;
}

describe('races', () => {
  test('20 players for one seat: one gets it, the battle starts once', async () => {
    const id = await arena.create(await arena.player());
    const players = await arena.players(20);
    const counts = await race(players.map((player) => () => join(player, id, 1)));
    expect(counts).toEqual({ ok: 1, BATTLE_STARTED: 19 });
    const held = await Promise.all(players.map((player) => arena.balances(player)));
    expect(held.filter(({ available }) => available !== 100_000)).toEqual([{ available: 99_830, hold: 0 }]);
    expect((await arena.finish(id)).status).toBe('FINISHED');
  });

  test('20 players for one seat of three: one gets it, the others find it taken', async () => {
    const id = await arena.create(await arena.player(), { type: 'STANDARD_3' });
    const players = await arena.players(20);
    expect(await race(players.map((player) => () => join(player, id, 2)))).toEqual({ ok: 1, SEAT_TAKEN: 19 });
  });

  test('20 players for five seats of six at once: all five are taken, one lock, a proof that verifies', async () => {
    const id = await arena.create(await arena.player(), { type: 'STANDARD_6', caseIds: ['mixed', 'coin'] });
    const players = await arena.players(20);
    const counts = await race(players.map((player, n) => () => join(player, id, 1 + (n % 5))));
    expect(counts['ok']).toBe(5);
    expect((counts['SEAT_TAKEN'] ?? 0) + (counts['BATTLE_STARTED'] ?? 0)).toBe(15);
    await arena.finish(id);
    await arena.verify(id);
  });

  test('the same key 20 times: one seat, one answer; with another team it is refused', async () => {
    const id = await arena.create(await arena.player(), { type: 'STANDARD_3' });
    const player = await arena.player();
    const one = key();
    const answers = await Promise.all(times(20, () => join(player, id, 1, one)));
    expect(answers).toEqual(times(20, () => ({ gameId: id, participantId: `${id}.1.0`, started: false })));
    expect(await race([() => join(player, id, 2, one)])).toEqual({ KEY_REUSED: 1 });
    expect(await arena.balances(player)).toEqual({ available: 99_830, hold: 170 });
    const last = await arena.player();
    const started = await Promise.all(times(20, () => join(last, id, 2, one)));
    expect(started).toEqual(times(20, () => ({ gameId: id, participantId: `${id}.2.0`, started: true })));
  });

  test('one player in all seats at once gets one', async () => {
    const id = await arena.create(await arena.player(), { type: 'STANDARD_6' });
    const player = await arena.player();
    expect(await race(times(15, (n) => () => join(player, id, 1 + (n % 5))))).toEqual({ ok: 1, ALREADY_IN_BATTLE: 14 });
  });

  test('a balance for one battle, in 20 attempts at once: one is opened', async () => {
    const player = await arena.player(170);
    const input = { caseIds: ['mixed'], type: 'STANDARD_2' };
    const open = () => arena.world.runner.execute(createCasebattle, player, input, { key: key() });
    expect(await race(times(20, () => open))).toEqual({ ok: 1, NOT_ENOUGH_BALANCE: 19 });
    expect(await arena.balances(player)).toEqual({ available: 0, hold: 170 });
  });

  test('leaving, cancelling and the last seat at once: one order, no player loses a cent', async () => {
    for (let n = 0; n < 8; n += 1) {
      const [creator, second, third] = await arena.players(3);
      const id = await arena.create(creator!, { type: 'STANDARD_3' });
      await arena.join(second!, id, 1);
      const counts = await race([
        () => join(third!, id, 2),
        () => arena.world.runner.execute(leaveCasebattle, second!, { gameId: id }),
        ...(n % 2 === 0 ? [() => arena.world.runner.execute(cancelCasebattle, creator!, { gameId: id })] : []),
      ]);
      expect(['ok', 'BATTLE_STARTED', 'NO_GAME']).toEqual(expect.arrayContaining(Object.keys(counts)));
      const { status, teams } = await arena.battle(id);
      const seated = teams.flatMap((team) => team.participants).length;
      if (status === 'STARTED') expect(seated).toBe(3);
      if (status === 'PENDING') expect(seated).toBeLessThan(3);
      const balances = await Promise.all([creator!, second!, third!].map((player) => arena.balances(player)));
      if (status === 'CANCELLED') expect(balances).toEqual(times(3, () => ({ available: 100_000, hold: 0 })));
    }
  });

  test('bots called twice and players at once: each seat once, each bot once', async () => {
    const [creator] = await arena.players(1);
    for (let n = 0; n < 6; n += 1) await arena.player(100_000, { isBot: true });
    const id = await arena.create(creator!, { type: 'STANDARD_6' });
    const players = await arena.players(3);
    const call = () => arena.world.runner.execute(callBattleBots, creator!, { gameId: id }, { key: key() });
    const counts = await race([call, ...players.map((player, at) => () => join(player, id, at + 1)), call]);
    expect(['ok', 'SEAT_TAKEN', 'BATTLE_STARTED', 'BOT_UNAVAILABLE']).toEqual(
      expect.arrayContaining(Object.keys(counts)),
    );
    const seats = (await arena.battle(id)).teams.flatMap((team) => team.participants);
    expect(seats.length).toBe(6);
    expect(new Set(seats.map((seat) => seat.user.id)).size).toBe(6);
  });

  test('many pay sweeps at once pay each battle once', async () => {
    const battles = [];
    for (let n = 0; n < 4; n += 1) battles.push(await arena.started({ caseIds: ['coin'] }));
    await arena.reveal();
    await arena.world.clock.advance(60_000);
    const { signal } = new AbortController();
    const paid = await Promise.all(times(6, () => paySweep(arena.world.deps).run(signal)));
    expect(paid.reduce((a, b) => a + b, 0)).toBe(4);
    await arena.world.checkInvariants();
    for (const { id } of battles) expect((await arena.battle(id)).status).toBe('FINISHED');
  });
});

test('a crowd that opens, joins, leaves, cancels and waits: every cent is accounted for at every step', async () => {
  const random = seededRandom('crowd');
  const upTo = (most: number) => (random.bytes(1)[0] ?? 0) % (most + 1);
  const oneOf = <T>(list: readonly T[]): T | undefined => list[upTo(list.length - 1)];
  const players = await arena.players(8, 3_000);
  const before = await total();
  const open = new Map<string, number>();
  for (let step = 0; step < 120; step += 1) {
    const player = oneOf(players)!;
    const gameId = oneOf([...open.keys()]) ?? '';
    const acts = [
      async () => {
        const type = oneOf(['STANDARD_2', 'STANDARD_3', 'TWO_VS_TWO'] as const)!;
        const caseIds = times(1 + upTo(2), () => oneOf(['mixed', 'coin'])!);
        const made = await arena.world.run(createCasebattle, player, { caseIds, type });
        open.set(made.gameId, placesOf(type).length);
      },
      () => arena.world.run(joinCasebattle, player, { teamId: teamIdOf(gameId, upTo(2)) }),
      () => arena.world.run(joinCasebattle, player, { teamId: teamIdOf(gameId, 1) }),
      () => arena.world.run(leaveCasebattle, player, { gameId }),
      () => arena.world.run(cancelCasebattle, player, { gameId }),
      async () => {
        await arena.world.clock.advance((1 + upTo(29)) * 1_000);
        await arena.world.sweepAll();
      },
    ];
    try {
      await oneOf(acts.slice(0, gameId === '' ? 1 : acts.length))!();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    if (upTo(9) === 0) open.clear();
  }
  await arena.world.clock.advance(200_000);
  await arena.world.sweepAll();
  expect(await total()).toBe(before);
  const held = await Promise.all(players.map((player) => arena.balances(player)));
  // A started battle no longer holds the price; battles of the races above may wait with seats of others.
  const crowd = new Set(players.map((player) => player.id));
  const pending = (await arena.list()).filter(({ status }) => status === 'PENDING');
  const waiting = pending.flatMap((game) =>
    game.teams
      .flatMap((team) => team.participants)
      .filter(({ user }) => crowd.has(user.id))
      .map(() => game.priceUsd),
  );
  expect(held.reduce((sum, { hold }) => sum + hold, 0)).toBe(
    cents(waiting.reduce((sum, price) => sum + Math.round(price * 100), 0)),
  );
}, 120_000);
