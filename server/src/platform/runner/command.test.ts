import { query } from '@fairpot/contract/wire/call.schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createWallet, wallet, put, putAdmin, putAsked, putSystem, putYoung, read } from '../../../testing/wallet.ts';
import { makeWorld } from '../../../testing/world.ts';
import type { World } from '../../../testing/world.ts';
import { SYSTEM, makeRunner } from './command.ts';
import { onCommand } from './feature.ts';
import { Refused } from './refused.ts';
import { sql } from '../database/sql.ts';

const unbound = query({
  name: 't.none',
  path: '/t/n',
  summary: 's',
  permission: 'public',
  input: z.strictObject({}),
  output: z.object({}),
});
const cents = { unit: 'cents' };

let world: World;

beforeAll(async () => {
  world = await makeWorld({ features: [wallet] });
  await createWallet(world.db);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.run(sql`update wallet set total = 0`);
  await world.db.run(sql`delete from facts`);
});

async function total(): Promise<number> {
  return (await world.db.one<{ total: number }>(sql`select total from wallet`)).total;
}

describe('permission to call', () => {
  test('refuses signed-out callers, a wrong status, a missing age statement, and other callers than the system', async () => {
    const input = { amount: 1 };
    expect(await world.refused(put, null, input)).toBe('SIGNED_OUT');
    expect(await world.refused(putAdmin, world.actor(), input)).toBe('FORBIDDEN');
    expect(await world.refused(put, world.actor({ ageConfirmed: false }), input)).toBe('AGE_UNCONFIRMED');
    expect(await world.refused(putSystem, world.actor({ status: 'ADMIN' }), input)).toBe('FORBIDDEN');
    expect(await world.refused(unbound, null, {})).toBe('NOT_FOUND');
    expect(await total()).toBe(0);
  });

  test('is granted to the statuses of the permission', async () => {
    await world.run(put, world.actor(), { amount: 1 });
    await world.run(putYoung, world.actor({ ageConfirmed: false }), { amount: 1 });
    await world.run(putAdmin, world.actor({ status: 'ADMIN' }), { amount: 1 });
    await world.run(putSystem, SYSTEM, { amount: 1 });
    expect(await world.run(read, null, cents)).toEqual({ total: 4 });
  });
});

describe('valid input', () => {
  test.each([
    [{ amount: 1, admin: true }, 'Unrecognized key'],
    [{ amount: 0 }, 'amount'],
    [{ amount: '1' }, 'amount'],
    [null, 'expected object'],
    [JSON.parse('{"amount":1,"__proto__":{"admin":true}}'), 'Unrecognized key'],
  ])('%j is refused with the failing field', async (input, detail) => {
    const failure = await world.runner.execute(put, world.actor(), input).catch((e: unknown) => e);
    expect(failure).toBeInstanceOf(Refused);
    expect((failure as Refused).code).toBe('BAD_INPUT');
    expect((failure as Refused).details['detail']).toContain(detail);
    expect(await total()).toBe(0);
  });
});

describe('one key, one effect', () => {
  test.each([put, putAsked])('$name: 20 at once', async (call) => {
    const actor = world.actor();
    const once = () => world.runner.execute(call, actor, { amount: 7 }, { key: 'same' });
    const answers = await Promise.all(Array.from({ length: 20 }, once));
    expect(answers).toEqual(Array.from({ length: 20 }, () => ({ total: 7 })));
    expect(await total()).toBe(7);
    expect(await world.db.many(sql`select 1 from facts`)).toHaveLength(1);
  });

  test.each([put, putAsked])('$name: the same key for another input, call or person', async (call) => {
    const actor = world.actor();
    await world.run(call, actor, { amount: 1, tag: 'a' }, { key: 'k' });
    expect(await world.run(call, actor, { tag: 'a', amount: 1 }, { key: 'k' })).toEqual({ total: 1 });
    expect(await world.refused(call, actor, { amount: 2 }, { key: 'k' })).toBe('KEY_REUSED');
    expect(await world.refused(putYoung, actor, { amount: 1, tag: 'a' }, { key: 'k' })).toBe('KEY_REUSED');
    expect(await world.run(call, world.actor(), { amount: 1 }, { key: 'k' })).toEqual({ total: 2 });
  });

  test('without a key each call counts', async () => {
    const actor = world.actor();
    await world.run(put, actor, { amount: 1 }, { key: null });
    await world.run(put, actor, { amount: 1 }, { key: null });
    expect(await total()).toBe(2);
  });

  test('a refusal stores nothing: the same key may succeed later', async () => {
    const actor = world.actor();
    expect(await world.refused(put, actor, { amount: 1, tag: 'refuse' }, { key: 'r' })).toBe('ITEM_TOO_CHEAP');
    expect(await world.run(put, actor, { amount: 1 }, { key: 'r' })).toEqual({ total: 1 });
  });
});

describe('atomicity', () => {
  test.each(['refuse', 'sql-refuse', 'bug', 'swallow'])(
    '%s rolls back the change, the fact and the receipt',
    async (tag) => {
      const actor = world.actor();
      await expect(world.runner.execute(put, actor, { amount: 5, tag }, { key: 'x' })).rejects.toThrow();
      expect(await total()).toBe(0);
      expect(await world.db.many(sql`select 1 from facts`)).toEqual([]);
      expect(await world.db.many(sql`select 1 from receipts where player_id = ${actor.id}`)).toEqual([]);
    },
  );

  test('the test world fails a test when an invariant breaks', async () => {
    await expect(world.run(put, world.actor(), { amount: 1, tag: 'negative' })).rejects.toThrow('wallet: is negative');
  });

  test('a deadlock is retried, not reported', async () => {
    const [a, b] = [world.actor(), world.actor()];
    await world.db.run(sql`create table if not exists pair (n integer, held integer)`);
    await world.db.run(sql`insert into pair values (1, 0), (2, 0)`);
    await world.db.run(sql`grant select, update on pair to fairpot_app`);
    const crossed = (first: number, then: number) => ({
      name: 'crossed',
      bindings: [
        onCommand(put, async ({ tx }) => {
          await tx.run(sql`update pair set held = held + 1 where n = ${first}`);
          await tx.one(sql`select pg_sleep(0.2)::text`);
          await tx.run(sql`update pair set held = held + 1 where n = ${then}`);
          return { total: 0 };
        }),
      ],
    });
    const [one, two] = [makeRunner(world.deps, [crossed(1, 2)]), makeRunner(world.deps, [crossed(2, 1)])];
    await Promise.all([one.execute(put, a, { amount: 1 }), two.execute(put, b, { amount: 1 })]);
    expect(await world.db.many(sql`select held from pair`)).toEqual([{ held: 2 }, { held: 2 }]);
  });

  test('a refusal raised in SQL carries its details', async () => {
    const failed = world.runner.execute(put, world.actor(), { amount: 5, tag: 'sql-refuse' });
    await expect(failed).rejects.toMatchObject({ code: 'ITEM_TOO_CHEAP', details: { min: '2.00' } });
  });
});

describe('limits', () => {
  test('the bucket empties, says how long to wait, and refills; others have their own', async () => {
    const limited = makeRunner({ ...world.deps, config: { ...world.deps.config, rateLimits: true } }, world.features);
    const ask = (address: string) => limited.execute(read, null, cents, { address });
    for (let i = 0; i < 3; i++) await ask('10.0.0.1');
    await expect(ask('10.0.0.1')).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { seconds: 1 } });
    await ask('10.0.0.2');
    await world.clock.advance(1_000);
    await ask('10.0.0.1');
    await expect(ask('10.0.0.1')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});
