/** Asked prices, search matches, and page cursors. */
import { cents, type Cents } from '@fairpot/contract/wire/money';
import { describe, expect, test } from 'vitest';
import { askOf, cursorOf, cursorText, dayOf, dayText, patternsOf, referenceUpTo, searchable } from './rules.ts';

test('the asked price: with the spread, rounded up to a cent', () => {
  const asks = (price: number, bps: number): Cents => askOf(cents(price), bps);
  expect([asks(1, 500), asks(100, 500), asks(101, 500), asks(999, 0)]).toEqual([2, 105, 107, 999]);
});

test('the highest reference whose asked price fits a bound', () => {
  for (const bps of [0, 1, 333, 500, 9_999])
    for (let bound = 1; bound < 300; bound += 1) {
      const reference = referenceUpTo(bound, bps);
      expect(askOf(cents(reference), bps)).toBeLessThanOrEqual(bound);
      expect(askOf(cents(reference + 1), bps)).toBeGreaterThan(bound);
    }
});

describe('a search', () => {
  const finds = (search: string, name: string) =>
    patternsOf(search).every((pattern) => searchable(name).includes(pattern.slice(1, -1)));

  test.each([
    ['redline', 'AK-47 | Redline (Field-Tested)'],
    ['ak47 field', 'AK-47 | Redline (Field-Tested)'],
    ['AK-47 | Redline (Field-Tested)', 'AK-47 | Redline (Field-Tested)'],
    ['tested red', 'AK-47 | Redline (Field-Tested)'],
    ['★ karambit', '★ Karambit | Doppler (Factory New)'],
    ['stattrak', 'StatTrak™ AWP | Asiimov (Battle-Scarred)'],
    ['STATTRAK™', 'StatTrak™ AWP | Asiimov (Battle-Scarred)'],
    ['bjorn', 'Sticker | Björn (Holo)'],
    ['龍王', 'M4A4 | 龍王 (Dragon King) (Field-Tested)'],
    ['kiss♥', 'Sawed-Off | Kiss♥Love (Well-Worn)'],
    ['', 'anything'],
    ['  -| ', 'anything'],
  ])('%j finds %s', (search, name) => {
    expect(finds(search, name)).toBe(true);
  });

  test('does not find what is not there; LIKE wildcards are literal', () => {
    expect(finds('redlime', 'AK-47 | Redline (Field-Tested)')).toBe(false);
    expect(finds('ak 48', 'AK-47 | Redline (Field-Tested)')).toBe(false);
    expect(patternsOf('100%_\\')).toEqual(['%100%']);
  });
});

test('a cursor parses back to itself; any other text does not parse', () => {
  const cursor = { referenceCents: 1_234, itemType: 'ak-47-redline', itemId: `itm_${'0'.repeat(26)}` };
  expect(cursorOf(cursorText(cursor))).toEqual(cursor);
  for (const text of [
    '',
    '1~a',
    `1~a~itm_x`,
    `-1~a~${cursor.itemId}`,
    `1~a~b~${cursor.itemId}`,
    `1e9~a~${cursor.itemId}`,
  ])
    expect(cursorOf(text)).toBeNull();
});

test('days are UTC days', () => {
  expect(dayText(dayOf(Date.UTC(2026, 1, 28, 23, 59, 59, 999)))).toBe('2026-02-28');
  expect(dayText(dayOf(Date.UTC(2026, 2, 1)))).toBe('2026-03-01');
});
