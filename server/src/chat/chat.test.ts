/** The chat from posting to deletion: what is shown, who may call what, which facts are sent, what is kept. */
import { applyChatFact } from '@fairpot/contract/chat/views';
import { CHAT_PAGE } from '@fairpot/contract/chat/calls';
import {
  chatAudit,
  ChatFact,
  ChatMessage,
  chatHistory,
  chatPersonas,
  chatState,
  createMessage,
  createMessageAsStaff,
  banFromChat,
  removeMessages,
  unbanFromChat,
} from '@fairpot/contract/chat/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';
import { makePeopledRoom, makeRoom, type Room } from '../../testing/chat/room.fixture.ts';
import { KEEP_MS, SLOW_LIMIT } from './rules.ts';

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

describe('posting', () => {
  test('a message is in the history with its author’s name and avatar', async () => {
    const id = await room.say(player, '  hello   there :gg: ');
    const [message, ...others] = await room.history();
    expect(others).toEqual([]);
    expect(ChatMessage.parse(message)).toMatchObject({
      id,
      message: 'hello there :gg:',
      userId: player.id,
      badge: null,
      createdAt: room.world.clock.now(),
      user: { name: 'rookbolt', level: 0, experience: 0, badge: null },
    });
  });

  test('text is stored as plain text: only control and direction characters are removed', async () => {
    await room.say(player, `<img src=x onerror=alert(1)> ' " \\ \u0007 \u202e $1 {{7*7}}`);
    expect((await room.history())[0]?.message).toBe(`<img src=x onerror=alert(1)> ' " \\ $1 {{7*7}}`);
  });

  test.each([['hi'], ['   hi   '], [''], ['\u200b\u200b\u200b'], ['\u0001\u0002\u0003']])(
    '%j is too small',
    async (message) => {
      expect(await room.world.refused(createMessage, player, { message })).toBe('MESSAGE_TOO_SHORT');
      expect(await room.world.refused(createMessageAsStaff, moderator, { message })).toBe('MESSAGE_TOO_SHORT');
      expect(await room.history()).toEqual([]);
    },
  );

  test('300 characters pass, 301 do not, in any script', async () => {
    await room.say(player, '🎲'.repeat(300));
    expect(await room.world.refused(createMessage, player, { message: 'x'.repeat(301) })).toBe('MESSAGE_TOO_LONG');
    expect(await room.world.refused(createMessage, player, { message: 'x'.repeat(4_001) })).toBe('BAD_INPUT');
  });

  test('a bot cannot post by itself', async () => {
    expect(await room.world.refused(createMessage, persona, { message: 'hello' })).toBe('FORBIDDEN');
  });

  test('the history pages by keyset, without a gap or a repeat', async () => {
    const ids: string[] = [];
    for (let n = 0; n < CHAT_PAGE + 7; n += 1) {
      ids.push((await room.world.runner.execute(createMessage, player, { message: `message ${n}` })).id);
    }
    const newest = await room.history();
    expect(newest).toHaveLength(CHAT_PAGE);
    const older = await room.history(newest[0]?.id);
    expect([...older, ...newest].map((m) => m.id)).toEqual(ids);
    expect(await room.history(older[0]?.id)).toEqual([]);
  });
});

describe('permissions', () => {
  const calls = [
    [chatHistory, {}, ['out', 'USER', 'SUPPORT', 'MODERATOR', 'ADMIN']],
    [chatState, {}, ['out', 'USER', 'SUPPORT', 'MODERATOR', 'ADMIN']],
    [createMessage, { message: 'hello' }, ['USER', 'SUPPORT', 'MODERATOR', 'ADMIN']],
    [createMessageAsStaff, { message: 'hello' }, ['MODERATOR', 'ADMIN']],
    [banFromChat, 'player', ['MODERATOR', 'ADMIN']],
    [unbanFromChat, 'player', ['MODERATOR', 'ADMIN']],
    [removeMessages, 'message', ['MODERATOR', 'ADMIN']],
    [chatPersonas, {}, ['MODERATOR', 'ADMIN']],
    [chatAudit, {}, ['ADMIN']],
  ] as const;

  test.each(calls)('$name', async (call, given, allowed) => {
    const chatId = await room.say(player, 'something');
    const input = given === 'player' ? { userId: player.id } : given === 'message' ? { chatIds: [chatId] } : given;
    for (const role of ['out', 'USER', 'SUPPORT', 'MODERATOR', 'ADMIN'] as const) {
      const actor = role === 'out' ? null : await room.person(role);
      const may = (allowed as readonly string[]).includes(role);
      const tried = room.world.run(call, actor, input).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      );
      expect([role, await tried]).toEqual([role, may ? 'done' : role === 'out' ? 'SIGNED_OUT' : 'FORBIDDEN']);
    }
  });

  test('a player cannot write before confirming their age', async () => {
    const young = { ...player, ageConfirmed: false };
    expect(await room.world.refused(createMessage, young, { message: 'hello' })).toBe('AGE_UNCONFIRMED');
    await room.world.run(chatHistory, young, {});
  });
});

describe('limits', () => {
  test('four in a row, then one each three seconds', async () => {
    const strict = await makeRoom({ config: { rateLimits: true } });
    const talker = await strict.person();
    const say = () => strict.world.runner.execute(createMessage, talker, { message: 'hello' });
    for (let n = 0; n < 4; n += 1) await say();
    await expect(say()).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { seconds: 3 } });
    await strict.world.clock.advance(3_000);
    await say();
    await expect(say()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await strict.world.runner.execute(createMessage, await strict.person(), { message: 'not my fault' });
    await strict.world.close();
  });

  test('sixty in ten minutes, counted in the database', async () => {
    const strict = await makeRoom({ config: { rateLimits: true } });
    const talker = await strict.person();
    const say = async () => {
      await strict.world.clock.advance(3_000);
      return strict.world.runner.execute(createMessage, talker, { message: 'hello' });
    };
    const { max, perMs } = SLOW_LIMIT;
    for (let n = 0; n < max; n += 1) await say();
    // 59 pauses of 3 s since the first, and one more.
    const seconds = (perMs - max * 3_000) / 1_000;
    await expect(say()).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { seconds } });
    await strict.world.clock.advance(seconds * 1_000 - 3_000);
    await say();
    await strict.world.close();
  });
});

describe('facts', () => {
  test('old history + facts = fresh history, in every case', async () => {
    let view: readonly ChatMessage[] = await room.history();
    let seen = 0;
    const catchUp = async () => {
      const presenter = room.world.features.flatMap((f) => f.presenters ?? []).find((p) => p.topic === 'chat');
      const rows = await room.world.db.many<{
        id: number;
        subject: string;
        version: number;
        type: string;
        at: number;
        body: object | null;
      }>(sql`select id, subject, version, type, at, body from facts where topic = 'chat' and id > ${seen} order by id`);
      seen = rows.at(-1)?.id ?? seen;
      for (const row of rows) {
        const body = row.body ? { ...row.body, type: row.type } : (await presenter?.present(room.world.db, [row]))?.[0];
        if (body) view = applyChatFact(view, ChatFact.parse(body));
      }
      expect(view).toEqual(await room.history());
    };
    const first = await room.say(player, 'hello all');
    await room.sayAsStaff(admin, 'welcome', persona.id);
    await catchUp();
    const second = await room.say(player, 'bad words');
    await room.world.run(removeMessages, moderator, { chatIds: [second, first] });
    await catchUp();
    await room.close(admin, true);
    await room.sayAsStaff(moderator, 'closed now');
    await catchUp();
    expect(view).toHaveLength(2);
  });
});

describe('retention', () => {
  test('messages are deleted after 90 days, the audit stays', async () => {
    const old = await room.sayAsStaff(moderator, 'an old one');
    await room.world.run(removeMessages, moderator, { chatIds: [old.id] });
    await room.world.clock.advance(KEEP_MS - 1);
    const recent = await room.say(player, 'a recent one');
    await room.world.sweepAll();
    const count = async () => (await room.world.db.one<{ n: number }>(sql`select count(*) as n from chat_messages`)).n;
    expect(await count()).toBe(2);
    await room.world.clock.advance(2);
    await room.world.sweepAll();
    expect(await count()).toBe(1);
    expect((await room.history()).map((m) => m.id)).toEqual([recent]);
    expect(await room.audit()).toHaveLength(2);
  });

  test('the audit lists entries with names and avatars, newest first, and can be neither changed nor deleted', async () => {
    const { id } = await room.sayAsStaff(moderator, 'good evening', persona.id);
    await room.world.run(banFromChat, moderator, { userId: player.id, minutes: 2 });
    const { entries, next } = await room.world.run(chatAudit, admin, {});
    expect(next).toBeNull();
    expect(entries).toMatchObject([
      {
        actor: { name: 'Hollis' },
        action: 'ban',
        target: { name: 'rookbolt' },
        until: room.world.clock.now() + 2 * minute,
      },
      { actor: { name: 'Hollis' }, action: 'post.house', target: { name: 'Marzipan' }, chatId: id },
    ]);
    expect((await room.world.run(chatAudit, admin, { before: entries[0]?.id })).entries).toEqual([entries[1]]);
    for (const change of [
      sql`update chat_audit set actor_id = ${player.id}`,
      sql`delete from chat_audit`,
      sql`truncate chat_audit`,
    ]) {
      await expect(room.world.db.run(change)).rejects.toThrow('only added to');
    }
  });
});
