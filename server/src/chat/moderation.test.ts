/** Staff in the chat: the voices they can use, whom they may ban, what they remove, and that the audit records it. */
import {
  chatPersonas,
  chatState,
  createMessage,
  createMessageAsStaff,
  banFromChat,
  removeMessages,
  unbanFromChat,
} from '@fairpot/contract/chat/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SITE_SETTINGS } from '../platform/runner/settings.ts';
import { writeSetting } from '../../testing/settings.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';
import { systemClock } from '../platform/process/system-ports.ts';
import { makePeopledRoom, type Room } from '../../testing/chat/room.fixture.ts';

let room: Room;
let player: Actor;
let moderator: Actor;
let admin: Actor;
let persona: Actor;

beforeEach(async () => {
  ({ room, player, moderator, admin, persona } = await makePeopledRoom());
});
afterEach(() => room.world.close());

const minute = 60_000;

describe('voices of staff', () => {
  test('as staff: their own name and a STAFF badge', async () => {
    const { id } = await room.sayAsStaff(moderator, 'be kind');
    const { id: same } = await room.sayAsStaff(moderator, 'be very kind', moderator.id);
    expect((await room.history()).map((m) => [m.userId, m.badge])).toEqual([
      [moderator.id, 'STAFF'],
      [moderator.id, 'STAFF'],
    ]);
    expect(await room.audit()).toEqual([
      { actor: moderator.id, action: 'post.staff', target: null, chat: id },
      { actor: moderator.id, action: 'post.staff', target: null, chat: same },
    ]);
  });

  test('through a persona: its name, a HOUSE badge beside its BOT badge, the real author in the audit', async () => {
    const { id } = await room.sayAsStaff(moderator, 'good luck all', persona.id);
    expect((await room.history())[0]).toMatchObject({
      userId: persona.id,
      badge: 'HOUSE',
      user: { isFake: true, badge: 'BOT', name: 'Marzipan' },
    });
    expect(await room.audit()).toEqual([{ actor: moderator.id, action: 'post.house', target: persona.id, chat: id }]);
    expect(JSON.stringify(await room.history())).not.toContain(moderator.id);
  });

  test('as a real player, other staff or an unknown id: forbidden, and nothing is posted', async () => {
    const unknownId = room.world.actor().id;
    for (const userId of [player.id, admin.id, unknownId]) {
      expect(await room.world.refused(createMessageAsStaff, moderator, { message: 'not me', userId })).toBe(
        'FORBIDDEN',
      );
    }
    expect(await room.history()).toEqual([]);
    expect(await room.audit()).toEqual([]);
  });

  test('staff who post like players are still marked', async () => {
    await room.say(moderator, 'just me');
    expect((await room.history())[0]).toMatchObject({ badge: 'STAFF', user: { badge: 'STAFF' } });
  });

  test('staff can list the personas', async () => {
    expect((await room.world.run(chatPersonas, moderator, {})).map((user) => user.id)).toEqual([persona.id]);
  });
});

describe('bans', () => {
  const banOf = async (actor: Actor) => (await room.world.run(chatState, actor, {})).ban;
  const post = (actor: Actor) => room.world.refused(createMessage, actor, { message: 'hello' });

  test('permanent, until lifted', async () => {
    expect(await banOf(player)).toBeNull();
    await room.world.run(banFromChat, moderator, { userId: player.id });
    expect(await banOf(player)).toEqual({ until: null });
    expect(await post(player)).toBe('CHAT_BANNED');
    await room.world.clock.advance(1_000 * minute);
    expect(await post(player)).toBe('CHAT_BANNED');
    await room.world.run(unbanFromChat, moderator, { userId: player.id });
    expect(await banOf(player)).toBeNull();
    await room.say(player, 'back again');
    expect((await room.audit()).map(({ action, target }) => [action, target])).toEqual([
      ['ban', player.id],
      ['unban', player.id],
    ]);
  });

  test('for minutes: ends by itself, to the millisecond', async () => {
    await room.world.run(banFromChat, moderator, { userId: player.id, minutes: 5 });
    expect(await banOf(player)).toEqual({ until: room.world.clock.now() + 5 * minute });
    await room.world.clock.advance(5 * minute - 1);
    expect(await post(player)).toBe('CHAT_BANNED');
    await room.world.clock.advance(1);
    await room.say(player, 'time served');
    expect(await banOf(player)).toBeNull();
  });

  test('a second ban replaces the first; lifting a ban that does not exist changes nothing', async () => {
    await room.world.run(banFromChat, moderator, { userId: player.id });
    await room.world.run(banFromChat, moderator, { userId: player.id, minutes: 1 });
    await room.world.clock.advance(minute);
    await room.world.run(unbanFromChat, moderator, { userId: player.id });
    expect((await room.audit()).map((entry) => entry.action)).toEqual(['ban', 'ban']);
  });

  test('only the banned person is notified, on their own topic', async () => {
    await room.world.run(banFromChat, moderator, { userId: player.id, minutes: 1 });
    await room.world.run(unbanFromChat, moderator, { userId: player.id });
    const facts = await room.world.db.many(sql`
      select topic, player_id as "to", version, type, body from facts where type like 'chat.%' order by id`);
    const until = room.world.clock.now() + minute;
    expect(facts).toEqual([
      { topic: 'player', to: player.id, version: 1, type: 'chat.banned', body: { until } },
      { topic: 'player', to: player.id, version: 2, type: 'chat.unbanned', body: {} },
    ]);
  });

  test('staff may ban players; only ADMIN may ban staff; no one may ban themselves or a persona', async () => {
    const other = await room.person('MODERATOR');
    const support = await room.person('SUPPORT');
    const tries = [
      [moderator, other, 'FORBIDDEN'],
      [moderator, support, 'FORBIDDEN'],
      [moderator, admin, 'FORBIDDEN'],
      [moderator, moderator, 'FORBIDDEN'],
      [moderator, persona, 'FORBIDDEN'],
      [admin, admin, 'FORBIDDEN'],
      [admin, persona, 'FORBIDDEN'],
      [admin, room.world.actor(), 'NO_PLAYER'],
    ] as const;
    for (const [judge, target, code] of tries) {
      for (const call of [banFromChat, unbanFromChat]) {
        expect(await room.world.refused(call, judge, { userId: target.id })).toBe(code);
      }
    }
    await room.world.run(banFromChat, admin, { userId: moderator.id });
    expect(await post(moderator)).toBe('CHAT_BANNED');
    expect(await room.world.refused(createMessageAsStaff, moderator, { message: 'but I am staff' })).toBe(
      'CHAT_BANNED',
    );
    expect(await room.world.refused(createMessageAsStaff, moderator, { message: 'hello', userId: persona.id })).toBe(
      'CHAT_BANNED',
    );
    expect(await room.world.refused(unbanFromChat, moderator, { userId: moderator.id })).toBe('FORBIDDEN');
  });

  test.each([0, -5, 1.5, 525_601])('%d minutes are refused', async (minutes) => {
    expect(await room.world.refused(banFromChat, moderator, { userId: player.id, minutes })).toBe('BAD_INPUT');
  });

  test('a ban waits for a message in progress: once it is answered, no message can follow', async () => {
    const { runner, db } = room.world;
    const waiting = () =>
      db.one<{ posts: number; bans: number }>(sql`
        select count(*) filter (where locktype = 'relation') as posts,
          count(*) filter (where locktype = 'advisory') as bans
        from pg_locks where not granted
          and database = (select oid from pg_database where datname = current_database())`);
    const until = async (what: () => Promise<boolean>) => {
      while (!(await what())) await systemClock.sleep(5);
    };
    let banned = false;
    let posting: Promise<unknown> = Promise.resolve();
    let banning: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.run(sql`lock table chat_messages in share mode`); // reads go on, the message is held up half-way
      posting = runner.execute(createMessage, player, { message: 'just in time' });
      await until(async () => (await waiting()).posts === 1);
      banning = runner.execute(banFromChat, moderator, { userId: player.id }).then(() => (banned = true));
      await until(async () => banned || (await waiting()).bans === 1);
      expect(banned).toBe(false);
    });
    await Promise.all([posting, banning]);
    expect(await room.history()).toHaveLength(1);
    expect(await post(player)).toBe('CHAT_BANNED');
  });
});

describe('removing', () => {
  test('removes messages for all readers, keeps them for complaints, records who did it', async () => {
    const [first, second, third] = [
      await room.say(player, 'one more'),
      await room.say(player, 'two more'),
      await room.say(player, 'three more'),
    ];
    const answer = await room.world.run(removeMessages, moderator, { chatIds: [first, third] });
    expect(answer).toEqual({ removed: [first, third] });
    expect((await room.history()).map((m) => m.id)).toEqual([second]);
    expect(await room.world.run(removeMessages, moderator, { chatIds: [first] })).toEqual({ removed: [] });
    const kept = await room.world.db.one<{ n: number }>(sql`select count(*) as n from chat_messages`);
    expect(kept.n).toBe(3);
    expect(await room.audit()).toEqual([
      { actor: moderator.id, action: 'remove', target: player.id, chat: first },
      { actor: moderator.id, action: 'remove', target: player.id, chat: third },
    ]);
  });

  test('of a persona: the audit names the persona and nothing more', async () => {
    const { id } = await room.sayAsStaff(moderator, 'oops sorry', persona.id);
    await room.world.run(removeMessages, admin, { chatIds: [id] });
    expect((await room.audit()).at(-1)).toEqual({ actor: admin.id, action: 'remove', target: persona.id, chat: id });
  });

  test('an empty list, too many ids and unknown ids are refused', async () => {
    for (const chatIds of [[], Array.from({ length: 101 }, () => `cht_${'0'.repeat(26)}`), [player.id], 'all']) {
      expect(await room.world.refused(removeMessages, moderator, { chatIds })).toBe('BAD_INPUT');
    }
  });
});

test('the message of the house is what staff set, without the spaces around it; none by an empty text', async () => {
  const welcome = async () => (await room.world.run(chatState, null, {})).welcome;
  expect(await welcome()).toContain('Welcome to Fairpot.');
  const set = (text: string) =>
    writeSetting(room.world.db, SITE_SETTINGS, 'chat.welcome', text, room.world.clock.now());
  await set(' Be kind. ');
  expect(await welcome()).toBe('Be kind.');
  await set('');
  expect(await welcome()).toBe('');
});

describe('closing', () => {
  test('players wait, staff can still say why, and readers are notified', async () => {
    await room.close(admin, true);
    expect(await room.world.run(chatState, null, {})).toMatchObject({ closed: true, ban: null });
    expect(await room.world.refused(createMessage, player, { message: 'hello' })).toBe('CHAT_CLOSED');
    expect(await room.world.refused(createMessage, moderator, { message: 'hello' })).toBe('CHAT_CLOSED');
    expect(await room.world.refused(createMessageAsStaff, admin, { message: 'hello', userId: persona.id })).toBe(
      'CHAT_CLOSED',
    );
    await room.sayAsStaff(moderator, 'back in five minutes');
    await room.close(admin, true);
    await room.close(admin, false);
    await room.say(player, 'hello again');
    expect((await room.audit()).map((entry) => entry.action)).toEqual(['post.staff']);
  });
});
