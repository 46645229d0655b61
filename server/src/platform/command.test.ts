import { command, query } from '@fairpot/contract/call';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeWorld } from '../testing/world.ts';
import type { World } from '../testing/world.ts';
import { onAtomic, onCommand, onQuery } from './feature.ts';
import type { Feature } from './feature.ts';
import { SYSTEM, makeRunner } from './command.ts';
import { Refused, refuse } from './refused.ts';
import { sql } from './sql.ts';

const Amount = z.strictObject({ amount: z.number().int().min(1).max(100), tag: z.string().optional() });
const Total = z.object({ total: z.number().int() });
const put = command({
  name: 't.put',
  path: '/t/put',
  summary: 's',
  permission: 'player',
  input: Amount,
  output: Total,
});
const hot = command({
  name: 't.hot',
  path: '/t/hot',
  summary: 's',
  permission: 'player',
  input: Amount,
  output: Total,
});
const ageless = command({
  name: 't.age',
  path: '/t/a',
  summary: 's',
  permission: 'session',
  input: Amount,
  output: Total,
});
const staff = command({
  name: 't.staff',
  path: '/t/s',
  summary: 's',
  permission: 'admin',
  input: Amount,
  output: Total,
});
const inner = command({
  name: 't.inner',
  path: '/t/i',
  summary: 's',
  permission: 'system',
  input: Amount,
  output: Total,
});
const unbound = query({
  name: 't.none',
  path: '/t/n',
  summary: 's',
  permission: 'public',
  input: Amount,
  output: Total,
});
const read = query({
  name: 't.read',
  path: '/t/read',
  summary: 's',
  permission: 'public',
  input: z.strictObject({}),
  output: Total,
  limit: { max: 3, perMs: 3_000 },
});

/** A purse with one row: enough of a feature to show what the runner promises. */
const purse = (): Feature => ({
  name: 'purse',
  bindings: [
    ...[put, ageless, staff, inner].map((call) =>
      onCommand(call, async ({ tx, emit }, { amount, tag }) => {
        const { total } = await tx.one<{ total: number }>(
          sql`update purse set total = total + ${amount} returning total`,
        );
        emit({ topic: 'chat', subject: 'purse', version: total, type: 'purse.put', body: { tag: tag ?? null } });
        if (tag === 'refuse') refuse('ITEM_TOO_CHEAP', { min: '1.00' });
        if (tag === 'sql-refuse') await tx.one(sql`select refuse('ITEM_TOO_CHEAP', '{"min": "2.00"}')`);
        if (tag === 'bug') throw new Error('a bug');
        if (tag === 'swallow') await tx.one(sql`select 1 / 0`).catch(() => undefined);
        return { total };
      }),
    ),
    onAtomic(hot, async ({ db, receipt, now }, { amount }) => {
      const { key, playerId, call, inputHash } = receipt;
      const row = await db.one<{ answer: { total: number }; replayed: boolean }>(
        sql`select * from put_hot(${playerId}, ${key}, ${call}, ${inputHash}, ${now}, ${amount})`,
      );
      return { response: row.answer, replayed: row.replayed };
    }),
    onQuery(read, ({ db }) => db.one<{ total: number }>(sql`select total from purse`)),
  ],
  invariants: [
    {
      name: 'purse is not negative',
      check: async (db) => (await db.many(sql`select 1 from purse where total < 0`)).map(() => 'negative'),
    },
  ],
});

const HOT = `
create function put_hot(p_player text, p_key text, p_call text, p_hash bytea, p_now bigint, p_amount integer,
  out answer jsonb, out replayed boolean) language plpgsql as $$
begin
  answer := claim_receipt(p_player, p_key, p_call, p_hash, null, p_now);
  replayed := answer is not null;
  if replayed then return; end if;
  update purse set total = total + p_amount returning jsonb_build_object('total', total) into answer;
  perform emit_fact('chat', null, 'purse', (answer->>'total')::int, 'purse.put', null, p_now);
  update receipts set response = answer where player_id = p_player and key = p_key;
end $$`;

let world: World;

beforeAll(async () => {
  world = await makeWorld({ features: [purse] });
  await world.db.run({ text: 'create table purse (total bigint not null)', values: [] });
  await world.db.run({ text: HOT, values: [] });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.run(sql`delete from purse`);
  await world.db.run(sql`insert into purse values (0)`);
  await world.db.run(sql`delete from facts`);
});

async function total(): Promise<number> {
  return (await world.db.one<{ total: number }>(sql`select total from purse`)).total;
}

describe('who may call', () => {
  test('nobody signed out, no wrong status, nobody without the age statement, no one else for the system', async () => {
    const input = { amount: 1 };
    expect(await world.refused(put, null, input)).toBe('SIGNED_OUT');
    expect(await world.refused(staff, world.actor(), input)).toBe('FORBIDDEN');
    expect(await world.refused(put, world.actor({ ageConfirmed: false }), input)).toBe('AGE_UNCONFIRMED');
    expect(await world.refused(inner, world.actor({ status: 'ADMIN' }), input)).toBe('FORBIDDEN');
    expect(await world.refused(unbound, world.actor(), input)).toBe('NOT_FOUND');
    expect(await total()).toBe(0);
  });

  test('whoever the permission names', async () => {
    await world.run(put, world.actor(), { amount: 1 });
    await world.run(ageless, world.actor({ ageConfirmed: false }), { amount: 1 });
    await world.run(staff, world.actor({ status: 'ADMIN' }), { amount: 1 });
    await world.run(inner, SYSTEM, { amount: 1 });
    expect(await world.run(read, null, {})).toEqual({ total: 4 });
  });
});

describe('what may be sent', () => {
  test.each([
    [{ amount: 1, admin: true }, 'Unrecognized key'],
    [{ amount: 0 }, 'amount'],
    [{ amount: '1' }, 'amount'],
    [null, 'expected object'],
    [JSON.parse('{"amount":1,"__proto__":{"admin":true}}'), 'Unrecognized key'],
  ])('%j is refused and says where', async (input, detail) => {
    const failure = await world.runner.execute(put, world.actor(), input).catch((e: unknown) => e);
    expect(failure).toBeInstanceOf(Refused);
    expect((failure as Refused).code).toBe('BAD_INPUT');
    expect((failure as Refused).details['detail']).toContain(detail);
    expect(await total()).toBe(0);
  });
});

describe('one key, one effect', () => {
  test.each([put, hot])('$name: 20 at once', async (call) => {
    const actor = world.actor();
    const once = () => world.runner.execute(call, actor, { amount: 7 }, { key: 'same' });
    const answers = await Promise.all(Array.from({ length: 20 }, once));
    expect(answers).toEqual(Array.from({ length: 20 }, () => ({ total: 7 })));
    expect(await total()).toBe(7);
    expect(await world.db.many(sql`select 1 from facts`)).toHaveLength(1);
  });

  test.each([put, hot])('$name: the same key for another input, call or person', async (call) => {
    const actor = world.actor();
    await world.run(call, actor, { amount: 1, tag: 'a' }, { key: 'k' });
    expect(await world.run(call, actor, { tag: 'a', amount: 1 }, { key: 'k' })).toEqual({ total: 1 });
    expect(await world.refused(call, actor, { amount: 2 }, { key: 'k' })).toBe('KEY_REUSED');
    expect(await world.refused(ageless, actor, { amount: 1, tag: 'a' }, { key: 'k' })).toBe('KEY_REUSED');
    expect(await world.run(call, world.actor(), { amount: 1 }, { key: 'k' })).toEqual({ total: 2 });
  });

  test('without a key each call counts', async () => {
    const actor = world.actor();
    await world.run(put, actor, { amount: 1 }, { key: null });
    await world.run(put, actor, { amount: 1 }, { key: null });
    expect(await total()).toBe(2);
  });

  test('a refusal stores nothing: the same key may do it right later', async () => {
    const actor = world.actor();
    expect(await world.refused(put, actor, { amount: 1, tag: 'refuse' }, { key: 'r' })).toBe('ITEM_TOO_CHEAP');
    expect(await world.run(put, actor, { amount: 1 }, { key: 'r' })).toEqual({ total: 1 });
  });
});

describe('all or nothing', () => {
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

  test('a refusal raised in SQL carries its details', async () => {
    const failed = world.runner.execute(put, world.actor(), { amount: 5, tag: 'sql-refuse' });
    await expect(failed).rejects.toMatchObject({ code: 'ITEM_TOO_CHEAP', details: { min: '2.00' } });
  });
});

describe('limits', () => {
  test('the bucket empties, says how long to wait, and fills again; others have their own', async () => {
    const limited = makeRunner({ ...world.deps, config: { ...world.deps.config, rateLimits: true } }, world.features);
    const ask = (address: string) => limited.execute(read, null, {}, { address });
    for (let i = 0; i < 3; i++) await ask('10.0.0.1');
    await expect(ask('10.0.0.1')).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { seconds: 1 } });
    await ask('10.0.0.2');
    await world.clock.advance(1_000);
    await ask('10.0.0.1');
    await expect(ask('10.0.0.1')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});
