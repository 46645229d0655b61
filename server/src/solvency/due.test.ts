/** When the sweep of statements rests, and who makes one. Real database. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { SITE_SETTINGS } from '../platform/runner/settings.ts';
import { writeSetting } from '../../testing/settings.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { transparencyFeature } from '../transparency/transparency.feature.ts';
import { mayBeDueSql } from './publish.ts';
import { solvencyFeature } from './solvency.feature.ts';
import { claimStatement } from './store.ts';

const HOUR = 3_600_000;

let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: [transparencyFeature, solvencyFeature] });
});
afterAll(() => world.close());

const isDue = async (at: number) => (await world.db.one<{ due: boolean }>(sql`select ${mayBeDueSql(at)} as due`)).due;

test('it rests until a statement is due by the setting of that moment', async () => {
  const at = world.clock.now();
  expect(await isDue(at), 'before the first').toBe(true);
  await world.db.run(sql`
    insert into solvency_statements (number, at, body, leaf_id, depth) values (1, ${at}, 'a body', 1, 4)`);
  expect(await isDue(at + HOUR - 1)).toBe(false);
  expect(await isDue(at + HOUR)).toBe(true);
  await writeSetting(world.db, SITE_SETTINGS, 'solvency.everyMs', HOUR / 2, 0);
  expect(await isDue(at + HOUR / 2 - 1)).toBe(false);
  expect(await isDue(at + HOUR / 2)).toBe(true);
});

test('a statement is claimed by one node, and a node that claims another one meanwhile gets a no', async () => {
  const { db } = world;
  const claim = (number: number, token: string, now = 1) => claimStatement(db, number, token, now, now + 100);
  expect(await Promise.all(['a', 'b', 'c'].map((token) => claim(2, token)))).toEqual(
    expect.arrayContaining([true, false, false]),
  );
  expect(await claim(3, 'd')).toBe(false);
  expect(await claim(2, 'e', 102), 'when the claim is over').toBe(true);
  expect(await claim(1, 'f', 1_000), 'a published one').toBe(false);
});
