/** Scripted battles (rulings 1.3): every refusal of the call, the team's lead, and how such a battle behaves. */
import {
  casebattleHistory,
  callBattleBots,
  joinCasebattle,
  leaveCasebattle,
  setCasebattleWinner,
} from '@fairpot/contract/casebattle/schemas';
import { teamIdOf } from '@fairpot/contract/casebattle/views';
import { getRoundProof } from '@fairpot/contract/fair/schemas';
import { uniform } from '@fairpot/fairness/protocol/uniform';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../platform/runner/feature.ts';
import { sql } from '../../platform/database/sql.ts';
import { pinoLog } from '../../platform/process/system-ports.ts';
import { attemptResult } from '../../../testing/races.ts';
import { makeArena, type Arena } from '../../../testing/games/casebattle/arena.fixture.ts';
import { greatestLead, scriptedOutcome, scriptedPayouts } from './scripted-outcome.ts';

let arena: Arena;
let admin: Actor;
beforeEach(async () => {
  arena = await makeArena({ log: pinoLog('silent') });
  admin = await arena.player(100_000, { status: 'ADMIN' });
});
afterEach(() => arena.world.close());

const bot = () => arena.player(100_000, { isBot: true });
const request = (id: string, team: number, userId: string, deviationAmountUsd = 0.05) => ({
  userId,
  deviationAmountUsd,
  teamId: teamIdOf(id, team),
});
const choose = (id: string, team: number, userId: string, usd?: number) =>
  arena.world.run(setCasebattleWinner, admin, request(id, team, userId, usd));
const refusal = (id: string, team: number, userId: string, usd?: number, by = admin) =>
  arena.world.refused(setCasebattleWinner, by, request(id, team, userId, usd));

describe('who may choose, and when', () => {
  test('only an admin, for a waiting battle of staff and personas, and a participant of that team', async () => {
    const creator = await bot();
    const id = await arena.create(creator);
    for (const status of ['USER', 'SUPPORT', 'MODERATOR'] as const) {
      expect(await refusal(id, 0, creator.id, 0.05, await arena.player(0, { status }))).toBe('FORBIDDEN');
    }
    expect(await refusal(id, 1, creator.id)).toBe('FORBIDDEN');
    expect(await refusal(id, 0, admin.id)).toBe('FORBIDDEN');
    expect(await refusal(`rnd_${'0'.repeat(26)}`, 0, creator.id)).toBe('NO_GAME');
    for (const usd of [0, -1, 0.001, 90]) expect(await refusal(id, 0, creator.id, usd)).toBe('BAD_INPUT');
    const [player] = await arena.players(1);
    await arena.join(player ?? admin, await arena.create(await bot()), 1);
    const theirs = await arena.create(player ?? admin);
    expect(await refusal(theirs, 0, player?.id ?? '')).toBe('FORBIDDEN');
    expect(await choose(id, 0, creator.id)).toEqual({ gameId: id, userId: creator.id });
    expect(await arena.battle(id)).toMatchObject({ status: 'PENDING', scripted: true, version: 2 });
  });

  test('not once a player has a seat, and not once it has started or is over', async () => {
    const creator = await bot();
    const id = await arena.create(creator, { type: 'STANDARD_3' });
    const [player] = await arena.players(1);
    await arena.join(player ?? admin, id, 1);
    expect(await refusal(id, 0, creator.id)).toBe('FORBIDDEN');
    const full = await arena.create(creator);
    await arena.join(await bot(), full, 1);
    expect(await refusal(full, 0, creator.id)).toBe('FORBIDDEN');
    await arena.finish(full);
    expect(await refusal(full, 0, creator.id)).toBe('FORBIDDEN');
    for (const each of [id, full]) expect((await arena.battle(each)).scripted).toBe(false);
    await arena.verify(full);
    const tries = await arena.world.db.many<{ refused: string }>(sql`select refused from script_tries order by id`);
    expect(tries.map((one) => one.refused)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
  });
});

describe('a scripted battle', () => {
  test('refuses players, keeps its chosen one, and is filled by bots', async () => {
    const id = await arena.create(admin, { type: 'STANDARD_3' });
    const one = await bot();
    await arena.join(one, id, 1);
    await choose(id, 1, one.id);
    const [player] = await arena.players(1);
    expect(await arena.world.refused(joinCasebattle, player ?? admin, { teamId: teamIdOf(id, 2) })).toBe(
      'ROUND_SCRIPTED',
    );
    expect(await arena.world.refused(leaveCasebattle, one, { gameId: id })).toBe('ROUND_SCRIPTED');
    await bot();
    expect(await arena.world.run(callBattleBots, admin, { gameId: id })).toMatchObject({ seated: 1, started: true });
    expect(await arena.battle(id)).toMatchObject({ status: 'STARTED', fairBlock: null, fair: { lock: null } });
  });

  test.each([
    ['STANDARD_2', 'NORMAL', 0.05],
    ['STANDARD_4', 'NORMAL', 85],
    ['TWO_VS_TWO', 'NORMAL', 12.34],
  ] as const)('%s, %s: the team wins by at least %f, is paid, and makes no claim', async (type, mode, usd) => {
    const creator = await bot();
    const id = await arena.create(creator, { type, mode });
    await choose(id, 0, creator.id, usd);
    const seats =
      type === 'TWO_VS_TWO'
        ? [
            [0, 1],
            [1, 0],
            [1, 1],
          ]
        : type === 'STANDARD_4'
          ? [[1], [2], [3]]
          : [[1]];
    for (const [team = 0, seat] of seats) await arena.join(await bot(), id, team, seat);
    const battle = await arena.finish(id);
    const totals = battle.result?.teamTotalsUsd ?? [];
    expect(battle).toMatchObject({
      status: 'FINISHED',
      scripted: true,
      secret: null,
      fairSeed: null,
      drandRound: null,
    });
    expect(battle.teamWinners).toEqual([teamIdOf(id, 0)]);
    expect(Math.round(((totals[0] ?? 0) - Math.max(...totals.slice(1))) * 100)).toBeGreaterThanOrEqual(usd * 100);
    expect(await arena.world.run(getRoundProof, null, { id })).toMatchObject({ roundId: id, scripted: true });
    expect(await arena.world.run(casebattleHistory, null, {})).toEqual([]);
    const { db } = arena.world;
    const kinds = await db.many<{ kind: string }>(sql`select kind from log_leaves where round_id = ${id} order by id`);
    expect(kinds.map((leaf) => leaf.kind)).toEqual(['open', 'scripted']);
    expect(await db.many(sql`select 1 from player_results where round_id = ${id}`)).toEqual([]);
    const won = Math.round((battle.result?.shares[0]?.wonUsd ?? 0) * 100);
    expect((await arena.balances(creator)).available).toBe(100_000 - Math.round(battle.priceUsd * 100) + won);
  });

  test('a player joins and staff choose at the same moment: exactly one of the two', async () => {
    for (let n = 0; n < 8; n += 1) {
      const creator = await bot();
      const id = await arena.create(creator, { type: 'STANDARD_3' });
      const [player = admin] = await arena.players(1);
      const { runner } = arena.world;
      const join = () =>
        attemptResult(runner.execute(joinCasebattle, player, { teamId: teamIdOf(id, 1) }, { key: `j${n}` }));
      const script = () =>
        attemptResult(runner.execute(setCasebattleWinner, admin, request(id, 0, creator.id), { key: `s${n}` }));
      const [first, second] = n % 2 === 0 ? [join(), script()] : [script(), join()];
      const [joined, scripted] = n % 2 === 0 ? [await first, await second] : [await second, await first];
      expect(['ok FORBIDDEN', 'ROUND_SCRIPTED ok']).toContain(`${joined} ${scripted}`);
      expect((await arena.battle(id)).scripted).toBe(scripted === 'ok');
      await arena.world.checkInvariants();
    }
  });
});

test('for any tables, seats and team: every lead up to the greatest is reached, none beyond it', () => {
  const table = fc
    .array(fc.record({ weight: fc.integer({ min: 1, max: 50 }), cents: fc.integer({ min: 1, max: 9_999 }) }), {
      minLength: 1,
      maxLength: 5,
    })
    .map((drops) => ({
      caseId: 'c',
      priceCents: 100,
      weights: drops.map((d) => d.weight),
      cents: drops.map((d) => d.cents),
    }));
  const shape = fc.constantFrom([2, 1], [3, 1], [6, 1], [2, 2]);
  const battle = fc.record({
    tables: fc.array(table, { minLength: 1, maxLength: 4 }),
    shape,
    mode: fc.constantFrom('NORMAL' as const, 'INVERSE' as const),
    key: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    team: fc.nat(1),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(battle, ({ tables, shape: [teams = 2, perTeam = 1], mode, key, team, part }) => {
      const seats = Array.from({ length: teams * perTeam }, (_, at) => ({
        team: Math.floor(at / perTeam),
        seat: at % perTeam,
        pseudonym: `p${at}`,
      }));
      const made = { tables, seats, mode };
      const most = greatestLead(made);
      const lead = Math.floor(most * part);
      const sample = (n: number, label: string) => uniform(key, n, label);
      const outcome = scriptedOutcome(made, team, lead, sample);
      const own = outcome.teamCents[team] ?? 0;
      const others = outcome.teamCents.filter((_, at) => at !== team);
      expect(mode === 'INVERSE' ? Math.min(...others) - own : own - Math.max(...others)).toBeGreaterThanOrEqual(lead);
      const { potCents, shares } = scriptedPayouts(made, outcome);
      expect(shares.reduce((sum, share) => sum + share.cents, 0)).toBe(potCents);
      expect(() => scriptedOutcome(made, team, most + 1, sample)).toThrow('no drops give a lead');
    }),
  );
});

test('a battle that cannot be shown holds up no other: it is set aside, and shown once repaired', async () => {
  const full = async () => {
    const creator = await bot();
    const id = await arena.create(creator);
    await choose(id, 0, creator.id);
    await arena.join(await bot(), id, 1);
    return { id, creator };
  };
  const [bad, good] = [await full(), await full()];
  const { db, clock, features } = arena.world;
  const winner = (id: string) => db.run(sql`update scripted_rounds set winner_id = ${id} where round_id = ${bad.id}`);
  const sweep = features.flatMap((f) => f.sweeps ?? []).find(({ name }) => name === 'casebattle.scripted')!;
  const shown = async ({ id }: { id: string }) => (await arena.battle(id)).result !== null;
  await winner('ply_unknown');
  await clock.advance(20_000);
  expect(await sweep.run(new AbortController().signal)).toBe(1);
  expect([await shown(bad), await shown(good)]).toEqual([false, true]);
  await winner(bad.creator.id);
  await clock.advance(30_000);
  expect(await sweep.run(new AbortController().signal)).toBe(1);
  expect(await shown(bad)).toBe(true);
  await arena.world.sweepAll();
});
