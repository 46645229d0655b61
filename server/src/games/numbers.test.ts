/** Round numbers: dense in every case, and no opening waits for another. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
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

test('an opening in progress holds up no other', async () => {
  await world.db.transaction(async (tx) => {
    expect((await tx.one<{ n: number }>(next)).n).toBe(302);
    expect((await world.db.one<{ n: number }>(next)).n).toBe(303);
  });
  expect(await world.db.one(sql`select min(number) as n from round_numbers where game = 'coinflip'`)).toEqual({
    n: 304,
  });
});

test('more numbers are made before the last ones are taken', async () => {
  const last = { text: `select last from round_counters where game = 'jackpot'`, values: [] };
  const take = { text: `select round_next_number('jackpot') as n`, values: [] };
  for (let n = 1; n < 128; n++) expect((await world.db.one<{ n: number }>(take)).n).toBe(n);
  expect(await world.db.one(last)).toEqual({ last: 256 });
  expect((await world.db.one<{ n: number }>(take)).n).toBe(128);
  expect(await world.db.one(last)).toEqual({ last: 512 });
  expect((await world.db.one<{ n: number }>(take)).n).toBe(129);
});

test('several at once are of one game: another keeps those of the same value', async () => {
  const free = () =>
    world.db.one<{ n: number }>(sql`select count(*) as n from round_numbers where game = 'coinflip' and number < 400`);
  const before = await free();
  const { taken } = await world.db.one<{ taken: number[] }>(sql`select round_take_numbers('jackpot', 270) as taken`);
  expect(taken).toEqual(Array.from({ length: 270 }, (_, n) => 130 + n));
  expect(before.n).toBeGreaterThan(0);
  expect(await free()).toEqual(before);
});
