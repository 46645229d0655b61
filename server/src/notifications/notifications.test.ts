/** What a player is told: once, with what it tells of or not at all, until they turn it off; on every screen, to nobody else. */
import { chooseNotifications, listNotifications, readNotifications } from '@fairpot/contract/notifications/schemas';
import { applyNotificationFact } from '@fairpot/contract/notifications/views';
import { NOTIFICATION_KIND_NAMES, UNREAD_MOST } from '@fairpot/contract/notifications/calls';
import type { NotificationFact, NotificationList } from '@fairpot/contract/notifications/schemas';
import { banFromChat } from '@fairpot/contract/chat/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountsFeature } from '../accounts/accounts.feature.ts';
import { chatFeature } from '../chat/chat.feature.ts';
import { ledgerFeature } from '../ledger/ledger.feature.ts';
import { sql } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { newPlayer } from '../testing/stages/players.ts';
import { toldTo } from '../testing/told.ts';
import { makeWorld, type World } from '../testing/world.ts';
import { notify, type NewNotification } from './front.ts';
import { notificationsFeature } from './notifications.feature.ts';

let world: World;
let anna: Actor;
beforeEach(async () => {
  world = await makeWorld({
    features: [ledgerFeature, (deps, execute) => accountsFeature(deps, execute), chatFeature, notificationsFeature],
  });
  anna = await newPlayer(world);
});
afterEach(() => world.close());

const DAY = 24 * 60 * 60 * 1000;

function tell(over: Partial<NewNotification> = {}, to = anna): Promise<void> {
  const told = {
    playerId: to.id,
    kind: 'deposit',
    header: 'Deposit',
    text: 'It came',
    link: '/deposit',
    ...over,
  } as const;
  return world.deps.db.transaction((tx) => notify(tx, told, world.clock.now()));
}

const list = (by = anna, before?: number): Promise<NotificationList> =>
  world.run(listNotifications, by, before === undefined ? {} : { before });
const facts = () =>
  world.db.many<{ type: string; playerId: string; body: object }>(sql`
    select type, player_id as "playerId", body from facts where topic = 'player' order by id`);

describe('telling', () => {
  test('a row behind the bell and a fact on the own topic, to nobody else; read up to what was seen', async () => {
    const bela = await newPlayer(world);
    const before = await list();
    await tell();
    await tell({ text: 'Another' });
    const after = await list();
    expect(after).toMatchObject({ unread: 2, next: null, off: [] });
    expect(after.notifications.map(({ text, read, link }) => [text, read, link])).toEqual([
      ['Another', false, '/deposit'],
      ['It came', false, '/deposit'],
    ]);
    const told = (await facts()).map(({ type, body, playerId }) => {
      expect(playerId).toBe(anna.id);
      return { type, ...body } as NotificationFact;
    });
    expect(told.reduce(applyNotificationFact, before), 'old list and facts are the new list').toEqual(after);
    const first = after.notifications[1]?.id ?? 0;
    expect(await world.run(readNotifications, anna, { upTo: first })).toEqual({ unread: 1 });
    expect((await list()).notifications.map(({ read }) => read)).toEqual([false, true]);
    const [seen] = (await facts()).slice(-1).map(({ type, body }) => ({ type, ...body }) as NotificationFact);
    expect(seen && applyNotificationFact(after, seen)).toEqual(await list());
    expect(await list(bela)).toMatchObject({ notifications: [], unread: 0 });
    // Nobody reads for another.
    await world.run(readNotifications, bela, { upTo: first + 1 });
    expect((await list()).unread).toBe(1);
  });

  test('is part of what it tells of: what is taken back was never told', async () => {
    const failed = world.deps.db.transaction(async (tx) => {
      const told = { playerId: anna.id, kind: 'bet', header: 'x', text: 'y', link: null } as const;
      await notify(tx, told, world.clock.now());
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect([(await list()).notifications, await facts()]).toEqual([[], []]);
  });

  test('a link leads to a page of this site alone', async () => {
    for (const link of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ' /x']) {
      await expect(tell({ link }), link).rejects.toThrow('check constraint');
    }
  });

  test('many are paged, and unread ones counted up to a hundred', async () => {
    for (let n = 0; n < UNREAD_MOST + 5; n += 1) await tell({ text: `note ${n}` });
    const first = await list();
    expect([first.notifications.length, first.unread]).toEqual([30, UNREAD_MOST]);
    const second = await list(anna, first.next ?? 0);
    expect(second.notifications[0]?.text).toBe(`note ${UNREAD_MOST + 5 - 31}`);
    expect(await world.run(readNotifications, anna, { upTo: first.notifications[0]?.id })).toEqual({ unread: 0 });
  });
});

describe('turning off', () => {
  test('of a kind that is off nothing is written; the others are told', async () => {
    const optional = NOTIFICATION_KIND_NAMES.filter((kind) => kind !== 'security');
    expect(await world.run(chooseNotifications, anna, { off: optional })).toEqual({ off: optional });
    for (const kind of NOTIFICATION_KIND_NAMES) await tell({ kind });
    expect((await list()).notifications.map(({ kind }) => kind)).toEqual(['security']);
    expect((await list()).off).toEqual(optional);
    await world.run(chooseNotifications, anna, { off: [] });
    await tell({ kind: 'bet' });
    expect((await list()).unread).toBe(2);
  });

  test('security stays on, by the call and by the table', async () => {
    expect(await world.refused(chooseNotifications, anna, { off: ['security'] })).toBe('BAD_INPUT');
    const planted = sql`insert into notification_choices values (${anna.id}, array['security'])`;
    await expect(world.db.run(planted)).rejects.toThrow('check constraint');
  });
});

test('a ban from the chat is told with its end', async () => {
  const moderator = await newPlayer(world, { status: 'MODERATOR' });
  await world.run(banFromChat, moderator, { userId: anna.id });
  await world.run(banFromChat, moderator, { userId: anna.id, minutes: 60 });
  const until = new Date(world.clock.now() + 60 * 60_000).toISOString().slice(0, 16).replace('T', ' ');
  expect((await toldTo(world.db, anna, 'chat')).map(({ text }) => text)).toEqual([
    'You cannot write in the chat for good',
    `You cannot write in the chat until ${until} UTC`,
  ]);
});

test('is forgotten after 90 days', async () => {
  await tell({ text: 'old' });
  await world.clock.advance(DAY);
  await tell({ text: 'new' });
  await world.clock.advance(89 * DAY + 1);
  await world.sweepAll();
  expect((await list()).notifications.map(({ text }) => text)).toEqual(['new']);
});
