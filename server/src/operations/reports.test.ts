/** Daily totals: counted in the transaction of what they count, so the sums are right at any time. */
import { dayReport } from '@fairpot/contract/operations/schemas';
import { DAY_MS } from '@fairpot/contract/operations/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { times } from '../../testing/races.ts';
import { makeOperationsDesk, type OperationsDesk } from '../../testing/operations/desk.fixture.ts';

let desk: OperationsDesk;
beforeAll(async () => {
  desk = await makeOperationsDesk();
});
afterAll(() => desk.world.close());

const today = () => Math.floor(desk.world.clock.now() / DAY_MS);
const report = async (from = today(), to = from) => (await desk.world.run(dayReport, desk.admin, { from, to })).lines;

test('a game’s day is the sum of its results, however many settle at once', async () => {
  const { table, world } = desk;
  for (const _ of times(3, () => 0)) await table.lockedGame();
  await table.settle();
  const [line] = await report();
  const [sums] = await world.db.many<{ times: number; staked: number; won: number; fee: number }>(sql`
    select count(*) as times, sum(staked_cents)::bigint as staked, sum(won_cents)::bigint as won,
      sum(fee_cents)::bigint as fee
    from player_results where game = 'coinflip'`);
  expect(sums?.times).toBe(6);
  expect(line).toEqual({
    day: today(),
    kind: 'game:coinflip',
    times: sums?.times,
    sumUsd: (sums?.staked ?? 0) / 100,
    backUsd: (sums?.won ?? 0) / 100,
    feeUsd: (sums?.fee ?? 0) / 100,
  });
  await world.clock.advance(DAY_MS);
  expect(await report()).toEqual([]);
  await desk.arena.finish((await desk.arena.started()).id);
  expect((await report(today() - 1, today())).map(({ day, kind }) => [day - today(), kind])).toEqual([
    [-1, 'game:coinflip'],
    [0, 'game:casebattle'],
  ]);
});

test('a result recorded again is not counted again, and one rolled back not at all', async () => {
  const { world } = desk;
  const before = await report(today() - 1, today());
  const again = sql`
    insert into player_results select * from player_results limit 1 on conflict do nothing`;
  await world.db.run(again);
  const undone = world.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into player_results (player_id, round_id, game, at, won, staked_cents, won_cents, fee_cents, xp_hundredths)
      select player_id, round_id || 'x', game, at, won, staked_cents, won_cents, fee_cents, xp_hundredths
      from player_results limit 1`);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await report(today() - 1, today())).toEqual(before);
});

test('at most 92 days, in order, only for ADMIN', async () => {
  const { world, admin } = desk;
  expect(await world.refused(dayReport, admin, { from: 100, to: 192 })).toBe('BAD_INPUT');
  expect(await world.refused(dayReport, admin, { from: 100, to: 99 })).toBe('BAD_INPUT');
  expect(await report(100, 191)).toEqual([]);
  expect(await world.refused(dayReport, world.actor({ status: 'MODERATOR' }), { from: 1, to: 1 })).toBe('FORBIDDEN');
});

test('the server’s own role can read the sums but not write them', async () => {
  await expect(desk.world.deps.db.run(sql`update day_totals set cents = 0`)).rejects.toThrow('permission');
  await expect(desk.world.deps.db.run(sql`select day_add(1, 'deposit:BTC', 1, 1, 0, 0)`)).rejects.toThrow('permission');
});
