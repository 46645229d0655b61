/** Prices that are believed and those that are not, what is asked, what a search finds, where pages go on. */
import { cents, type Cents } from '@fairpot/contract/wire/money';
import { describe, expect, test } from 'vitest';
import {
  APART_FACTOR,
  askOf,
  CONFIRM_MS,
  cursorOf,
  cursorText,
  dayOf,
  dayText,
  doubtAt,
  judge,
  medianOf,
  patternsOf,
  searchable,
  STALE_MS,
  type Believed,
  type Quote,
} from './rules.ts';

const NOW = Date.UTC(2026, 0, 10);
const known: Believed = {
  referenceCents: cents(1_000),
  origin: 'sources',
  doubt: null,
  pending: null,
  pricedAt: NOW - 60_000,
};
const quote = (price: number, over: Partial<Quote> = {}): Quote => ({
  cents: cents(price),
  quantity: 50,
  quotedAt: NOW - 1_000,
  ...over,
});

describe('judge', () => {
  test('believes the median of two, rounded down to a cent', () => {
    expect(judge(known, [quote(1_000), quote(1_101)], NOW)).toEqual({
      referenceCents: 1_050,
      origin: 'sources',
      doubt: null,
      pending: null,
      pricedAt: NOW,
    });
  });

  test.each([
    ['nobody knows it', [], 'MISSING'],
    ['one source alone', [quote(1_000)], 'MISSING'],
    ['one is older than a day', [quote(1_000), quote(1_000, { quotedAt: NOW - STALE_MS - 1 })], 'STALE'],
    ['one rests on four offers', [quote(1_000), quote(1_000, { quantity: 4 })], 'THIN'],
    ['they contradict each other', [quote(700), quote(700 * APART_FACTOR + 1)], 'APART'],
    ['one is off a hundredfold', [quote(1_000), quote(100_000)], 'APART'],
    ['both jumped together', [quote(1_260), quote(1_260)], 'JUMP'],
    ['both fell together', [quote(740), quote(740)], 'JUMP'],
  ] as const)('%s: %s is not believed, and the last price stays', (_, quotes, doubt) => {
    expect(judge(known, quotes, NOW)).toMatchObject({ doubt, referenceCents: 1_000, pricedAt: known.pricedAt });
  });

  test('the edges are inside: a day old, five offers, 25 %, a factor of two', () => {
    const edge = { quotedAt: NOW - STALE_MS, quantity: 5 };
    expect(judge(known, [quote(1_250, edge), quote(1_250, edge)], NOW)).toMatchObject({
      doubt: null,
      referenceCents: 1_250,
    });
    expect(judge(known, [quote(750), quote(750)], NOW).doubt).toBeNull();
    expect(judge(known, [quote(700), quote(700 * APART_FACTOR)], NOW).doubt).toBeNull();
  });

  test('a jump is believed when it has stayed for a day, and begins anew when it jumps again', () => {
    const leapt = judge(known, [quote(2_000), quote(2_000)], NOW);
    expect(leapt).toMatchObject({ doubt: 'JUMP', referenceCents: 1_000, pending: { cents: 2_000, since: NOW } });
    const at = (after: number, price: number, before: Believed) =>
      judge(before, [quote(price, { quotedAt: NOW + after }), quote(price, { quotedAt: NOW + after })], NOW + after);
    const waiting = at(CONFIRM_MS - 1, 2_100, leapt);
    expect(waiting).toMatchObject({ doubt: 'JUMP', referenceCents: 1_000, pending: { since: NOW } });
    expect(at(CONFIRM_MS, 2_100, waiting)).toMatchObject({ doubt: null, referenceCents: 2_100, pending: null });
    expect(at(CONFIRM_MS, 4_000, waiting)).toMatchObject({
      doubt: 'JUMP',
      pending: { cents: 4_000, since: NOW + CONFIRM_MS },
    });
    // Back where it was: believed at once, and nothing is pending.
    expect(at(5_000, 1_010, leapt)).toMatchObject({ doubt: null, referenceCents: 1_010, pending: null });
  });

  test('a doubt in between makes the wait begin anew: nobody saw where the price was', () => {
    const leapt = judge(known, [quote(2_000), quote(2_000)], NOW);
    expect(judge(leapt, [quote(2_000)], NOW + 1).pending).toBeNull();
  });

  test('what the catalogue says is no price to jump from', () => {
    const first = judge({ ...known, origin: 'catalogue' }, [quote(5_000), quote(5_100)], NOW);
    expect(first).toMatchObject({ doubt: null, origin: 'sources', referenceCents: 5_050 });
  });

  test.each([null, 'MISSING'] as const)('until two sources agree once, what was said at first holds: %s', (doubt) => {
    const first: Believed = { ...known, origin: 'catalogue', doubt };
    for (const quotes of [
      [],
      [quote(5_000)],
      [quote(5_000), quote(5_000, { quantity: 1 })],
      [quote(100), quote(5_000)],
    ])
      expect(judge(first, quotes, NOW)).toEqual(first);
  });
});

test('a price that nobody confirmed for a day is stale, whoever failed to ask; the catalogue’s is not', () => {
  expect(doubtAt({ ...known, pricedAt: NOW - STALE_MS }, NOW)).toBeNull();
  expect(doubtAt({ ...known, pricedAt: NOW - STALE_MS - 1 }, NOW)).toBe('STALE');
  expect(doubtAt({ ...known, pricedAt: 0, origin: 'catalogue' }, NOW)).toBeNull();
  expect(doubtAt({ ...known, doubt: 'THIN' }, NOW)).toBe('THIN');
});

test('the median of one, two, three, four', () => {
  const of = (...all: number[]) => medianOf(all.map(cents));
  expect([of(7), of(1, 4), of(9, 1, 5), of(10, 1, 4, 100)]).toEqual([7, 2, 5, 7]);
  expect(() => medianOf([])).toThrow(RangeError);
});

test('what is asked: the spread, rounded up to a cent', () => {
  const asks = (price: number, bps: number): Cents => askOf(cents(price), bps);
  expect([asks(1, 500), asks(100, 500), asks(101, 500), asks(999, 0)]).toEqual([2, 105, 107, 999]);
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

  test('and what is not there it does not find; signs of LIKE are no signs', () => {
    expect(finds('redlime', 'AK-47 | Redline (Field-Tested)')).toBe(false);
    expect(finds('ak 48', 'AK-47 | Redline (Field-Tested)')).toBe(false);
    expect(patternsOf('100%_\\')).toEqual(['%100%']);
  });
});

test('a cursor is read as it was written, and nothing else is one', () => {
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
