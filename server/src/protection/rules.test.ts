/** What limits admit and refuse, as pure functions. In games, at once and over hours: limits and limit-clock. */
import { describe, expect, test } from 'vitest';
import { blockRefusal, exceededLimits, isCheckWaiting, limitRefusal, type LimitUse } from './rules.ts';

const limit = (kind: LimitUse['kind'], span: LimitUse['span'], cents: number, usedCents = 0): LimitUse => ({
  kind,
  span,
  cents,
  usedCents,
});

describe('amounts of one player', () => {
  test('are judged in order: one that is refused takes no room from the next', () => {
    const day = limit('stake', 'day', 100, 40);
    expect(exceededLimits([day], [50, 20, 10])).toEqual([null, { ...day, usedCents: 90 }, null]);
    expect(exceededLimits([day], [60])).toEqual([null]);
    expect(exceededLimits([day], [61])).toEqual([day]);
  });

  test('are stopped by the longest of the limits that they exceed', () => {
    const [day, month] = [limit('stake', 'day', 5), limit('loss', 'month', 5)];
    expect(exceededLimits([day, month], [6])).toEqual([month]);
    expect(exceededLimits([day, limit('loss', 'month', 50)], [6])).toEqual([day]);
  });
});

describe('a refusal', () => {
  const day = limit('loss', 'day', 1_000, 900);

  test('says from which hour the amount fits: enough has left by then, winnings that leave included', () => {
    const leaving = [
      { cents: 300, leavesAt: 10 },
      { cents: -250, leavesAt: 11 },
      { cents: 900, leavesAt: 12 },
    ];
    expect(limitRefusal(day, 400, leaving)).toMatchObject({
      code: 'LIMIT_LOSS',
      details: { max: '10.00', span: '24 hours', when: 'from 1970-01-01 10:00 UTC on' },
    });
    expect(limitRefusal(day, 401, leaving).details).toMatchObject({ when: 'from 1970-01-01 12:00 UTC on' });
    expect(limitRefusal(day, 1_001, leaving).details).toMatchObject({ when: 'only with a lower sum' });
  });

  test('of a block says until when; one that is over stops nothing unless it is an exclusion', () => {
    const block = (kind: 'BREAK' | 'EXCLUDED', until: number | null) => ({ kind, since: 0, until, returnFrom: null });
    expect(blockRefusal(5, null)).toBeNull();
    expect(blockRefusal(5, block('BREAK', 5))).toBeNull();
    expect(blockRefusal(4, block('BREAK', 5))?.code).toBe('TAKING_BREAK');
    expect(blockRefusal(5, block('EXCLUDED', null))?.details).toEqual({ until: 'for good' });
    expect(blockRefusal(5, block('EXCLUDED', 6))?.details).toEqual({ until: 'until 1970-01-01 00:00 UTC' });
    expect(blockRefusal(5, block('EXCLUDED', 5))?.details).toEqual({ until: 'until you come back on your profile' });
  });
});

test('a reality check waits from the end of its interval until it is read or the visit is over', () => {
  const minute = 60_000;
  const check = { minutes: 15, readAt: 0, seenAt: 10 * minute };
  expect(isCheckWaiting(15 * minute - 1, check)).toBe(false);
  expect(isCheckWaiting(15 * minute, check)).toBe(true);
  expect(isCheckWaiting(40 * minute, check)).toBe(true);
  expect(isCheckWaiting(40 * minute + 1, check)).toBe(false);
  expect(isCheckWaiting(15 * minute, { ...check, minutes: null })).toBe(false);
});
