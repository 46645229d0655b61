/** Battles without any request: late and lost beacons, starts without a block, a day without players, restarts anywhere. */
import { joinCasebattle } from '@fairpot/contract/casebattle/schemas';
import { teamIdOf } from '@fairpot/contract/casebattle/views';
import { drandRoundFor, drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import { afterEach, describe, expect, test } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import { pinoLog } from '../../platform/process/system-ports.ts';
import { eosBlockId, TEST_CHAIN, TEST_EOS } from '../../../testing/beacon.ts';
import { sweepOnRestartedNode } from '../../../testing/restarted-node.ts';
import type { WorldOptions } from '../../../testing/world.ts';
import { makeArena, type Arena } from '../../../testing/games/casebattle/arena.fixture.ts';
import { casebattleFeature } from './casebattle.feature.ts';
import { unpaidBattles } from './store.ts';
import { paySweep } from './sweeps.ts';

const HOUR = 60 * 60 * 1000;
let open: Arena[] = [];
afterEach(async () => {
  await Promise.all(open.map((arena) => arena.world.close()));
  open = [];
});

async function arenaWith(options: Omit<WorldOptions, 'features'> = {}): Promise<Arena> {
  const arena = await makeArena({ log: pinoLog('silent'), ...options });
  open.push(arena);
  return arena;
}

const pass = async (arena: Arena, ms: number) => {
  await arena.world.clock.advance(ms);
  await arena.world.sweepAll();
};

async function leafOf(arena: Arena, id: string, kind: string): Promise<Record<string, unknown>> {
  const { body } = await arena.world.db.one<{ body: string }>(sql`
    select body from log_leaves where round_id = ${id} and kind = ${kind}`);
  return JSON.parse(body) as Record<string, unknown>;
}

describe('the block', () => {
  test('is the final one of the lock; the battle starts 6 to 9 s after its last seat', async () => {
    const arena = await arenaWith();
    const { id } = await arena.started();
    const { fairBlock, fairSeed, startedAt, fair, dueAt } = await arena.battle(id);
    expect(fairSeed).toBe(eosBlockId(fairBlock!));
    expect(TEST_EOS.genesisMs + (fairBlock! - 1) * 500).toBeLessThan(startedAt!);
    const named = drandRoundFor({ ...TEST_CHAIN, lockedAt: startedAt!, game: 'casebattle' });
    expect(fair.drandRound).toBe(named);
    expect(dueAt).toBe(drandRoundTime(named, TEST_CHAIN));
    expect(dueAt! - startedAt!).toBeGreaterThanOrEqual(6_000);
    expect(dueAt! - startedAt!).toBeLessThanOrEqual(9_000);
    await pass(arena, dueAt! - startedAt!);
    const shown = await arena.battle(id);
    expect(shown).toMatchObject({ drandRound: named, fairBlock, fairSeed });
    expect(shown.result).not.toBeNull();
    await arena.verify(id);
  });

  test('not reported: the battle starts without it, as soon, and says so', async () => {
    const arena = await arenaWith();
    arena.world.beacons.eosOutage = true;
    const { id } = await arena.started();
    const { fairBlock, fairSeed, startedAt, dueAt, fair } = await arena.battle(id);
    expect({ fairBlock, fairSeed }).toEqual({ fairBlock: null, fairSeed: null });
    expect(JSON.parse(fair.lock ?? '')).toMatchObject({ eos: null });
    expect(dueAt! - startedAt!).toBeLessThanOrEqual(9_000);
    await arena.finish(id);
    await arena.verify(id);
  });
});

describe('the clock', () => {
  test('unconfirmed: only the last seat is refused, and nothing changes', async () => {
    const arena = await arenaWith();
    arena.world.beacons.outage = true;
    const [creator, second, third] = await arena.players(3);
    const id = await arena.create(creator!, { type: 'STANDARD_3' });
    await arena.join(second!, id, 1);
    expect(await arena.world.refused(joinCasebattle, third!, { teamId: teamIdOf(id, 2) })).toBe('BEACON_UNKNOWN');
    expect(await arena.balances(third!)).toEqual({ available: 100_000, hold: 0 });
    expect((await arena.battle(id)).status).toBe('PENDING');
    arena.world.beacons.outage = false;
    expect(await arena.join(third!, id, 2)).toBe(true);
  });
});

describe('the beacon', () => {
  test('late by minutes: the battle waits, and ends as it would have', async () => {
    const arena = await arenaWith();
    const { id, players } = await arena.started();
    arena.world.beacons.outage = true;
    await pass(arena, 10 * 60_000);
    expect((await arena.battle(id)).result).toBeNull();
    for (const player of players) expect(await arena.balances(player)).toEqual({ available: 99_830, hold: 0 });
    arena.world.beacons.outage = false;
    expect((await arena.finish(id)).status).toBe('FINISHED');
    await arena.verify(id);
  });

  test('away for a day: voided, every seat gets its price back', async () => {
    const arena = await arenaWith();
    const { id, players } = await arena.started({ type: 'TWO_VS_TWO' });
    arena.world.beacons.outage = true;
    await pass(arena, 24 * HOUR - 1);
    expect((await arena.battle(id)).status).toBe('STARTED');
    await pass(arena, 1);
    const over = await arena.battle(id);
    expect(over).toMatchObject({ status: 'VOIDED', secret: null, result: null, replay: null, teamWinners: [] });
    expect(over.finishedAt).toBe(arena.world.clock.now());
    for (const player of players) expect(await arena.balances(player)).toEqual({ available: 100_000, hold: 0 });
    expect(await leafOf(arena, id, 'void')).toMatchObject({ roundId: id, why: 'BEACON_AWAY' });
    expect((await arena.list()).map((game) => game.id)).not.toContain(id);
  });
});

test('without its last player for a day: cancelled, every seat gets its price back', async () => {
  const arena = await arenaWith();
  const [creator, second] = await arena.players(2);
  const id = await arena.create(creator!, { type: 'STANDARD_3' });
  await pass(arena, 23 * HOUR);
  await arena.join(second!, id, 1);
  await pass(arena, HOUR - 1);
  expect((await arena.battle(id)).status).toBe('PENDING');
  await pass(arena, 1);
  expect((await arena.battle(id)).status).toBe('CANCELLED');
  for (const player of [creator!, second!])
    expect(await arena.balances(player)).toEqual({ available: 100_000, hold: 0 });
  expect(await leafOf(arena, id, 'cancel')).toMatchObject({ roundId: id, why: 'EXPIRED' });
});

describe('a restart', () => {
  const restart = (arena: Arena) => sweepOnRestartedNode(arena.world, casebattleFeature);

  test('while waiting, after the lock, before and in the replay, long after it: one result, one payment', async () => {
    const arena = await arenaWith();
    const [creator, second] = await arena.players(2);
    const id = await arena.create(creator!, { caseIds: ['mixed', 'coin'] });
    await restart(arena);
    await arena.join(second!, id, 1);
    await restart(arena);
    const { fair } = await arena.battle(id);
    await arena.world.clock.advance(21_000);
    await restart(arena);
    const shown = await arena.battle(id);
    expect(shown.fair.lock).toBe(fair.lock);
    await arena.world.clock.advance(5_000);
    await restart(arena);
    expect(await arena.battle(id)).toEqual(shown);
    await arena.world.clock.advance(3 * HOUR);
    await restart(arena);
    await restart(arena);
    const over = await arena.battle(id);
    expect(over).toMatchObject({
      status: 'FINISHED',
      result: shown.result,
      replay: shown.replay,
      version: shown.version + 1,
    });
    await arena.verify(id);
  });

  test('between the lock and the beacon: the block of the lock stays, whatever the nodes report by then', async () => {
    const arena = await arenaWith();
    const { id } = await arena.started();
    const { fairBlock, fairSeed, fair } = await arena.battle(id);
    arena.world.beacons.eosOutage = true;
    await arena.world.clock.advance(21_000);
    await restart(arena);
    const shown = await arena.battle(id);
    expect(shown).toMatchObject({ fairBlock, fairSeed, status: 'STARTED', fair: { lock: fair.lock } });
    expect(shown.result).not.toBeNull();
    await arena.verify(id);
  });

  test('in the middle of the settlement: it is rolled back, and the next run settles once', async () => {
    const arena = await arenaWith();
    const { id } = await arena.started();
    await arena.world.clock.advance(21_000);
    // The replay is stored last in the transaction: without its table everything before it must be rolled back.
    await arena.world.db.run(sql`alter table battles add constraint no_replay check (replay_ends_at is null)`);
    await restart(arena);
    expect((await arena.battle(id)).secret).toBeNull();
    await arena.world.db.run(sql`alter table battles drop constraint no_replay`);
    // A row that the database refused set the battle aside: it is retried after 30 s.
    await arena.world.clock.advance(30_000);
    await restart(arena);
    expect((await arena.battle(id)).secret).not.toBeNull();
    await arena.verify(id);
  });

  test('in the middle of the payment: no player is paid, then all are paid once; other battles are not held up', async () => {
    const arena = await arenaWith();
    const { id, players } = await arena.started();
    const other = await arena.started();
    await arena.reveal();
    await arena.world.clock.advance(60_000);
    // The statistics come last in the transaction.
    await arena.world.db.run(sql`
      create function no_result() returns trigger language plpgsql as
        'begin if new.round_id = tg_argv[0] then raise exception ''no''; end if; return new; end'`);
    await arena.world.db.run({
      text: `create trigger no_result before insert on player_results for each row execute function no_result('${id}')`,
      values: [],
    });
    await restart(arena);
    expect((await arena.battle(id)).status).toBe('STARTED');
    expect((await arena.battle(other.id)).status).toBe('FINISHED');
    for (const player of players) expect((await arena.balances(player)).available).toBe(99_830);
    await arena.world.db.run(sql`drop trigger no_result on player_results`);
    // The pause after the failed try.
    await arena.world.clock.advance(30_000);
    await restart(arena);
    expect((await arena.battle(id)).status).toBe('FINISHED');
    const { n } = await arena.world.db.one<{ n: number }>(
      sql`select count(*) as n from player_results where round_id = ${id}`,
    );
    expect(n).toBe(2);
    expect(await paySweep(arena.world.deps).run(new AbortController().signal)).toBe(0);
  });

  test('a hundred battles that cannot be paid do not hold up the one after them; read page by page', async () => {
    const arena = await arenaWith();
    const { id } = await arena.started();
    await arena.reveal();
    await arena.world.clock.advance(60_000);
    const { db, clock } = arena.world;
    // Battles without a round: paying them always fails.
    await db.run(sql`
      insert into battles (round_id, type, mode, creator_id, price_cents, opened_at, replay_starts_at, replay_round_ms,
        replay_tie_ms, replay_ends_at)
      select 'broken ' || n, type, mode, creator_id, price_cents, opened_at, 1, 1, 1, 1 + n / 40
      from battles, generate_series(1, 120) n`);
    expect(await paySweep(arena.world.deps).run(new AbortController().signal)).toBe(1);
    const { paid } = await db.one<{ paid: boolean }>(sql`
      select paid_at is not null as paid from battles where round_id = ${id}`);
    expect(paid).toBe(true);
    // Each was tried once: none is due again at once, all are half a minute later.
    expect(await unpaidBattles(db, clock.now(), null, 100)).toEqual([]);
    const later = clock.now() + 30_000;
    const first = await unpaidBattles(db, later, null, 100);
    const second = await unpaidBattles(db, later, first.at(-1) ?? null, 100);
    expect([first.length, second.length]).toEqual([100, 20]);
    expect(new Set([...first, ...second].map((each) => each.id)).size).toBe(120);
  });

  test('experience and statistics are counted once, when the battle is over', async () => {
    const arena = await arenaWith();
    const { id, players } = await arena.started({ type: 'STANDARD_3' });
    const results = () =>
      arena.world.db.many<{ player: string; won: boolean; staked: number; gained: number; fee: number }>(sql`
        select player_id as player, won, staked_cents as staked, won_cents as gained, fee_cents as fee
        from player_results where round_id = ${id} order by player_id`);
    const experience = async () =>
      (await arena.battle(id)).teams.flatMap((team) => team.participants).map((seat) => seat.user.experience);
    await arena.reveal();
    expect(await results()).toEqual([]);
    expect(await experience()).toEqual([0, 0, 0]);
    const over = await arena.finish(id);
    await restart(arena);
    const winner = over.teams[over.result!.winnerTeam]!.participants[0]!.user.id;
    const pot = Math.round(over.result!.potUsd * 100);
    expect(await results()).toEqual(
      players
        .map(({ id: player }) => ({
          player,
          won: player === winner,
          staked: 170,
          gained: player === winner ? pot : 0,
          fee: 0,
        }))
        .sort((a, b) => (a.player < b.player ? -1 : 1)),
    );
    // 10 per USD staked, won or lost.
    expect(await experience()).toEqual([17, 17, 17]);
  });
});
