/** What battles do by themselves: late, lying and lost beacons of both kinds, a day without players, restarts anywhere. */
import { createCasebattle, joinCasebattle, teamIdOf } from '@fairpot/contract/casebattle';
import { drandRoundFor, drandRoundTime } from '@fairpot/fairness/schedule';
import { afterEach, describe, expect, test } from 'vitest';
import type { BeaconGateway, EosBlockAnswer, EosHeadAnswer } from '../../gateways/beacons/port.ts';
import type { Actor } from '../../platform/feature.ts';
import type { Clock } from '../../platform/ports.ts';
import { sql } from '../../platform/sql.ts';
import { pinoLog } from '../../platform/system-ports.ts';
import { eosBlockId, TEST_CHAIN, TEST_EOS } from '../../testing/beacon.ts';
import { elsewhere } from '../../testing/elsewhere.ts';
import type { WorldOptions } from '../../testing/world.ts';
import { makeArena, type Arena } from './arena.fixture.ts';
import { casebattleFeature } from './casebattle.feature.ts';
import { join } from './commands.ts';
import { unpaidBattles } from './store.ts';
import { paySweep } from './sweeps.ts';

const HOUR = 60 * 60 * 1000;
const AWAY = { kind: 'unusable', fault: 'unreachable', why: 'test' } as const;
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

/** EOS as it is told, and as a table of blocks: `time` of a block may be later than its number would have it. */
class ToldEos implements Partial<BeaconGateway> {
  head: EosHeadAnswer | null = null;
  block: EosBlockAnswer | null = null;
  heads = 0;
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  eosHead(): Promise<EosHeadAnswer> {
    this.heads += 1;
    const num = Math.floor((this.#clock() - TEST_EOS.genesisMs) / 500) + 1;
    const time = TEST_EOS.genesisMs + (num - 1) * 500;
    return Promise.resolve(this.head ?? { kind: 'ready', chain: TEST_EOS.chainId, num, time });
  }

  eosBlock(block: number): Promise<EosBlockAnswer> {
    const time = TEST_EOS.genesisMs + (block - 1) * 500;
    const ready = { kind: 'ready', chain: TEST_EOS.chainId, block, id: eosBlockId(block), time } as const;
    return Promise.resolve(this.block ?? (this.#clock() < time ? { kind: 'not-yet' } : ready));
  }
}

async function toldArena(): Promise<{ arena: Arena; eos: ToldEos }> {
  let now = () => 0;
  const eos = new ToldEos(() => now());
  const arena = await arenaWith({ beacons: eos });
  now = () => arena.world.clock.now();
  return { arena, eos };
}

describe('the block', () => {
  test('lies ahead of the lock, and the drand round after it counts', async () => {
    const arena = await arenaWith();
    const { id } = await arena.started();
    const { fairBlock, startedAt, fair, dueAt } = await arena.battle(id);
    const time = TEST_EOS.genesisMs + (fairBlock! - 1) * 500;
    expect(time).toBeGreaterThan(startedAt! + 2_000);
    expect(time).toBeLessThanOrEqual(startedAt! + 3_000);
    const times = {
      lockedAt: startedAt!,
      game: 'casebattle',
      genesisMs: TEST_CHAIN.genesisMs,
      periodMs: 3_000,
    } as const;
    expect(fair.drandRound).toBe(drandRoundFor(times));
    const counted = drandRoundFor({ ...times, fairBlockTime: time });
    expect(counted).toBeGreaterThan(fair.drandRound!);
    expect(dueAt).toBe(drandRoundTime(counted, TEST_CHAIN));
    await arena.reveal();
    expect(await arena.battle(id)).toMatchObject({
      drandRound: counted,
      fairSeed: eosBlockId(fairBlock!),
      fairBlockTime: time,
    });
  });

  test('an unknown head refuses the last seat alone, changes nothing, and is not asked for by other seats', async () => {
    const { arena, eos } = await toldArena();
    eos.head = AWAY;
    const [creator, second, third] = await arena.players(3);
    const id = await arena.create(creator!, { type: 'STANDARD_3' });
    await arena.join(second!, id, 1);
    expect(eos.heads).toBe(0);
    expect(await arena.world.refused(joinCasebattle, third!, { teamId: teamIdOf(id, 2) })).toBe('BEACON_UNKNOWN');
    expect(await arena.balances(third!)).toEqual({ available: 100_000, hold: 0 });
    expect((await arena.battle(id)).status).toBe('PENDING');
    eos.head = null;
    expect(await arena.join(third!, id, 2)).toBe(true);
  });

  test('a head that is too old names nothing: it is asked for again, and the seat is refused in the end', async () => {
    const { arena, eos } = await toldArena();
    const [creator, second] = await arena.players(2);
    const id = await arena.create(creator!);
    const now = arena.world.clock.now();
    eos.head = { kind: 'ready', chain: TEST_EOS.chainId, num: 1_000, time: now - 2_500 };
    expect(await arena.world.refused(joinCasebattle, second!, { teamId: teamIdOf(id, 1) })).toBe('UNAVAILABLE');
    expect(eos.heads).toBeGreaterThan(2);
    eos.head = { kind: 'ready', chain: TEST_EOS.chainId, num: 1_000, time: now - 2_499 };
    expect(await arena.join(second!, id, 1)).toBe(true);
    expect((await arena.battle(id)).fairBlock).toBe(1_006);
  });

  test('a lock that took so long to write that its block is near is undone, and named anew', async () => {
    const arena = await arenaWith();
    const [creator, second] = await arena.players(2);
    const id = await arena.create(creator!);
    const { clock, deps } = arena.world;
    /** Joins while each look at the clock comes this much after the one before. */
    const joinWith = (stepMs: number, actor: Actor) => {
      let late = 0;
      const slow: Clock = { now: () => clock.now() + (late += stepMs), sleep: (ms, stop) => clock.sleep(ms, stop) };
      const receipt = { playerId: actor.id, call: 'casebattle.join', key: null, inputHash: Buffer.alloc(32) };
      const ctx = { actor, now: clock.now(), requestId: 'req', db: deps.db, receipt };
      return join({ ...deps, clock: slow })(ctx, { teamId: teamIdOf(id, 1) });
    };
    await expect(joinWith(2_600, second!)).rejects.toThrow();
    expect((await arena.battle(id)).status).toBe('PENDING');
    expect(await arena.balances(second!)).toEqual({ available: 100_000, hold: 0 });
    await arena.world.checkInvariants();
    expect((await joinWith(200, second!)).response.started).toBe(true);
    await arena.world.checkInvariants();
  });

  test.each([
    ['late', { kind: 'not-yet' }],
    ['away', AWAY],
    ['told in two ways', { kind: 'unusable', fault: 'disagreement', why: 'two ids of one block' }],
    ['of a foreign chain', { kind: 'ready', chain: 'f0'.repeat(32), block: 1, id: eosBlockId(1), time: 0 }],
  ] as const)('%s: the battle waits for hours, and ends as it would have', async (_name, answer) => {
    const { arena, eos } = await toldArena();
    const { id } = await arena.started();
    eos.block = answer;
    await pass(arena, 5 * HOUR);
    expect(await arena.battle(id)).toMatchObject({ status: 'STARTED', secret: null, result: null, fairSeed: null });
    expect(
      await arena.world.refused(createCasebattle, await arena.player(), { caseIds: ['mixed'], type: 'STANDARD_2' }),
    ).toBe('GAME_PAUSED');
    eos.block = null;
    await arena.world.sweepAll();
    expect((await arena.battle(id)).result).not.toBeNull();
    await arena.finish(id);
    await arena.verify(id);
  });

  test('produced late: a later drand round counts, and the proof says so', async () => {
    const { arena, eos } = await toldArena();
    const { id } = await arena.started();
    const { fairBlock, startedAt, fair } = await arena.battle(id);
    const time = startedAt! + 60_000;
    eos.block = { kind: 'ready', chain: TEST_EOS.chainId, block: fairBlock!, id: eosBlockId(fairBlock!), time };
    await pass(arena, 61_000);
    expect((await arena.battle(id)).result).toBeNull();
    await pass(arena, 12_000);
    const shown = await arena.battle(id);
    expect(drandRoundTime(shown.drandRound!, TEST_CHAIN)).toBeGreaterThanOrEqual(time + 9_000);
    expect(shown.drandRound).toBeGreaterThan(fair.drandRound! + 15);
    await arena.verify(id);
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

  test.each(['drand', 'eos'] as const)('%s away for a day: voided, every seat gets its price back', async (which) => {
    const arena = await arenaWith();
    const { id, players } = await arena.started({ type: 'TWO_VS_TWO' });
    if (which === 'drand') arena.world.beacons.outage = true;
    else arena.world.beacons.eosTrouble = AWAY;
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
  const restart = (arena: Arena) => elsewhere(arena.world, casebattleFeature);

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

  test('between the block and the beacon: the block stays as it was told, and nobody is asked again', async () => {
    const arena = await arenaWith();
    const { id } = await arena.started();
    const { fairBlock } = await arena.battle(id);
    const { beacons, clock, db } = arena.world;
    beacons.outage = true;
    await clock.advance(21_000);
    await restart(arena);
    expect(await db.many(sql`select block from eos_blocks`)).toEqual([{ block: fairBlock }]);
    expect((await arena.battle(id)).result).toBeNull();
    beacons.outage = false;
    beacons.eosTrouble = AWAY;
    await restart(arena);
    expect(await arena.battle(id)).toMatchObject({ fairSeed: eosBlockId(fairBlock!), status: 'STARTED' });
    await arena.verify(id);
  });

  test('in the middle of the settlement: it is undone, and done once by the next', async () => {
    const arena = await arenaWith();
    const { id } = await arena.started();
    await arena.world.clock.advance(21_000);
    // The replay is set last in the transaction: without its table everything before it must be undone.
    await arena.world.db.run(sql`alter table battles add constraint no_replay check (replay_ends_at is null)`);
    await restart(arena);
    expect((await arena.battle(id)).secret).toBeNull();
    await arena.world.db.run(sql`alter table battles drop constraint no_replay`);
    // A row that the database would not take set the battle aside: it is tried again after 30 s.
    await arena.world.clock.advance(30_000);
    await restart(arena);
    expect((await arena.battle(id)).secret).not.toBeNull();
    await arena.verify(id);
  });

  test('in the middle of the payment: nobody is paid, then everybody once; other battles are not held up', async () => {
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
    await restart(arena);
    expect((await arena.battle(id)).status).toBe('FINISHED');
    const { n } = await arena.world.db.one<{ n: number }>(
      sql`select count(*) as n from player_results where round_id = ${id}`,
    );
    expect(n).toBe(2);
    expect(await paySweep(arena.world.deps).run(new AbortController().signal)).toBe(0);
  });

  test('a hundred battles that cannot be paid do not hold up the one behind them; all are looked up page by page', async () => {
    const arena = await arenaWith();
    const { id } = await arena.started();
    await arena.reveal();
    await arena.world.clock.advance(60_000);
    const { db, clock } = arena.world;
    // Battles without a round: whatever the reason, paying them fails.
    await db.run(sql`
      insert into battles (round_id, type, mode, creator_id, price_cents, opened_at, replay_starts_at, replay_round_ms,
        replay_tie_ms, replay_ends_at)
      select 'broken ' || n, type, mode, creator_id, price_cents, opened_at, 1, 1, 1, 1 + n / 40
      from battles, generate_series(1, 120) n`);
    expect(await paySweep(arena.world.deps).run(new AbortController().signal)).toBe(1);
    const { paid } = await db.one<{ paid: boolean }>(sql`
      select paid_at is not null as paid from battles where round_id = ${id}`);
    expect(paid).toBe(true);
    const first = await unpaidBattles(db, clock.now(), null, 100);
    const second = await unpaidBattles(db, clock.now(), first.at(-1) ?? null, 100);
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
