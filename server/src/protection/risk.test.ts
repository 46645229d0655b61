/** Signs of play that a person should review: what raises each, that it is raised once, and that only staff see it. */
import { getUserProtection, listRiskFlags, reviewRiskFlag } from '@fairpot/contract/operations/risk/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RiskSignal } from '@fairpot/contract/operations/risk/calls';
import { sql } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { newPlayer } from '../../testing/stages/players.ts';
import { countArrived } from './front.ts';
import { makeGuard, type Guard } from '../../testing/protection/guard.fixture.ts';
import { risksOf, type RiskFigures } from './risk.ts';
import { riskSweep } from './risk-sweep.ts';

const QUIET: RiskFigures = {
  lostWeek: 0,
  lostBefore: 0,
  deposited: 0,
  depositHours: 0,
  lostDay: 0,
  playHours: 3,
  raised: 0,
  returned: 0,
};
const signals = (change: Partial<RiskFigures>) => risksOf({ ...QUIET, ...change }).map(({ signal }) => signal);

test.each<[string, Partial<RiskFigures>, RiskSignal[]]>([
  ['three hours of play', {}, []],
  ['a week with a loss of 200 dollars, after weeks without play', { lostWeek: 20_000 }, ['LOSSES_UP']],
  ['a week with a loss of one cent less', { lostWeek: 19_999 }, []],
  ['three times the weeks before', { lostWeek: 30_000, lostBefore: 10_000 }, ['LOSSES_UP']],
  ['less than that', { lostWeek: 29_999, lostBefore: 10_000 }, []],
  ['winnings before', { lostWeek: 20_000, lostBefore: -50_000 }, ['LOSSES_UP']],
  ['deposits in three hours, half of them lost', { depositHours: 3, deposited: 200, lostDay: 100 }, ['CHASING']],
  ['less than half lost', { depositHours: 3, deposited: 201, lostDay: 100 }, []],
  ['deposits in two hours', { depositHours: 2, deposited: 200, lostDay: 200 }, []],
  ['deposits while winning', { depositHours: 5, deposited: 0, lostDay: -1 }, []],
  ['16 hours of 24', { playHours: 16 }, ['LONG_PLAY']],
  ['15 hours of 24', { playHours: 15 }, []],
  ['limits loosened twice', { raised: 2 }, ['LIMITS_RAISED']],
  ['once', { raised: 1 }, []],
  ['play after coming back', { returned: 1 }, ['CAME_BACK']],
  ['coming back without play', { returned: 1, playHours: 0 }, []],
])('%s', (_, change, expected) => expect(signals(change)).toEqual(expected));

describe('the check of recent players', () => {
  const HOUR = 3_600_000;
  /** The beginning of an hour. */
  const NOW = Date.UTC(2026, 5, 10, 12, 0);
  const HOURS = NOW / HOUR;
  const DAY = Math.floor(HOURS / 24);

  let guard: Guard;
  let staff: Actor;
  beforeAll(async () => {
    guard = await makeGuard();
    staff = await newPlayer(guard.world, { status: 'MODERATOR' });
    await guard.clockAt(NOW);
  });
  afterAll(() => guard.world.close());

  const hours = (player: Actor, kind: string, rows: readonly (readonly [number, number])[]) =>
    guard.world.db.run(sql`
      insert into protection_hours (player_id, kind, hour, cents)
      select ${player.id}, ${kind}, (r ->> 0)::bigint, (r ->> 1)::bigint
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`);
  /** Like a node that starts now: it checks the last day, hour by hour. */
  async function lookAll(): Promise<number> {
    const look = riskSweep(guard.world.deps.db);
    let all = 0;
    for (let n = await look(); n > 0; n = await look()) all += n;
    return all;
  }
  const flagged = async (player: Actor) =>
    (await guard.world.run(getUserProtection, staff, { userId: player.id })).flags.map(({ signal }) => signal).sort();
  const notes = async (player: Actor) =>
    (
      await guard.world.db.one<{ n: number }>(
        sql`select count(*) as n from notifications where player_id = ${player.id} and kind = 'protection'`,
      )
    ).n;

  test('raises what the sums of days and hours show, notifies once, and keeps what staff said', async () => {
    const [player, quiet] = [await newPlayer(guard.world), await newPlayer(guard.world)];
    const bot = await newPlayer(guard.world, { isBot: true });
    for (const each of [player, bot]) {
      const long = Array.from({ length: 16 }, (_, n) => [HOURS - 1 - n, 1_000] as const);
      await hours(each, 'stake', long);
      for (const back of [9, 5, 1]) {
        await guard.clockAt(NOW - back * HOUR);
        const deposit = { source: `${each.id} ${back}`, playerId: each.id, cents: 5_000 };
        await guard.world.db.transaction((tx) => countArrived(tx, deposit));
      }
      await guard.clockAt(NOW);
      await guard.world.db.run(sql`
        insert into player_days (player_id, day, game, is_bot, played, won, staked_cents, won_cents, fee_cents)
        select ${each.id}, d.day, 'coinflip', ${each.isBot}, 1, 0, d.cents, 0, 0
        from (values (${DAY}::integer, 30000), (${DAY - 8}::integer, 20000)) as d (day, cents)`);
    }
    await hours(quiet, 'stake', [[HOURS - 2, 500]]);
    // The current hour is checked when it is over.
    const now = await newPlayer(guard.world);
    await hours(now, 'stake', [[HOURS, 500]]);
    expect(await lookAll()).toBe(16 + 16 + 1);
    expect(await flagged(player)).toEqual(['CHASING', 'LONG_PLAY', 'LOSSES_UP']);
    expect(await flagged(quiet)).toEqual([]);
    expect(await flagged(bot)).toEqual([]);
    expect([await notes(player), await notes(quiet)]).toEqual([1, 0]);
    await Promise.all([lookAll(), lookAll()]);
    expect(await flagged(player)).toHaveLength(3);
    expect(await notes(player)).toBe(1);

    const { flags } = await guard.world.run(listRiskFlags, staff, {});
    const losses = flags.find(({ signal }) => signal === 'LOSSES_UP')!;
    expect(losses.figures).toEqual({ lostWeekUsd: 300, weekBeforeUsd: 50 });
    const looked = await guard.world.run(reviewRiskFlag, staff, { flagId: losses.id, why: 'Wrote to them' });
    expect(looked.looked).toMatchObject({ why: 'Wrote to them', by: { id: staff.id } });
    const again = { flagId: losses.id, why: 'Once more' };
    expect(await guard.world.refused(reviewRiskFlag, staff, again)).toBe('NOT_FOUND');
    const open = (await guard.world.run(listRiskFlags, staff, {})).flags.map(({ signal }) => signal);
    expect(open.sort()).toEqual(['CHASING', 'LONG_PLAY']);
    // Within the week no sign is raised again, reviewed or not.
    await lookAll();
    expect(await flagged(player)).toHaveLength(3);
    await guard.clockAt(NOW + 8 * 24 * HOUR);
    await hours(player, 'stake', [[HOURS + 8 * 24 - 1, 500]]);
    await guard.world.db.run(sql`
      insert into player_days (player_id, day, game, played, won, staked_cents, won_cents, fee_cents)
      values (${player.id}, ${DAY + 8}, 'coinflip', 1, 0, 90000, 0, 0)`);
    await lookAll();
    expect(await flagged(player)).toEqual(['CHASING', 'LONG_PLAY', 'LOSSES_UP', 'LOSSES_UP']);
    await guard.clockAt(NOW);
  });

  test('staff cannot review their own signs, and no player sees any of them', async () => {
    const { id } = await guard.world.db.one<{ id: number }>(sql`
      insert into protection_flags (player_id, signal, at, figures) values (${staff.id}, 'CHASING', 1, '{}')
      returning id`);
    expect(await guard.world.refused(reviewRiskFlag, staff, { flagId: id, why: 'All is well' })).toBe('FORBIDDEN');
    const self = sql`update protection_flags set checked_at = 1, checked_by = player_id, why = 'well' where id = ${id}`;
    await expect(guard.world.deps.db.run(self)).rejects.toThrow(/protection_flags_own/);
    const player = await newPlayer(guard.world);
    expect(await guard.world.refused(listRiskFlags, player, {})).toBe('FORBIDDEN');
    expect(await guard.world.refused(getUserProtection, player, { userId: player.id })).toBe('FORBIDDEN');
  });
});
