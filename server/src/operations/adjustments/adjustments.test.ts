/** Adjustments: two people, one transfer, within the limits of an act and of a day; never one's own account. */
import {
  approveAdjustment,
  proposeAdjustment,
  changeSiteSetting,
  listAdjustments,
  refuseAdjustment,
} from '@fairpot/contract/operations/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { newPlayer } from '../../../testing/stages/players.ts';
import { raceIn, times } from '../../../testing/races.ts';
import { makeOperationsDesk, type OperationsDesk } from '../../../testing/operations/desk.fixture.ts';

let desk: OperationsDesk;
beforeAll(async () => {
  desk = await makeOperationsDesk();
});
afterAll(() => desk.world.close());
// Each test has a day of its own.
beforeEach(() => desk.world.clock.advance(24 * 3_600_000));

const why = 'a deposit was counted twice';

async function asked(amountUsd: number, player?: Actor) {
  const recipient = player ?? (await desk.arena.player(10_000));
  const { id } = await desk.world.run(proposeAdjustment, desk.admin, { userId: recipient.id, amountUsd, why });
  return { id, player: recipient };
}
const approve = (by: Actor, id: string, key?: string) =>
  desk.world.runner.execute(approveAdjustment, by, { id, why: 'looked at it' }, key === undefined ? {} : { key });

describe('two people', () => {
  test('one requests, nothing moves; another approves: one transfer, and the player is notified', async () => {
    const { world, admin, other } = desk;
    const { id, player } = await asked(12.34);
    expect((await desk.arena.balances(player)).available).toBe(10_000);
    expect(await world.refused(approveAdjustment, admin, { id, why })).toBe('ADJUST_TWICE');
    const done = await world.run(approveAdjustment, other, { id, why: 'looked at it' });
    expect(done).toMatchObject({
      state: 'DONE',
      amountUsd: 12.34,
      askedBy: { id: admin.id },
      decidedBy: { id: other.id },
    });
    expect((await desk.arena.balances(player)).available).toBe(11_234);
    const moved = await world.db.many(sql`
      select t.code, t.ref, p.account_id as account, p.cents from transfers t join postings p on p.transfer_id = t.id
      where t.ref = ${id} order by p.cents`);
    expect(moved).toEqual([
      { code: 'ADJUSTMENT', ref: id, account: 'house', cents: -1_234 },
      { code: 'ADJUSTMENT', ref: id, account: `cash:${player.id}`, cents: 1_234 },
    ]);
    const facts = await world.db.many(sql`select body from facts where topic = 'player' and player_id = ${player.id}`);
    expect(facts).toEqual([{ body: { type: 'balance.adjusted', amountUsd: 12.34, why } }]);
    expect(await desk.acts('adjustments.ask')).toMatchObject([{ actor: admin.id, player: player.id, why }]);
    expect(await desk.acts('adjustments.approve')).toMatchObject([
      { actor: other.id, player: player.id, why: 'looked at it' },
    ]);
  });

  test('subtracts from a balance, never below zero', async () => {
    const { id, player } = await asked(-40);
    await approve(desk.other, id);
    expect((await desk.arena.balances(player)).available).toBe(6_000);
    const more = await asked(-60.01, player);
    expect(await desk.world.refused(approveAdjustment, desk.other, { id: more.id, why })).toBe('NOT_ENOUGH_BALANCE');
    expect((await desk.arena.balances(player)).available).toBe(6_000);
  });

  test('a refusal moves nothing and is final; the requester may withdraw the request', async () => {
    const { id, player } = await asked(5);
    const refused = await desk.world.run(refuseAdjustment, desk.admin, { id, why: 'my mistake' });
    expect(refused).toMatchObject({ state: 'REFUSED', decidedWhy: 'my mistake' });
    expect(await desk.world.refused(approveAdjustment, desk.other, { id, why })).toBe('ADJUST_OVER');
    expect((await desk.arena.balances(player)).available).toBe(10_000);
  });

  test('five approvals and five refusals at once: it is decided once', async () => {
    const { id, player } = await asked(5);
    const admins = await Promise.all(times(5, () => newPlayer(desk.world, { status: 'ADMIN' })));
    const race = await raceIn(
      desk.world,
      admins.flatMap((admin) => [
        () => approve(admin, id),
        () => desk.world.runner.execute(refuseAdjustment, admin, { id, why }),
      ]),
    );
    expect(race).toEqual({ ok: 1, ADJUST_OVER: 9 });
    const { open } = { open: (await desk.world.run(listAdjustments, desk.admin, { open: 'true' })).adjustments };
    expect(open.map((each) => each.id)).not.toContain(id);
    const { state } =
      (await desk.world.run(listAdjustments, desk.admin, {})).adjustments.find((each) => each.id === id) ?? {};
    expect((await desk.arena.balances(player)).available).toBe(state === 'DONE' ? 10_500 : 10_000);
  });

  test('a repeated approval under one key moves nothing more', async () => {
    const { id, player } = await asked(5);
    const [first, second] = [await approve(desk.other, id, 'once'), await approve(desk.other, id, 'once')];
    expect(second).toEqual(first);
    expect((await desk.arena.balances(player)).available).toBe(10_500);
  });
});

describe('for whom', () => {
  test('refuses one’s own account, a colleague’s, a persona’s, and an unknown one', async () => {
    const { world, admin, other } = desk;
    const persona = await newPlayer(world, { isBot: true });
    for (const target of [admin, other, persona]) {
      expect(await world.refused(proposeAdjustment, admin, { userId: target.id, amountUsd: 1, why })).toBe(
        'ADJUST_OWN',
      );
    }
    const userId = world.deps.ids.next('player');
    expect(await world.refused(proposeAdjustment, admin, { userId, amountUsd: 1, why })).toBe('NO_PLAYER');
  });

  test('a player who has joined the staff since is no longer a player', async () => {
    const { id, player } = await asked(5);
    await desk.world.db.run(sql`update players set status = 'SUPPORT' where id = ${player.id}`);
    expect(await desk.world.refused(approveAdjustment, desk.other, { id, why })).toBe('ADJUST_OWN');
  });

  test('only ADMIN can do it', async () => {
    const { id, player } = await asked(5);
    for (const status of ['USER', 'SUPPORT', 'MODERATOR'] as const) {
      const actor = await newPlayer(desk.world, { status });
      expect(await desk.world.refused(proposeAdjustment, actor, { userId: player.id, amountUsd: 5, why })).toBe(
        'FORBIDDEN',
      );
      expect(await desk.world.refused(approveAdjustment, actor, { id, why })).toBe('FORBIDDEN');
      expect(await desk.world.refused(listAdjustments, actor, {})).toBe('FORBIDDEN');
    }
  });
});

describe('how much', () => {
  test.each([[500.01], [-500.01]])('%d exceeds the limit of an act', async (amountUsd) => {
    const player = await desk.arena.player();
    expect(await desk.world.refused(proposeAdjustment, desk.admin, { userId: player.id, amountUsd, why })).toBe(
      'ADJUST_MOST',
    );
  });

  test.each([[0], [1.005], [Number.MAX_VALUE]])('%d is no valid amount', async (amountUsd) => {
    const player = await desk.arena.player();
    expect(await desk.world.refused(proposeAdjustment, desk.admin, { userId: player.id, amountUsd, why })).toBe(
      'BAD_INPUT',
    );
  });

  test('a day has a limit in total, however many are concurrent; the next day starts at zero', async () => {
    const ids = await Promise.all(
      times(6, async (n) => (await asked(n % 2 === 0 ? 500 : -500, await desk.arena.player(90_000))).id),
    );
    const race = await raceIn(
      desk.world,
      ids.map((id) => () => approve(desk.other, id)),
    );
    expect(race).toEqual({ ok: 4, ADJUST_DAY: 2 });
    const today = await desk.world.run(listAdjustments, desk.admin, { open: 'true' });
    expect(today).toMatchObject({ mostUsd: 500, dayUsd: 2_000, dayLeftUsd: 0 });
    const left = today.adjustments.filter(({ id }) => ids.includes(id));
    expect(left).toHaveLength(2);
    await desk.world.clock.advance(24 * 3_600_000);
    for (const { id } of left) await approve(desk.other, id);
    expect((await desk.world.run(listAdjustments, desk.admin, {})).dayLeftUsd).toBe(1_000);
  });

  test('a limit that was lowered since applies at the approval', async () => {
    const { id } = await asked(50);
    const change = (value: number, version: number) =>
      desk.world.run(changeSiteSetting, desk.admin, { key: 'adjust.actCents', value, version, why: 'smaller steps' });
    const { version } = await change(4_999, 0);
    expect(await desk.world.refused(approveAdjustment, desk.other, { id, why })).toBe('ADJUST_MOST');
    await change(50_000, version);
    await approve(desk.other, id);
  });
});

test('by hand in the database: an adjustment cannot be changed, deleted or approved by its requester', async () => {
  const { db } = desk.world;
  const { id } = await asked(5);
  await expect(db.run(sql`update adjustments set cents = 6 where id = ${id}`)).rejects.toThrow('cannot change');
  await expect(db.run(sql`delete from adjustments where id = ${id}`)).rejects.toThrow('stay');
  await expect(
    db.run(sql`
      update adjustments set state = 'DONE', decided_by = asked_by, decided_at = 1, transfer_id =
        (select id from transfers limit 1) where id = ${id}`),
  ).rejects.toThrow('adjustments_check');
});
