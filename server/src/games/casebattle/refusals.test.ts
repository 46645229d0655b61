/** Every refusal of battles and cases, with nothing changed afterwards; permissions; data that must not leak early. */
import * as cases from '@fairpot/contract/casebattle/cases/schemas';
import { listCases, listCaseTypes, publishCase, retireCase } from '@fairpot/contract/casebattle/cases/schemas';
import * as battles from '@fairpot/contract/casebattle/schemas';
import {
  callBattleBots,
  cancelCasebattle,
  createCasebattle,
  getCasebattle,
  joinCasebattle,
  leaveCasebattle,
  listCasebattles,
} from '@fairpot/contract/casebattle/schemas';
import { teamIdOf } from '@fairpot/contract/casebattle/views';
import { getRoundProof } from '@fairpot/contract/fair/schemas';
import { callsIn } from '@fairpot/contract/registry/schemas';
import type { Call } from '@fairpot/contract/wire/call.schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '../../platform/runner/command.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { GAME_SETTINGS } from '../games.ts';
import { writeSetting } from '../../../testing/settings.ts';
import { sql } from '../../platform/database/sql.ts';
import { CASES, makeArena, type Arena } from '../../../testing/games/casebattle/arena.fixture.ts';
import { raceIn } from '../../../testing/races.ts';

let arena: Arena;
beforeAll(async () => {
  arena = await makeArena();
});
afterAll(() => arena.world.close());

/** Everything that a refusal must leave unchanged. */
async function snapshot(): Promise<unknown> {
  const { db } = arena.world;
  return Promise.all([
    db.many(sql`select id, balance from ledger_accounts order by id`),
    db.many(sql`select id, phase, version from rounds order by id`),
    db.many(sql`select id from battle_seats order by id`),
    db.one(sql`select count(*) as n from log_leaves`),
    db.one(sql`select count(*) as n from facts`),
    db.one(sql`select count(*) as n from receipts`),
    db.one(sql`select count(*) as n from case_tables`),
  ]);
}

async function refused(call: Call, actor: Actor | null, input: unknown): Promise<string> {
  const before = await snapshot();
  const key = Buffer.from(arena.world.deps.random.bytes(9)).toString('base64url');
  const code = await arena.world.refused(call, actor, input, { key });
  expect(await snapshot()).toEqual(before);
  return code;
}

const team = (id: string, n: number) => ({ teamId: teamIdOf(id, n) });

describe('create', () => {
  test('refuses what is not offered, too expensive, another price, closed modes, bad input', async () => {
    const actor = await arena.player();
    const base = { caseIds: ['mixed'], type: 'STANDARD_2' };
    expect(await refused(createCasebattle, actor, { ...base, caseIds: ['nothing'] })).toBe('NO_CASE');
    expect(await refused(createCasebattle, actor, { ...base, mode: 'INVERSE' })).toBe('MODE_CLOSED');
    expect(await refused(createCasebattle, actor, { ...base, priceUsd: 1.69 })).toBe('PRICE_CHANGED');
    for (const bad of [
      { ...base, caseIds: [] },
      { ...base, caseIds: Array.from({ length: 51 }, () => 'mixed') },
      { ...base, type: 'STANDARD_7' },
      { ...base, mode: 'SHARED' },
      { ...base, caseIds: ['Mixed'] },
      { ...base, priceUsd: 1.701 },
      { ...base, extra: 1 },
    ])
      expect(await refused(createCasebattle, actor, bad)).toBe('BAD_INPUT');
  });

  test('refuses one cent short of fifty cases', async () => {
    const poor = await arena.player(50 * 170 - 1);
    const input = { caseIds: Array.from({ length: 50 }, () => 'mixed'), type: 'STANDARD_2' };
    expect(await refused(createCasebattle, poor, input)).toBe('NOT_ENOUGH_BALANCE');
    const able = await arena.player(50 * 170);
    await arena.world.run(createCasebattle, able, { ...input, priceUsd: 85 });
    expect(await arena.balances(able)).toEqual({ available: 0, hold: 8_500 });
    expect(await refused(createCasebattle, able, { ...input, caseIds: ['mixed'] })).toBe('NOT_ENOUGH_BALANCE');
  });

  test('refuses more than a seat may cost', async () => {
    const rich = await arena.player(10_000_000);
    await arena.world.run(publishCase, SYSTEM, {
      caseId: 'dear',
      name: 'Dear',
      colorHex: '#ffffff',
      priceUsd: 1_050,
      items: [
        { itemId: 'test-9000', weight: 1 },
        { itemId: 'test-190000', weight: 1 },
      ],
    });
    const input = { caseIds: Array.from({ length: 24 }, () => 'dear'), type: 'STANDARD_2' };
    expect(await refused(createCasebattle, rich, input)).toBe('BATTLE_TOO_DEAR');
    await arena.world.run(createCasebattle, rich, { ...input, caseIds: input.caseIds.slice(1) });
  });

  test('is paused; waiting battles can still be left and cancelled, and running ones go on', async () => {
    const [creator, second] = await arena.players(2);
    const { id: running } = await arena.started();
    const id = await arena.create(creator!, { type: 'STANDARD_3' });
    await arena.join(second!, id, 1);
    await writeSetting(arena.world.db, GAME_SETTINGS, 'casebattle.paused', true, arena.world.clock.now());
    const other = await arena.player();
    expect(await refused(createCasebattle, other, { caseIds: ['mixed'], type: 'STANDARD_2' })).toBe('GAME_PAUSED');
    expect(await refused(joinCasebattle, other, team(id, 2))).toBe('GAME_PAUSED');
    expect(await refused(callBattleBots, creator!, { gameId: id })).toBe('GAME_PAUSED');
    await arena.world.run(leaveCasebattle, second!, { gameId: id });
    await arena.world.run(cancelCasebattle, creator!, { gameId: id });
    expect((await arena.finish(running)).status).toBe('FINISHED');
    await writeSetting(arena.world.db, GAME_SETTINGS, 'casebattle.paused', false, arena.world.clock.now());
  });
});

describe('join, leave, cancel', () => {
  test('refuse a seat that is taken or does not exist, a second seat, an unknown battle, a missing balance', async () => {
    const [creator, second, third] = await arena.players(3);
    const id = await arena.create(creator!, { type: 'TWO_VS_TWO' });
    expect(await refused(joinCasebattle, creator!, team(id, 1))).toBe('ALREADY_IN_BATTLE');
    expect(await refused(joinCasebattle, second!, { ...team(id, 0), seat: 0 })).toBe('SEAT_TAKEN');
    expect(await refused(joinCasebattle, second!, team(id, 2))).toBe('NO_TEAM');
    expect(await refused(joinCasebattle, second!, team(`rnd_${'z'.repeat(26)}`, 0))).toBe('NO_GAME');
    expect(await refused(joinCasebattle, second!, { teamId: id })).toBe('BAD_INPUT');
    expect(await refused(joinCasebattle, second!, { ...team(id, 0), seat: 2 })).toBe('BAD_INPUT');
    expect(await refused(joinCasebattle, await arena.player(169), team(id, 0))).toBe('NOT_ENOUGH_BALANCE');
    await arena.join(second!, id, 0);
    expect(await refused(joinCasebattle, third!, team(id, 0))).toBe('SEAT_TAKEN');
    expect(await refused(joinCasebattle, second!, team(id, 1))).toBe('ALREADY_IN_BATTLE');
    expect(await refused(leaveCasebattle, third!, { gameId: id })).toBe('NOT_IN_BATTLE');
    expect(await refused(leaveCasebattle, creator!, { gameId: id })).toBe('CREATOR_STAYS');
    expect(await refused(cancelCasebattle, second!, { gameId: id })).toBe('NOT_YOUR_GAME');
    expect(await refused(callBattleBots, second!, { gameId: id })).toBe('NOT_YOUR_GAME');
    expect(await refused(callBattleBots, creator!, { gameId: id, ...team(id, 0) })).toBe('SEAT_TAKEN');
    expect(await refused(callBattleBots, creator!, { gameId: id, ...team(id, 5) })).toBe('NO_TEAM');
    expect(await refused(callBattleBots, creator!, { gameId: id })).toBe('BOT_UNAVAILABLE');
  });

  test('refuse after the start, after the end, after a cancel', async () => {
    const { id, players } = await arena.started();
    const other = await arena.player();
    const tries = [
      [joinCasebattle, other, team(id, 1)],
      [leaveCasebattle, players[1]!, { gameId: id }],
      [cancelCasebattle, players[0]!, { gameId: id }],
      [callBattleBots, players[0]!, { gameId: id }],
    ] as const;
    for (const [call, actor, input] of tries) expect(await refused(call, actor, input)).toBe('BATTLE_STARTED');
    await arena.reveal();
    for (const [call, actor, input] of tries) expect(await refused(call, actor, input)).toBe('BATTLE_STARTED');
    await arena.finish(id);
    for (const [call, actor, input] of tries) expect(await refused(call, actor, input)).toBe('GAME_FINISHED');
    const creator = await arena.player();
    const gone = await arena.create(creator);
    await arena.world.run(cancelCasebattle, creator, { gameId: gone });
    expect((await arena.battle(gone)).status).toBe('CANCELLED');
    expect(await arena.balances(creator)).toEqual({ available: 100_000, hold: 0 });
    expect(await refused(joinCasebattle, other, team(gone, 1))).toBe('NO_GAME');
    expect(await refused(cancelCasebattle, creator, { gameId: gone })).toBe('NO_GAME');
  });

  test('leaving returns everything, the seat too, and it can be taken again', async () => {
    const [creator, second, third] = await arena.players(3);
    const id = await arena.create(creator!, { type: 'STANDARD_3' });
    for (let n = 0; n < 3; n += 1) {
      await arena.join(second!, id, 2);
      await arena.world.run(leaveCasebattle, second!, { gameId: id });
    }
    expect(await arena.balances(second!)).toEqual({ available: 100_000, hold: 0 });
    await arena.join(third!, id, 2);
    expect(await arena.join(second!, id, 1)).toBe(true);
  });
});

describe('permissions', () => {
  test('signed-out visitors only watch; an unconfirmed age does not play; players do not publish', async () => {
    const creator = await arena.player();
    const id = await arena.create(creator);
    const young = { ...(await arena.player()), ageConfirmed: false };
    const staff = ['USER', 'SUPPORT', 'MODERATOR'] as const;
    for (const call of [battles, cases].flatMap(callsIn)) {
      if (call.kind !== 'command') continue;
      expect(await refused(call, null, {}), call.name).toBe('SIGNED_OUT');
      const admin = call.permission === 'admin';
      expect(await refused(call, young, {}), call.name).toBe(admin ? 'FORBIDDEN' : 'AGE_UNCONFIRMED');
      if (!admin) continue;
      for (const status of staff) expect(await refused(call, arena.world.actor({ status }), {})).toBe('FORBIDDEN');
    }
    const list = await arena.world.run(listCasebattles, null, {});
    expect(list.map((game) => game.id)).toContain(id);
    expect(await refused(getCasebattle, null, { id: `rnd_${'z'.repeat(26)}` })).toBe('NO_GAME');
  });

  test('in live a bot opens and joins nothing by itself, and takes a seat when a creator asks', async () => {
    const live = await makeArena({ config: { mode: 'live' } });
    const [creator] = await live.players(1);
    const bot = await live.player(100_000, { isBot: true });
    const input = { caseIds: ['mixed'], type: 'STANDARD_2' };
    expect(await live.world.refused(createCasebattle, bot, input)).toBe('FORBIDDEN');
    const id = await live.create(creator!);
    expect(await live.world.refused(joinCasebattle, bot, team(id, 1))).toBe('FORBIDDEN');
    expect(await live.world.run(callBattleBots, creator!, { gameId: id })).toEqual({
      gameId: id,
      seated: 1,
      started: true,
    });
    expect((await live.battle(id)).teams[1]?.participants[0]?.user.badge).toBe('BOT');
    expect((await live.finish(id)).status).toBe('FINISHED');
    await live.world.close();
  });

  test('bots fill one seat, or all that they can pay for, each once', async () => {
    const own = await makeArena();
    const [creator] = await own.players(1);
    const bots = await Promise.all([169, 100_000, 100_000].map((cents) => own.player(cents, { isBot: true })));
    const id = await own.create(creator!, { type: 'STANDARD_5' });
    expect(await own.world.run(callBattleBots, creator!, { gameId: id, ...team(id, 3) })).toMatchObject({
      seated: 1,
      started: false,
    });
    expect(await own.world.run(callBattleBots, creator!, { gameId: id })).toMatchObject({ seated: 1, started: false });
    expect(await own.world.refused(callBattleBots, creator!, { gameId: id })).toBe('BOT_UNAVAILABLE');
    const { teams } = await own.battle(id);
    expect(teams.map((each) => each.participants.length)).toEqual([1, 1, 0, 1, 0]);
    expect(teams.flatMap((each) => each.participants).map((seat) => seat.user.id)).not.toContain(bots[0]!.id);
    await own.world.close();
  });
});

describe('cases', () => {
  test('what cannot be published', async () => {
    const admin = arena.world.actor({ status: 'ADMIN' });
    const base = { ...CASES.mixed, items: [...CASES.mixed.items], why: 'a new price' };
    expect(await refused(publishCase, admin, { ...base, priceUsd: 2.5 })).toBe('CASE_RETURN');
    expect(
      await refused(publishCase, admin, { ...base, items: [...base.items, { itemId: 'no-such', weight: 1 }] }),
    ).toBe('CASE_ITEM_UNKNOWN');
    expect(await refused(publishCase, admin, { ...base, items: [...base.items, base.items[0]] })).toBe(
      'CASE_ITEM_TWICE',
    );
    const heavy = base.items.map((item) => ({ ...item, weight: 500_000_000 }));
    expect(await refused(publishCase, admin, { ...base, items: heavy })).toBe('CASE_WEIGHTS');
    for (const bad of [{ priceUsd: 1.705 }, { priceUsd: 0 }, { caseId: 'A b' }, { colorHex: 'red' }, { items: [] }])
      expect(await refused(publishCase, admin, { ...base, ...bad })).toBe('BAD_INPUT');
    expect(await refused(retireCase, admin, { caseId: 'never', why: 'it is never opened' })).toBe('NO_CASE');
    // Staff must give a reason, and see the current version before overwriting it.
    expect(await refused(publishCase, admin, { ...base, why: undefined })).toBe('BAD_INPUT');
    expect(await refused(retireCase, admin, { caseId: 'mixed' })).toBe('BAD_INPUT');
    const { version } = (await arena.world.run(listCases, null, {})).find((each) => each.id === 'mixed')!;
    for (const seen of [version - 1, version + 1])
      expect(await refused(publishCase, admin, { ...base, version: seen })).toBe('CASE_CHANGED');
  });

  test('a change never affects an open battle: neither its price, nor its drops, nor its proof', async () => {
    const admin = await arena.player(0, { status: 'ADMIN' });
    const [creator, second, third] = await arena.players(3);
    const id = await arena.create(creator!, { caseIds: ['coin', 'coin'] });
    const before = await arena.battle(id);
    const changed = {
      ...CASES.coin,
      priceUsd: 1.9,
      why: 'cheaper coins',
      items: [
        { itemId: 'test-250', weight: 2 },
        { itemId: 'test-10', weight: 1 },
      ],
    };
    const published = await arena.world.run(publishCase, admin, changed);
    expect(published).toMatchObject({ version: before.cases[0]!.version + 1, returnBps: 8_947 });
    // The same table again is the same version, without a leaf of its own.
    expect(await arena.world.run(publishCase, admin, changed)).toEqual(published);
    await arena.world.run(retireCase, admin, { caseId: 'coin', why: 'looked at' });
    expect((await arena.world.run(listCases, null, {})).map((each) => each.id)).not.toContain('coin');
    expect(await refused(createCasebattle, third!, { caseIds: ['coin'], type: 'STANDARD_2' })).toBe('NO_CASE');
    expect(await arena.battle(id)).toEqual(before);
    await arena.join(second!, id, 1);
    const over = await arena.finish(id);
    expect(over.tables).toEqual(before.tables);
    const proof = await arena.verify(id);
    expect(proof.lock.game === 'casebattle' && proof.lock.cases.map((each) => each.caseId)).toEqual([
      `coin@${before.cases[0]!.version}`,
      `coin@${before.cases[0]!.version}`,
    ]);
    expect(
      over.teams
        .flatMap((each) => each.participants)
        .flatMap((seat) => seat.rolls)
        .every((roll) => ['test-1000', 'test-10'].includes(roll.itemId)),
    ).toBe(true);
    // Publishing an earlier table is a new version, and offers the case again.
    const why = 'as it was';
    const back = await arena.world.run(publishCase, admin, { ...CASES.coin, items: [...CASES.coin.items], why });
    expect(back.version).toBe(published.version + 1);
    expect(await refused(createCasebattle, third!, { caseIds: ['coin'], type: 'STANDARD_2', priceUsd: 1.9 })).toBe(
      'PRICE_CHANGED',
    );
    await arena.create(third!, { caseIds: ['coin'] });
    const acts = await arena.world.db.many(sql`
      select act, subject, why from staff_acts where actor_id = ${admin.id} and at > 0 order by id`);
    expect(acts).toEqual([
      { act: 'cases.publish', subject: `coin@${published.version}`, why: 'cheaper coins' },
      { act: 'cases.publish', subject: `coin@${published.version}`, why: 'cheaper coins' },
      { act: 'cases.retire', subject: `coin@${published.version}`, why: 'looked at' },
      { act: 'cases.publish', subject: `coin@${back.version}`, why },
    ]);
  });

  test('two changes of the same version at once: one is published, the other is refused', async () => {
    const admins = await Promise.all([1, 2].map(() => arena.player(0, { status: 'ADMIN' })));
    const { version } = (await arena.world.run(listCases, null, {})).find((each) => each.id === 'mixed')!;
    const race = await raceIn(
      arena.world,
      admins.map((admin, n) => () => {
        const input = {
          ...CASES.mixed,
          items: [...CASES.mixed.items],
          priceUsd: 1.71 + n / 100,
          version,
          why: 'a cent',
        };
        return arena.world.runner.execute(publishCase, admin, input);
      }),
    );
    expect(race).toEqual({ ok: 1, CASE_CHANGED: 1 });
  });

  test('ADMIN finds item types to drop by words of their names, at the current price', async () => {
    const admin = arena.world.actor({ status: 'ADMIN' });
    const { types } = await arena.world.run(listCaseTypes, admin, { search: 'gun 250' });
    expect(types.map(({ itemId, priceUsd }) => [itemId, priceUsd])).toContainEqual(['test-250', 2.5]);
    expect(await refused(listCaseTypes, arena.world.actor({ status: 'MODERATOR' }), { search: 'test' })).toBe(
      'FORBIDDEN',
    );
  });

  test('a table is written once: no statement changes it', async () => {
    for (const statement of [
      sql`update case_tables set price_cents = 1`,
      sql`delete from case_tables`,
      sql`update case_table_items set weight = 1`,
      sql`delete from case_table_items`,
    ])
      await expect(arena.world.db.run(statement)).rejects.toThrow('append-only');
  });
});

test('drops, secret and proof stay hidden until the beacons are available', async () => {
  const { id } = await arena.started({ caseIds: ['mixed', 'mixed'] });
  const { secret } = await arena.world.db.one<{ secret: string }>(
    sql`select secret from round_secrets where round_id = ${id}`,
  );
  const published = async () => JSON.stringify([await arena.battle(id), await arena.list()]);
  expect(await published()).not.toContain(secret.slice(-64));
  expect(await published()).not.toContain('"ticket":0');
  expect((await arena.battle(id)).result).toBeNull();
  expect(await refused(getRoundProof, null, { id })).toBe('GAME_FINISHED');
  await arena.reveal();
  expect(await published()).toContain(secret);
  await arena.verify(id);
});
