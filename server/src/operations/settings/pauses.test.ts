/** Pauses: immediate, for everyone, whatever is in progress; open rounds and orders continue to their end. */
import { createCasebattle } from '@fairpot/contract/casebattle/schemas';
import { chatState, createMessage } from '@fairpot/contract/chat/schemas';
import { createCoinflip, joinCoinflip, listCoinflips } from '@fairpot/contract/coinflip/schemas';
import { joinJackpot } from '@fairpot/contract/jackpot/schemas';
import { buyFromMarket, listMarket, seedMarket, importItemTypes } from '@fairpot/contract/market/schemas';
import { listPauses, setPause } from '@fairpot/contract/operations/pauses/schemas';
import { listSettings } from '@fairpot/contract/settings/schemas';
import { PAUSES, type PauseSystem } from '@fairpot/contract/operations/pauses/calls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '../../platform/runner/command.ts';
import { isPaused } from '../../platform/runner/pauses.ts';
import { sql, type Tx } from '../../platform/database/sql.ts';
import { SITE_SETTINGS } from '../../platform/runner/settings.ts';
import { writeSetting } from '../../../testing/settings.ts';
import { blockedStatement, attemptResult } from '../../../testing/races.ts';
import { makeOperationsDesk, type OperationsDesk } from '../../../testing/operations/desk.fixture.ts';

let desk: OperationsDesk;
beforeAll(async () => {
  desk = await makeOperationsDesk();
  await desk.world.run(importItemTypes, SYSTEM, {});
  await desk.world.sweepAll();
});
afterAll(() => desk.world.close());
afterEach(async () => {
  const { paused } = await desk.world.runner.execute(listSettings, null, {});
  for (const system of paused) {
    await desk.world.runner.execute(setPause, desk.admin, { system, paused: false, why: 'the test is over' });
  }
});

/** A new action in each system, by a new player; prepared so that only the call itself is left. */
const begin: Readonly<
  Record<'coinflip' | 'jackpot' | 'casebattle' | 'chat' | 'market', () => Promise<() => Promise<unknown>>>
> = {
  coinflip: async () => {
    const { actor, items } = await desk.table.playerWith([2_000]);
    return () => desk.world.runner.execute(createCoinflip, actor, { inventoryIds: items, side: 1 });
  },
  jackpot: async () => {
    const { actor, items } = await desk.table.playerWith([2_000]);
    return () => desk.world.runner.execute(joinJackpot, actor, { inventoryIds: items });
  },
  casebattle: async () => {
    const actor = await desk.arena.player();
    return () => desk.world.runner.execute(createCasebattle, actor, { caseIds: ['mixed'], type: 'STANDARD_2' });
  },
  chat: async () => {
    const actor = await desk.arena.player();
    return () => desk.world.runner.execute(createMessage, actor, { message: 'hello there' });
  },
  market: async () => {
    const actor = await desk.arena.player(1_000_000);
    const [item] = (await desk.world.run(listMarket, actor, {})).items;
    return () => desk.world.runner.execute(buyFromMarket, actor, { itemIds: [item?.id ?? 'none'] });
  },
};
const SYSTEMS = Object.keys(begin) as (keyof typeof begin)[];
const refusalOf = (system: PauseSystem) => (system === 'chat' ? 'CHAT_CLOSED' : 'GAME_PAUSED');
/** The statement that waits at each system's gate. */
const GATE = {
  coinflip: 'pg_advisory_xact_lock_shared',
  jackpot: 'pg_advisory_xact_lock_shared',
  casebattle: 'pg_advisory_xact_lock_shared',
  chat: 'pg_advisory_xact_lock_shared',
  market: 'pg_advisory_xact_lock_shared',
};

beforeAll(async () => {
  const [type] = (
    await desk.world.db.many<{ slug: string }>(sql`select item_type as slug from market_prices limit 1`)
  ).map(({ slug }) => slug);
  await desk.world.run(seedMarket, SYSTEM, {
    origin: 'demo:delivery:1',
    items: [{ slug: type ?? '', count: 8 }],
    history: [],
  });
});

describe.each(SYSTEMS)('%s', (system) => {
  test('paused: nothing new; resumed: as before', async () => {
    const first = await begin[system]();
    await desk.pause(system, true);
    expect(await attemptResult(first())).toBe(refusalOf(system));
    await desk.pause(system, false);
    expect(await attemptResult(first())).toBe('ok');
  });

  test('an action during the commit of a pause waits for it and is refused', async () => {
    const first = await begin[system]();
    const key = PAUSES.find((each) => each.system === system)?.key ?? '';
    let ended: Promise<string> = Promise.resolve('');
    await desk.world.db.transaction(async (tx) => {
      await closeBy(tx, key);
      ended = attemptResult(first());
      await blockedStatement(desk.world.db, GATE[system]);
    });
    expect(await ended).toBe(refusalOf(system));
  });

  test('a pause waits for actions in progress, and returns when they are done', async () => {
    const key = PAUSES.find((each) => each.system === system)?.key ?? 'chat.closed';
    let paused: Promise<unknown> = Promise.resolve();
    let done = false;
    await desk.world.db.transaction(async (tx) => {
      expect(await isPaused(tx, key)).toBe(false);
      paused = desk.pause(system, true).then(() => (done = true));
      await blockedStatement(desk.world.db, 'pg_advisory_xact_lock(');
      expect(done).toBe(false);
    });
    await paused;
    expect(done).toBe(true);
  });
});

/** As by hand in the database: a trigger closes the gate for any writer of the setting. */
async function closeBy(tx: Tx, key: string): Promise<void> {
  await tx.run(sql`
    insert into settings (key, value, updated_at) values (${key}, 'true'::jsonb, 1)
    on conflict (key) do update set value = excluded.value, version = settings.version + 1`);
}

test('open rounds and orders continue to their end', async () => {
  const { world, table } = desk;
  const first = await table.playerWith([2_000]);
  const id = await table.create(first.actor, first.items);
  const waiting = await table.playerWith([2_000]);
  const open = await table.create(waiting.actor, waiting.items);
  const second = await table.playerWith([2_000]);
  await table.join(second.actor, id, second.items);
  await desk.pause('coinflip', true);
  await table.settle();
  expect((await table.game(id)).winnerSide).not.toBe(null);
  // No player can join, and a waiting player can take the stake back.
  const third = await table.playerWith([2_000]);
  expect(await world.refused(joinCoinflip, third.actor, { gameId: open, inventoryIds: third.items, side: 2 })).toBe(
    'GAME_PAUSED',
  );
  await table.cancel(waiting.actor, open);
  expect(await table.inventory(waiting.actor)).toEqual(waiting.items);
});

test('a stake made before the pause returns its answer under the same key after it', async () => {
  const { actor, items } = await desk.table.playerWith([2_000]);
  const create = () =>
    desk.world.runner.execute(createCoinflip, actor, { inventoryIds: items, side: 1 }, { key: 'before' });
  const answer = await create();
  await desk.pause('coinflip', true);
  expect(await create()).toEqual(answer);
});

test('players’ pages learn of it at once; staff see who, when and why; each pause is in the audit log once', async () => {
  const { world, admin } = desk;
  await desk.pause('market', true);
  await desk.pause('market', true);
  await desk.pause('coinflip', true);
  await desk.pause('chat', true);
  expect((await world.run(listSettings, null, {})).paused).toEqual(['coinflip', 'chat', 'market']);
  expect((await world.run(listCoinflips, null, {})).paused).toBe(true);
  expect((await world.run(chatState, null, {})).closed).toBe(true);
  const { pauses } = await world.run(listPauses, admin, {});
  expect(pauses.map(({ system }) => system)).toEqual(PAUSES.map(({ system }) => system));
  expect(pauses.find(({ system }) => system === 'market')).toMatchObject({
    paused: true,
    changedAt: world.clock.now(),
    by: { id: admin.id },
    why: 'the reason of it',
  });
  const facts = await world.db.many<{ topic: string; type: string; body: object }>(sql`
    select topic, type, body from facts where topic in ('site', 'chat') order by id desc limit 4`);
  expect(facts).toContainEqual({
    topic: 'site',
    type: 'site.settings',
    body: { type: 'site.settings', keys: ['chat.closed'] },
  });
  expect(facts).toContainEqual({ topic: 'chat', type: 'chat.closed', body: {} });
  const last = (await desk.acts('pauses.set')).slice(-4);
  expect(last.map(({ details }) => details)).toEqual([
    { was: false, is: true },
    { was: true, is: true },
    { was: false, is: true },
    { was: false, is: true },
  ]);
  for (const status of ['USER', 'SUPPORT', 'MODERATOR'] as const) {
    const input = { system: 'chat', paused: false, why: 'because' };
    expect(await world.refused(setPause, world.actor({ status }), input)).toBe('FORBIDDEN');
  }
  expect(await world.refused(setPause, admin, { system: 'chat', paused: false, why: ' a ' })).toBe('BAD_INPUT');
});

test('a pause set by hand shows without an author, and can be lifted', async () => {
  await writeSetting(desk.world.db, SITE_SETTINGS, 'withdraw.paused', true, 5);
  const { pauses } = await desk.world.run(listPauses, desk.admin, {});
  expect(pauses.find(({ system }) => system === 'withdraw')).toMatchObject({ paused: true, by: null, why: null });
});
