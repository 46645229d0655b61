/** What is shown of a battle and when: nothing that the reels have not shown, and totals that rise with them. */
import { describe, expect, test } from 'vitest';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { battleOf, EVEN } from './battle.fixture.ts';
import { leadersOf, openDrops, totalsOf } from './drops.ts';
import { momentOf, nextChangeAt, stageOf, timelineOf, veiled } from './stage.ts';
import { restartedAt } from './timeline.ts';

const { battle } = battleOf({ status: 'STARTED' });
const timeline = timelineOf(battle);
if (timeline === null) throw new Error('no replay');
const LATE = timeline.endsAt;

const stageAt = (of: typeof battle, now: number) => stageOf(of, timelineOf(of), now);

describe('the stage', () => {
  test('follows status and clock', () => {
    expect(stageAt(battleOf({ status: 'PENDING' }).battle, 0)).toBe('pending');
    const waiting = battleOf({ status: 'STARTED', revealed: false }).battle;
    const dueAt = waiting.dueAt ?? 0;
    expect(stageAt(waiting, dueAt - 1)).toBe('awaiting');
    for (const late of [dueAt, LATE]) expect(stageAt(waiting, late)).toBe('spinning');
    expect(nextChangeAt(waiting, null, dueAt - 5_000)).toBe(dueAt);
    expect(nextChangeAt(waiting, null, dueAt)).toBeNull();
    expect(stageAt(battle, timeline.startsAt - 1)).toBe('spinning');
    expect(stageAt(battle, timeline.startsAt)).toBe('rolling');
    expect(stageAt(battle, LATE - 1)).toBe('standing');
    expect(stageAt(battle, LATE)).toBe('over');
    expect(stageAt(battleOf().battle, LATE)).toBe('over');
    expect(stageAt(battleOf({ status: 'CANCELLED' }).battle, LATE)).toBe('cancelled');
    expect(stageAt(battleOf({ status: 'VOIDED' }).battle, LATE)).toBe('voided');
  });

  test('an early fact of the end reveals nothing early: the clock decides', () => {
    expect(stageAt({ ...battle, status: 'FINISHED' }, timeline.startsAt + 1)).toBe('rolling');
  });

  test('a replay spins no reels: its result is known', () => {
    const again = restartedAt(timeline, LATE + 60_000);
    expect(stageOf(battle, again, again.startsAt - 1)).toBe('lead');
    expect(stageOf(battle, again, again.startsAt)).toBe('rolling');
  });

  test('a tie has its own stage', () => {
    const tied = battleOf({ status: 'STARTED', cases: [EVEN] }).battle;
    const of = timelineOf(tied);
    expect(stageOf(tied, of, (of?.startsAt ?? 0) + (of?.roundMs ?? 0))).toBe('tie');
  });
});

/** The view at every instant of a change. */
function views() {
  const all = [];
  for (let now: number | null = 0; now !== null; now = nextChangeAt(battle, timeline, now)) {
    const moment = momentOf(timeline, now);
    all.push({ now, moment, shown: veiled(battle, moment) });
  }
  return all;
}

describe('the veil', () => {
  test('hides drops, totals, winner and secret until each may be shown', () => {
    for (const { now, moment, shown } of views()) {
      const rolls = shown.teams.flatMap(({ participants }) => participants.flatMap((each) => each.rolls));
      expect(rolls).toHaveLength(openDrops(battle, moment).length);
      const over = now >= LATE;
      expect(shown.result !== null).toBe(over);
      expect(shown.secret !== null).toBe(over);
      expect(shown.fair.drandSignature !== null).toBe(over);
      expect(JSON.stringify(shown).includes(battle.secret ?? '')).toBe(over);
    }
  });

  test('totals rise drop by drop to the published totals', () => {
    let before = 0;
    for (const { moment, shown } of views()) {
      const sum = totalsOf(shown, openDrops(shown, moment)).reduce((all, each) => all + each, 0);
      expect(sum).toBeGreaterThanOrEqual(before);
      before = sum;
    }
    const last = views().at(-1);
    if (!last) throw new Error('no views');
    expect(totalsOf(last.shown, openDrops(last.shown, last.moment))).toEqual(
      battle.result?.teamTotalsUsd.map((each) => centsFromUsd(each)),
    );
  });
});

test('the largest total leads, or the smallest in INVERSE; none before the first drop', () => {
  expect(leadersOf({ mode: 'NORMAL' }, [0, 0])).toEqual([]);
  expect(leadersOf({ mode: 'NORMAL' }, [5, 9, 9])).toEqual([1, 2]);
  expect(leadersOf({ mode: 'INVERSE' }, [5, 9, 9])).toEqual([0]);
});
