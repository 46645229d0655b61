import { expect, test } from 'vitest';
import { accountOf, gapOf, type RecordedEntries } from './account.ts';

const stake = (roundId: string, playerId: string, ...items: string[]) => ({
  game: 'coinflip' as const,
  roundId,
  playerId,
  items,
});
const recorded = (roundId: string, playerId: string, entries: number, ...items: string[]): RecordedEntries => ({
  roundId,
  playerId,
  entries,
  items,
});

test('what was acknowledged and is recorded once is neither lost nor doubled', () => {
  const acknowledged = [stake('r1', 'a', 'i1'), stake('r1', 'b', 'i2'), stake('r2', 'a', 'i3'), stake('r2', 'a', 'i4')];
  const all = [recorded('r1', 'a', 1, 'i1'), recorded('r1', 'b', 1, 'i2'), recorded('r2', 'a', 2, 'i3', 'i4')];
  expect(accountOf(acknowledged, all)).toEqual({ lost: [], doubled: [] });
});

test('a stake without a record is lost, also one item of it, and one of two entries', () => {
  expect(accountOf([stake('r1', 'a', 'i1')], []).lost).toEqual(['r1 a: i1']);
  expect(accountOf([stake('r1', 'a', 'i1', 'i2')], [recorded('r1', 'a', 1, 'i1')]).lost).toEqual(['r1 a: i2']);
  expect(accountOf([stake('r1', 'a'), stake('r1', 'a')], [recorded('r1', 'a', 1)]).lost).toHaveLength(1);
});

test('an entry that no client was answered about is doubled', () => {
  expect(accountOf([], [recorded('r1', 'a', 1, 'i1')]).doubled).toHaveLength(1);
  expect(accountOf([stake('r1', 'a', 'i1')], [recorded('r1', 'a', 2, 'i1')]).doubled).toEqual([
    'r1 a: 2 entries, 1 acknowledged',
  ]);
});

test('the gap is the longest silence that touches the span', () => {
  expect(gapOf([0, 10, 20, 500, 510], 25, 600)).toBe(480);
  expect(gapOf([0, 300, 310, 320], 305, 330)).toBe(10);
  expect(gapOf([0, 10], 20, 1_000)).toBe(990);
  expect(gapOf([], 20, 30)).toBe(10);
});
