/** The log as a value: no duplicates, in order, bounded, and still while the player reads. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EMPTY_LOG,
  LOG_CAP,
  LOG_CUT,
  paused,
  refreshed,
  resumed,
  withFacts,
  withOlder,
  type ChatLog,
} from './log-model.ts';
import { chatId, messages, posted, removed } from '../sample.fixture.ts';

const ids = (log: ChatLog) => log.messages.map((message) => message.id);
const numbered = (from: number, to: number) => messages(from, to).map((message) => message.id);
const facts = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => posted(from + at));
const opened = (from: number, to: number, full = true) => refreshed(EMPTY_LOG, messages(from, to), full);

describe('at the end', () => {
  test('shows arriving messages; the oldest are dropped and can be loaded again', () => {
    const log = withFacts(opened(1, 50, false), facts(51, 260));
    expect(ids(log)).toEqual(numbered(1 + LOG_CUT, 260));
    expect(log).toMatchObject({ olderLeft: true, missed: 0, waiting: [] });
  });

  test('cuts many of the oldest at once, so that the rows seldom move', () => {
    const full = withFacts(opened(1, 50, false), facts(51, LOG_CAP));
    const first = (log: ChatLog) => log.messages[0]?.id;
    expect(first(full)).toBe(chatId(1));
    const cut = withFacts(full, [posted(LOG_CAP + 1)]);
    expect(first(cut)).toBe(chatId(1 + LOG_CUT));
    expect(first(withFacts(cut, facts(LOG_CAP + 2, LOG_CAP + LOG_CUT)))).toBe(chatId(1 + LOG_CUT));
  });

  test('drops removed messages; a fact without effect returns the same log', () => {
    const log = opened(1, 3);
    expect(ids(withFacts(log, [removed(2)]))).toEqual([chatId(1), chatId(3)]);
    expect(withFacts(log, [posted(3), removed(9), { type: 'chat.closed' }])).toBe(log);
  });

  test('a fresh page that overlaps keeps the older messages; one that does not replaces them', () => {
    const log = opened(1, 60);
    expect(ids(refreshed(log, messages(41, 90), true))).toEqual(numbered(1, 90));
    expect(ids(refreshed(log, messages(141, 190), true))).toEqual(numbered(141, 190));
    expect(ids(refreshed(log, messages(1, 3), false))).toEqual(numbered(1, 3));
  });
});

describe('scrolled up', () => {
  const reading = paused(opened(1, 50));

  test('the visible messages stay; new ones wait and are counted', () => {
    const log = withFacts(reading, facts(51, 53));
    expect(log.messages).toBe(reading.messages);
    expect(log.missed).toBe(3);
    const back = resumed(log);
    expect(ids(back)).toEqual(numbered(1, 53));
    expect(back).toMatchObject({ following: true, missed: 0, waiting: [], complete: true });
  });

  test('a removed message disappears, visible or waiting, and is no longer counted', () => {
    const log = withFacts(reading, [...facts(51, 52), removed(51), removed(7)]);
    expect(log.missed).toBe(1);
    expect(ids(resumed(log))).not.toContain(chatId(7));
    expect(ids(resumed(log))).not.toContain(chatId(51));
  });

  test('with more messages than can wait, returning shows the newest without a gap', () => {
    const back = resumed(withFacts(reading, facts(51, 50 + LOG_CAP + 30)));
    expect(ids(back)).toEqual(numbered(81, 50 + LOG_CAP + 30));
    expect(back.olderLeft).toBe(true);
  });

  test('a fresh page keeps the visible messages: removed ones disappear, new ones wait', () => {
    const log = refreshed(reading, [...messages(31, 44), ...messages(46, 80)], true);
    expect(ids(log)).toEqual([...numbered(1, 44), ...numbered(46, 50)]);
    expect(log.waiting.map((message) => message.id)).toEqual(numbered(51, 80));
    expect(log.missed).toBe(30);
  });

  test('a fresh page without overlap keeps the visible messages; returning needs a fetch', () => {
    const log = refreshed(reading, messages(200, 249), true);
    expect(log.messages).toBe(reading.messages);
    expect(log.complete).toBe(false);
    const back = resumed(withFacts(log, [posted(250)]));
    expect(back).toMatchObject({ following: true, complete: false });
    expect(ids(refreshed(back, messages(201, 250), true))).toEqual(numbered(201, 250));
  });
});

describe('older pages', () => {
  test('are prepended; a short one was the last', () => {
    const log = withOlder(paused(opened(51, 100)), messages(1, 50), false);
    expect(ids(log)).toEqual(numbered(1, 100));
    expect(log.olderLeft).toBe(false);
  });

  test('beyond the cap the newest are dropped, and the log is incomplete', () => {
    const log = withOlder(paused(opened(51, 50 + LOG_CAP)), messages(1, 50), true);
    expect(ids(log)).toEqual(numbered(1, LOG_CAP));
    expect(log).toMatchObject({ complete: false, following: false });
    expect(withFacts(log, [posted(999)])).toMatchObject({ missed: 1, messages: log.messages });
  });
});

test('any sequence of events: sorted, no duplicate ids, within the cap', () => {
  type Step = (log: ChatLog) => ChatLog;
  const number = fc.integer({ min: 1, max: 400 });
  const step: fc.Arbitrary<Step> = fc.oneof(
    number.map(
      (n): Step =>
        (log) =>
          withFacts(log, [posted(n)]),
    ),
    number.map(
      (n): Step =>
        (log) =>
          withFacts(log, facts(n, n + 40)),
    ),
    number.map(
      (n): Step =>
        (log) =>
          withFacts(log, [removed(n)]),
    ),
    number.map(
      (n): Step =>
        (log) =>
          refreshed(log, messages(n, n + 49), true),
    ),
    number.map(
      (n): Step =>
        (log) =>
          withOlder(log, messages(Math.max(1, n - 49), n), n > 50),
    ),
    fc.constant(paused),
    fc.constant(resumed),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const log = steps.reduce((now, next) => next(now), EMPTY_LOG);
      for (const list of [log.messages, log.waiting]) {
        const found = list.map((message) => message.id);
        expect(found).toEqual([...new Set(found)].sort());
        expect(found.length).toBeLessThanOrEqual(LOG_CAP);
      }
      expect(log.missed).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 300 },
  );
});
