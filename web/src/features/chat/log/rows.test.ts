/** The rows of the log: order, days, news, and the border to the unread messages. */
import { expect, test } from 'vitest';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import type { RecentResult } from '@fairpot/contract/results/schemas';
import { chatId, message, messages } from '../sample.fixture.ts';
import { isNews, rowsOf, withNews, type ChatRow } from './rows.ts';

const NONE = { readId: null, ownId: null, olderLeft: false };
const DAY = 86_400_000;
const START = new Date(2026, 10, 20, 12).getTime();
const person: PublicUser = {
  id: 'ply_a',
  steamid: '',
  name: 'anna',
  avatar: '',
  level: 1,
  experience: 0,
  isFake: false,
  badge: null,
};
const bot: PublicUser = { ...person, id: 'ply_b', name: 'Orla', isFake: true, badge: 'BOT' };

const at = (n: number, createdAt: number) => ({ ...message(n), createdAt });
const won = (n: number, when: number, wonUsd = 250, user = person): RecentResult => ({
  roundId: `rnd_${n}`,
  game: 'coinflip',
  at: when,
  winners: [{ user, stakedUsd: 100, wonUsd }],
});
const kinds = (rows: readonly ChatRow[]) => rows.map(({ kind, id }) => (kind === 'day' ? 'day' : id));

test('each day begins with its date, whatever its first row is', () => {
  const rows = rowsOf(
    [at(1, START), at(2, START + 60_000), at(3, START + 2 * DAY)],
    [won(1, START + DAY), won(2, START + DAY + 5)],
    NONE,
  );
  expect(kinds(rows)).toEqual(['day', chatId(1), chatId(2), 'day', 'rnd_1', 'rnd_2', 'day', chatId(3)]);
});

test('news is in order of time and ends a group of messages', () => {
  const rows = rowsOf([at(1, START), at(2, START + 1_000), at(3, START + 3_000)], [won(1, START + 2_000)], NONE);
  expect(kinds(rows)).toEqual(['day', chatId(1), chatId(2), 'rnd_1', chatId(3)]);
  expect(rows.flatMap((row) => (row.kind === 'message' ? [row.grouped] : []))).toEqual([false, true, false]);
});

test('of many results between two messages the newest four are shown', () => {
  const many = Array.from({ length: 9 }, (_, n) => won(n, START + 1 + n));
  const rows = rowsOf([at(1, START), at(2, START + 60_000)], many, NONE);
  expect(kinds(rows)).toEqual(['day', chatId(1), 'rnd_5', 'rnd_6', 'rnd_7', 'rnd_8', chatId(2)]);
});

test('news from before the oldest shown message is left out while older messages exist', () => {
  const shown = [at(9, START)];
  expect(kinds(rowsOf(shown, [won(1, START - 5)], { ...NONE, olderLeft: true }))).toEqual(['day', chatId(9)]);
  expect(kinds(rowsOf(shown, [won(1, START - 5)], NONE))).toEqual(['day', 'rnd_1', chatId(9)]);
});

test('the border is before the first unread message of others', () => {
  const rows = (readId: string, ownId: string | null) =>
    kinds(rowsOf(messages(1, 4), [], { ...NONE, readId, ownId })).filter((kind) => kind !== 'day');
  expect(rows(chatId(2), null)).toEqual([chatId(1), chatId(2), 'unread', chatId(3), chatId(4)]);
  expect(rows(chatId(4), null)).not.toContain('unread');
  expect(rows(chatId(2), message(3).userId)).not.toContain('unread');
});

test('news is a finished battle, or a large win by which a person gained', () => {
  expect(isNews(won(1, 0))).toBe(true);
  expect(isNews(won(1, 0, 99.99))).toBe(false);
  expect(isNews(won(1, 0, 250, bot))).toBe(false);
  expect(isNews({ ...won(1, 0), winners: [{ user: person, stakedUsd: 300, wonUsd: 250 }] })).toBe(false);
  expect(isNews({ ...won(1, 0, 5, bot), game: 'casebattle' })).toBe(true);
});

test('an answer with nothing new changes nothing; a new result joins at its time', () => {
  const known = withNews([], [won(2, 20), won(1, 10)]);
  expect(known.map(({ roundId }) => roundId)).toEqual(['rnd_1', 'rnd_2']);
  expect(withNews(known, [won(1, 10), won(5, 50, 1)])).toBe(known);
  expect(withNews(known, [won(3, 15)]).map(({ roundId }) => roundId)).toEqual(['rnd_1', 'rnd_3', 'rnd_2']);
});
