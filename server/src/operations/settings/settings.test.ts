/** Settings with their history: what staff see, what is valid, and two concurrent changes. */
import { changeSiteSetting, listSettingChanges, listSiteSettings } from '@fairpot/contract/operations/schemas';
import type { SiteSetting } from '@fairpot/contract/operations/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_SETTINGS } from '../../app.ts';
import { sql } from '../../platform/database/sql.ts';
import { raceIn } from '../../../testing/races.ts';
import { makeOperationsDesk, type OperationsDesk } from '../../../testing/operations/desk.fixture.ts';
import { describeSetting, settingKeys, settingOf } from './describe.ts';

let desk: OperationsDesk;
beforeAll(async () => {
  desk = await makeOperationsDesk();
});
afterAll(() => desk.world.close());

async function setting(key: string): Promise<SiteSetting> {
  const { settings } = await desk.world.run(listSiteSettings, desk.admin, {});
  const found = settings.find((each) => each.key === key);
  expect(found).toBeDefined();
  return found as SiteSetting;
}

test('each has its meaning, unit, bounds and default', async () => {
  expect(await setting('coinflip.feeBps')).toMatchObject({
    unit: 'percent',
    value: 500,
    min: 0,
    max: 10_000,
    announced: true,
    version: 0,
  });
  expect(await setting('deposit.mindepCents')).toMatchObject({
    unit: 'usd',
    value: 500,
    max: null,
    announced: false,
    changedAt: null,
  });
  expect(await setting('global.appid')).toMatchObject({ unit: 'choice', choices: [730, 252490, 570] });
  for (const key of ['global.snow', 'deposit.accepts.730'])
    expect(await setting(key)).toMatchObject({ unit: 'switch', value: false });
  expect(await setting('xp.perUsd')).toMatchObject({ unit: 'number', min: 0, max: 1_000, standard: 10 });
});

test('every product setting except pauses is described with a sentence', () => {
  const keys = settingKeys(ALL_SETTINGS);
  expect(keys.length).toBeGreaterThan(25);
  expect(keys.filter((key) => key.endsWith('.paused') || key === 'chat.closed')).toEqual([]);
  for (const key of keys) {
    const found = settingOf(ALL_SETTINGS, key);
    expect([key, found?.says]).not.toEqual([key, '']);
    expect(found && describeSetting(key, found, undefined).value).toBe(found?.standard);
  }
});

test('a change applies, is published, and is in history and audit with its reason', async () => {
  const { world, admin } = desk;
  const before = await setting('coinflip.feeBps');
  const changed = await world.run(changeSiteSetting, admin, {
    key: before.key,
    value: 400,
    version: 0,
    why: 'cheaper flips',
  });
  expect(changed).toMatchObject({ value: 400, version: 1, changedAt: world.clock.now() });
  expect(await setting('coinflip.feeBps')).toEqual(changed);
  const { changes } = await world.run(listSettingChanges, admin, {});
  expect(changes[0]).toMatchObject({
    key: before.key,
    version: 1,
    before: 500,
    after: 400,
    by: { id: admin.id },
    why: 'cheaper flips',
  });
  expect(await desk.acts('siteSettings.change')).toMatchObject([
    { actor: admin.id, why: 'cheaper flips', details: { was: 500, is: 400 } },
  ]);
  // A rate is announced by a leaf of the public log, written with it.
  const leaves = await world.db.many<{ body: string }>(sql`select body from log_leaves where kind = 'fee'`);
  expect(leaves.map(({ body }) => JSON.parse(body) as object)).toMatchObject([{ game: 'coinflip', feeBps: 400 }]);
});

test.each([
  ['coinflip.feeBps', 10_001, 'SETTING_VALUE'],
  ['coinflip.feeBps', 1.5, 'SETTING_VALUE'],
  ['coinflip.feeBps', true, 'SETTING_VALUE'],
  ['global.appid', 440, 'SETTING_VALUE'],
  ['global.appid', '730', 'SETTING_VALUE'],
  ['deposit.mindepCents', -1, 'SETTING_VALUE'],
  ['chat.closed', true, 'NOT_FOUND'],
  ['coinflip.paused', true, 'NOT_FOUND'],
  ['round.winner', 1, 'NOT_FOUND'],
  ['__proto__', 1, 'NOT_FOUND'],
])('%s to %j is refused: %s', async (key, value, code) => {
  const input = { key, value, version: 0, why: 'try it' };
  expect(await desk.world.refused(changeSiteSetting, desk.admin, input)).toBe(code);
});

test('two who saw the same version: one changes it, the other is refused and changes nothing', async () => {
  const { world, admin, other } = desk;
  const { version } = await setting('xp.perUsd');
  const race = await raceIn(world, [
    () => world.runner.execute(changeSiteSetting, admin, { key: 'xp.perUsd', value: 20, version, why: 'more of it' }),
    () => world.runner.execute(changeSiteSetting, other, { key: 'xp.perUsd', value: 30, version, why: 'even more' }),
  ]);
  expect(race).toEqual({ ok: 1, SETTING_CHANGED: 1 });
  const now = await setting('xp.perUsd');
  expect(now.version).toBe(version + 1);
  const again = { key: 'xp.perUsd', value: 40, version: now.version, why: 'on what I see' };
  const race2 = await raceIn(world, [
    () => world.runner.execute(changeSiteSetting, admin, again),
    () => world.runner.execute(changeSiteSetting, other, { ...again, value: 50 }),
  ]);
  expect(race2).toEqual({ ok: 1, SETTING_CHANGED: 1 });
  expect((await setting('xp.perUsd')).version).toBe(version + 2);
});

test('the history is paged by keyset and immutable, even for the server’s own role', async () => {
  const { world, admin } = desk;
  await desk.pause('market', true);
  await desk.pause('market', false);
  const all = (await world.run(listSettingChanges, admin, {})).changes;
  const later = (await world.run(listSettingChanges, admin, { before: all[1]?.id })).changes;
  expect(later).toEqual(all.slice(2));
  expect(all[0]).toMatchObject({ key: 'market.paused', before: true, after: false });
  await expect(world.db.run(sql`update setting_changes set why = 'another one'`)).rejects.toThrow('append-only');
  await expect(world.db.run(sql`delete from setting_changes`)).rejects.toThrow('append-only');
  await expect(world.deps.db.run(sql`update setting_changes set why = 'another one'`)).rejects.toThrow('permission');
});

test('a text has the bounds of its length, and another type or a longer text is refused', async () => {
  const { world, admin } = desk;
  const before = await setting('chat.welcome');
  expect(before).toMatchObject({ unit: 'text', max: 300, choices: [], version: 0 });
  const change = (value: string | number) => ({ key: before.key, value, version: 0, why: 'a new house rule' });
  expect(await world.refused(changeSiteSetting, admin, change('x'.repeat(301)))).toBe('SETTING_VALUE');
  expect(await world.refused(changeSiteSetting, admin, change(5))).toBe('SETTING_VALUE');
  await world.run(changeSiteSetting, admin, change('Be kind.'));
  expect(await setting('chat.welcome')).toMatchObject({ value: 'Be kind.', version: 1 });
});
