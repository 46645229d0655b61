/** Rules for chat texts, and how facts change a list of messages. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyChatFact } from './views.ts';
import { CHAT_MAX_LENGTH, chatText, chatTextProblem } from './calls.ts';
import type { ChatFact, ChatMessage } from './schemas.ts';

const id = (n: number) => `cht_${String(n).padStart(26, '0')}`;

function message(n: number): ChatMessage {
  const userId = `ply_${'0'.repeat(26)}`;
  const user = {
    id: userId,
    steamid: '76561198000000101',
    name: 'rookbolt',
    avatar: '',
    level: 1,
    experience: 100,
    isFake: false,
    badge: null,
  };
  return { id: id(n), message: `message ${n}`, userId, user, badge: null, createdAt: n * 1000 };
}

const posted = (n: number): ChatFact => ({ type: 'chat.posted', message: message(n) });
const removed = (n: number): ChatFact => ({ type: 'chat.removed', id: id(n) });

describe('chatText', () => {
  test.each([
    ['  hi there  ', 'hi there'],
    ['two\r\nlines\tand\u2028more', 'two lines and more'],
    ['a\u0000b\u0007c', 'abc'],
    ['a \u0000 b', 'a b'],
    ['\u202eevil\u202c \u2066x\u2069', 'evil x'],
    ['\ud83d lone', 'lone'],
    ['<b>&amp;</b>', '<b>&amp;</b>'],
    ['e\u0301\u0302\u0303\u0304\u0305\u0306', '\u00e9\u0302\u0303\u0304'],
    ['👩‍🚀 ok', '👩‍🚀 ok'],
    ['می‌خواهم', 'می‌خواهم'],
  ])('%j becomes %j', (raw, text) => {
    expect(chatText(raw)).toBe(text);
  });

  test('is stable, one line, trimmed, and without direction characters or stacked marks', () => {
    const nasty = fc.constantFrom('\u202e', '\u2067', '\u0301', '\u0336', '\u200d', '\n', ' ', '\u0000', '\ud800', 'ё');
    fc.assert(
      fc.property(fc.array(fc.oneof(nasty, fc.string({ unit: 'grapheme', maxLength: 4 }))), (parts) => {
        const text = chatText(parts.join(''));
        expect(chatText(text)).toBe(text);
        expect(text).toBe(text.trim());
        expect(text).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|\p{M}{4}/u);
      }),
    );
  });
});

describe('chatTextProblem', () => {
  test.each([
    ['', 'MESSAGE_TOO_SHORT'],
    ['hi', 'MESSAGE_TOO_SHORT'],
    ['👍👍', 'MESSAGE_TOO_SHORT'],
    ['\u200d\u200d\u200d\u200d', 'MESSAGE_TOO_SHORT'],
    ['\u3164\u3164\u3164', 'MESSAGE_TOO_SHORT'],
    ['hey', null],
    ['a b', null],
    ['👍👍👍', null],
    ['x'.repeat(CHAT_MAX_LENGTH), null],
    ['👍'.repeat(CHAT_MAX_LENGTH), null],
    ['x'.repeat(CHAT_MAX_LENGTH + 1), 'MESSAGE_TOO_LONG'],
  ])('%j: %j', (text, problem) => {
    expect(chatTextProblem(text)).toBe(problem);
  });
});

describe('applyChatFact', () => {
  test('appends, ignores known and older messages, inserts a late one', () => {
    const list = [message(2), message(4)];
    expect(applyChatFact(list, posted(5)).map((m) => m.id)).toEqual([id(2), id(4), id(5)]);
    expect(applyChatFact(list, posted(3)).map((m) => m.id)).toEqual([id(2), id(3), id(4)]);
    expect(applyChatFact(list, posted(4))).toBe(list);
    expect(applyChatFact(list, posted(1))).toBe(list);
    expect(applyChatFact([], posted(1)).map((m) => m.id)).toEqual([id(1)]);
  });

  test('removes the removed messages only', () => {
    const list = [message(1), message(2)];
    expect(applyChatFact(list, removed(1))).toEqual([message(2)]);
    expect(applyChatFact(list, removed(7))).toBe(list);
    expect(applyChatFact(list, { type: 'chat.closed' })).toBe(list);
  });

  test('sorted and without duplicates in any order of arrival, with repeats', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (arrivals) => {
        const start: readonly ChatMessage[] = [message(0)];
        const list = arrivals.reduce((now, n) => applyChatFact(now, posted(n)), start);
        expect(list.map((m) => m.id)).toEqual([...new Set([0, ...arrivals])].sort((a, b) => a - b).map(id));
      }),
    );
  });
});
