/**
 * Notifications reach the player on every screen, once and only if the event was committed, unless the player muted the kind; no other
 * player sees them.
 */
import {
  setNotificationPreferences,
  listNotifications,
  readNotifications,
} from '@fairpot/contract/notifications/schemas';
import { applyNotificationFact } from '@fairpot/contract/notifications/views';
import { NOTIFICATION_KIND_NAMES, UNREAD_MAX } from '@fairpot/contract/notifications/calls';
import type { NotificationFact, NotificationList } from '@fairpot/contract/notifications/schemas';
import { banFromChat } from '@fairpot/contract/chat/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountsFeature } from '../accounts/accounts.feature.ts';
import { chatFeature } from '../chat/chat.feature.ts';
import { ledgerFeature } from '../ledger/ledger.feature.ts';
import { sql } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { newPlayer } from '../../testing/stages/players.ts';
import { notificationsOf } from '../../testing/notifications.ts';
import { makeWorld, type World } from '../../testing/world.ts';
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

function send(over: Partial<NewNotification> = {}, to = anna): Promise<void> {
  const notification = {
    playerId: to.id,
    kind: 'deposit',
    header: 'Deposit',
    text: 'It came',
    link: '/deposit',
    ...over,
  } as const;
  return world.deps.db.transaction((tx) => notify(tx, notification, world.clock.now()));
}

const list = (by = anna, before?: number): Promise<NotificationList> =>
  world.run(listNotifications, by, before === undefined ? {} : { before });
const facts = () =>
  world.db.many<{ type: string; playerId: string; body: object }>(sql`
    select type, player_id as "playerId", body from facts where topic = 'player' order by id`);

describe('notifying', () => {
  test('writes a row behind the bell and a fact on the player’s own topic only; marks as read up to what was seen', async () => {
    const bela = await newPlayer(world);
    const before = await list();
    await send();
    await send({ text: 'Another' });
    const after = await list();
    expect(after).toMatchObject({ unread: 2, next: null, off: [] });
    expect(after.notifications.map(({ text, read, link }) => [text, read, link])).toEqual([
      ['Another', false, '/deposit'],
      ['It came', false, '/deposit'],
    ]);
    const received = (await facts()).map(({ type, body, playerId }) => {
      expect(playerId).toBe(anna.id);
      return { type, ...body } as NotificationFact;
    });
    expect(received.reduce(applyNotificationFact, before), 'old list and facts are the new list').toEqual(after);
    const first = after.notifications[1]?.id ?? 0;
    expect(await world.run(readNotifications, anna, { upTo: first })).toEqual({ unread: 1 });
    expect((await list()).notifications.map(({ read }) => read)).toEqual([false, true]);
    const [seen] = (await facts()).slice(-1).map(({ type, body }) => ({ type, ...body }) as NotificationFact);
    expect(seen && applyNotificationFact(after, seen)).toEqual(await list());
    expect(await list(bela)).toMatchObject({ notifications: [], unread: 0 });
    // A player cannot mark another player's as read.
    await world.run(readNotifications, bela, { upTo: first + 1 });
    expect((await list()).unread).toBe(1);
  });

  test('is part of the transaction: a rolled-back event notifies no one', async () => {
    const failed = world.deps.db.transaction(async (tx) => {
      const notification = { playerId: anna.id, kind: 'bet', header: 'x', text: 'y', link: null } as const;
      await notify(tx, notification, world.clock.now());
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect([(await list()).notifications, await facts()]).toEqual([[], []]);
  });

  test('a link leads to a page of this site only', async () => {
    for (const link of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ' /x']) {
      await expect(send({ link }), link).rejects.toThrow('check constraint');
    }
  });

  test('the list is paged, and unread ones are counted up to a hundred', async () => {
    for (let n = 0; n < UNREAD_MAX + 5; n += 1) await send({ text: `note ${n}` });
    const first = await list();
    expect([first.notifications.length, first.unread]).toEqual([30, UNREAD_MAX]);
    const second = await list(anna, first.next ?? 0);
    expect(second.notifications[0]?.text).toBe(`note ${UNREAD_MAX + 5 - 31}`);
    expect(await world.run(readNotifications, anna, { upTo: first.notifications[0]?.id })).toEqual({ unread: 0 });
  });
});

describe('muting', () => {
  test('writes nothing for a muted kind; other kinds still arrive', async () => {
    const optional = NOTIFICATION_KIND_NAMES.filter((kind) => kind !== 'security');
    expect(await world.run(setNotificationPreferences, anna, { off: optional })).toEqual({ off: optional });
    for (const kind of NOTIFICATION_KIND_NAMES) await send({ kind });
    expect((await list()).notifications.map(({ kind }) => kind)).toEqual(['security']);
    expect((await list()).off).toEqual(optional);
    await world.run(setNotificationPreferences, anna, { off: [] });
    await send({ kind: 'bet' });
    expect((await list()).unread).toBe(2);
  });

  test('security cannot be muted, neither by the call nor in the table', async () => {
    expect(await world.refused(setNotificationPreferences, anna, { off: ['security'] })).toBe('BAD_INPUT');
    const planted = sql`insert into notification_choices values (${anna.id}, array['security'])`;
    await expect(world.db.run(planted)).rejects.toThrow('check constraint');
  });
});

test('a chat ban is announced with its end', async () => {
  const moderator = await newPlayer(world, { status: 'MODERATOR' });
  await world.run(banFromChat, moderator, { userId: anna.id });
  await world.run(banFromChat, moderator, { userId: anna.id, minutes: 60 });
  const until = new Date(world.clock.now() + 60 * 60_000).toISOString().slice(0, 16).replace('T', ' ');
  expect((await notificationsOf(world.db, anna, 'chat')).map(({ text }) => text)).toEqual([
    'You are banned from the chat permanently',
    `You are banned from the chat until ${until} UTC`,
  ]);
});

test('deletes notifications after 90 days', async () => {
  await send({ text: 'old' });
  await world.clock.advance(DAY);
  await send({ text: 'new' });
  await world.clock.advance(89 * DAY + 1);
  await world.sweepAll();
  expect((await list()).notifications.map(({ text }) => text)).toEqual(['new']);
});
