/** Paying many battles when some cannot be paid. */
import { createCasebattle, joinCasebattle } from '@fairpot/contract/casebattle/schemas';
import { teamIdOf } from '@fairpot/contract/casebattle/views';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import { pinoLog } from '../../platform/process/system-ports.ts';
import { makeArena, type Arena } from '../../../testing/games/casebattle/arena.fixture.ts';
import { paySweep } from './sweeps.ts';

let arena: Arena;
beforeEach(async () => {
  arena = await makeArena({ log: pinoLog('silent') });
});
afterEach(() => arena.world.close());

test('70 battles that cannot be paid do not block the ones after them', async () => {
  const { runner, clock, db } = arena.world;
  const ids: string[] = [];
  const one = await arena.player(100_000_00);
  const two = await arena.player(100_000_00);
  const start = async () => {
    const { gameId } = await runner.execute(createCasebattle, one, { caseIds: ['mixed'], type: 'STANDARD_2' });
    await runner.execute(joinCasebattle, two, { teamId: teamIdOf(gameId, 1) });
    return gameId;
  };
  for (let n = 0; n < 70; n += 1) ids.push(await start());
  await clock.advance(1_000);
  const good = [await start(), await start(), await start()];
  await db.run(sql`
    update ledger_accounts set balance = balance + 1 where kind = 'escrow' and owner_id = any(${ids}::text[])`);
  const sweeps = arena.world.features.flatMap((f) => f.sweeps ?? []);
  const { signal } = new AbortController();
  const paid = async () => {
    for (const sweep of sweeps) if (sweep.name !== 'casebattle.pay') while ((await sweep.run(signal)) > 0);
    await sweeps.find((sweep) => sweep.name === 'casebattle.pay')!.run(signal);
    const rows = await db.many<{ id: string }>(sql`
      select round_id as id from battles where paid_at is not null order by round_id`);
    return rows.map((row) => row.id);
  };
  await clock.advance(21_000);
  expect(await paid()).toEqual([]);
  await clock.advance(60_000);
  expect(await paid()).toEqual(good.sort());
  await db.run(sql`
    update ledger_accounts set balance = balance - 1 where kind = 'escrow' and owner_id = any(${ids}::text[])`);
  expect(await paid(), 'not retried early').toEqual(good.sort());
  await clock.advance(60_000);
  expect(await paid()).toEqual([...ids, ...good].sort());
  await arena.world.checkInvariants();
}, 60_000);

test('a battle that cannot be paid is retried after 30 s, then at growing intervals, at least every 10 min', async () => {
  const logged: { times?: number; retryAt?: number }[] = [];
  const log = { ...pinoLog('silent'), error: (what: object) => void logged.push(what) };
  const own = await makeArena({ log });
  try {
    const { clock, db, deps } = own.world;
    const { id } = await own.started();
    await own.reveal();
    await clock.advance(60_000);
    await db.run(sql`update ledger_accounts set balance = balance + 1 where kind = 'escrow' and owner_id = ${id}`);
    const pays: number[] = [];
    for (let second = 0; second < 45 * 60; second += 5) {
      const before = logged.length;
      await paySweep(deps).run(new AbortController().signal);
      await paySweep(deps).run(new AbortController().signal);
      if (logged.length > before) pays.push(second);
      await clock.advance(5_000);
    }
    expect(pays).toEqual([0, 30, 90, 210, 450, 930, 1_530, 2_130]);
    expect(logged.map(({ times }) => times)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await db.run(sql`update ledger_accounts set balance = balance - 1 where kind = 'escrow' and owner_id = ${id}`);
    await clock.advance(10 * 60_000);
    expect(await paySweep(deps).run(new AbortController().signal)).toBe(1);
  } finally {
    await own.world.close();
  }
}, 60_000);
