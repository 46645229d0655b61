/** Round numbers: dense whatever happens, and nobody waits for anybody. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { makeWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const next = { text: `select round_next_number('coinflip') as n`, values: [] };

test('300 at once from an empty pool are 1 to 300', async () => {
  const rows = await Promise.all(Array.from({ length: 300 }, () => world.db.one<{ n: number }>(next)));
  const numbers = rows.map((row) => row.n).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
});

test('a number whose opening failed is the next to be taken', async () => {
  const failed = world.db.transaction(async (tx) => {
    expect((await tx.one<{ n: number }>(next)).n).toBe(301);
    throw new Error('the opening failed');
  });
  await expect(failed).rejects.toThrow('the opening failed');
  expect((await world.db.one<{ n: number }>(next)).n).toBe(301);
});

test('an opening that is under way holds up no other', async () => {
  await world.db.transaction(async (tx) => {
    expect((await tx.one<{ n: number }>(next)).n).toBe(302);
    expect((await world.db.one<{ n: number }>(next)).n).toBe(303);
  });
  expect(await world.db.one(sql`select min(number) as n from round_numbers where game = 'coinflip'`)).toEqual({
    n: 304,
  });
});
