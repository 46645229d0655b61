import { describe, expect, test } from 'vitest';
import { ANNOUNCE_EVERY_MS, createAnnounceQueue, mergeTexts } from './announcer.ts';

/** A manual clock with timers. */
function setUp() {
  const spoken: string[] = [];
  let time = 0;
  let alarms: { at: number; run: () => void }[] = [];
  const queue = createAnnounceQueue((text) => spoken.push(text), {
    now: () => time,
    later: (run, ms) => void alarms.push({ at: time + ms, run }),
  });
  const advance = (ms: number): void => {
    time += ms;
    const due = alarms.filter((alarm) => alarm.at <= time);
    alarms = alarms.filter((alarm) => alarm.at > time);
    due.forEach((alarm) => alarm.run());
  };
  return { say: queue.say, advance, spoken };
}

describe('the announcer', () => {
  test('speaks at once after silence', () => {
    const { say, spoken } = setUp();
    say('214 items');
    expect(spoken).toEqual(['214 items']);
  });

  test('collects the texts of two seconds and speaks once, merged', () => {
    const { say, advance, spoken } = setUp();
    say('one');
    say('two');
    say('three');
    say('two');
    advance(ANNOUNCE_EVERY_MS - 1);
    expect(spoken).toEqual(['one']);
    advance(1);
    expect(spoken).toEqual(['one', 'two. three']);
  });

  test('is free again two seconds after it last spoke', () => {
    const { say, advance, spoken } = setUp();
    say('one');
    advance(ANNOUNCE_EVERY_MS);
    say('two');
    expect(spoken).toEqual(['one', 'two']);
  });

  test('ignores an empty text', () => {
    const { say, spoken } = setUp();
    say('  ');
    expect(spoken).toEqual([]);
    expect(mergeTexts(['a ', '', 'a'])).toBe('a');
  });
});
