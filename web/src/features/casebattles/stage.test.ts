/** What may be seen of a battle and when: nothing that the reels have not shown, totals that rise with them. */
import { describe, expect, test } from 'vitest';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { battleOf, EVEN } from './battle.fixture.ts';
import { leadersOf, openDrops, totalsOf } from './standing.ts';
import { momentOf, nextChangeAt, stageOf, timelineOf, veiled } from './stage.ts';

const { battle } = battleOf({ status: 'STARTED' });
const timeline = timelineOf(battle);
if (timeline === null) throw new Error('no replay');
const LATE = timeline.endsAt;

const stageAt = (of: typeof battle, now: number) => stageOf(of, timelineOf(of), now);

describe('the stage', () => {
  test('follows status and clock', () => {
    expect(stageAt(battleOf({ status: 'PENDING' }).battle, 0)).toBe('pending');
    expect(stageAt(battleOf({ status: 'STARTED', revealed: false }).battle, LATE)).toBe('awaiting');
    expect(stageAt(battle, timeline.startsAt - 1)).toBe('lead');
    expect(stageAt(battle, timeline.startsAt)).toBe('rolling');
    expect(stageAt(battle, LATE - 1)).toBe('standing');
    expect(stageAt(battle, LATE)).toBe('told');
    expect(stageAt(battleOf().battle, LATE)).toBe('told');
    expect(stageAt(battleOf({ status: 'CANCELLED' }).battle, LATE)).toBe('cancelled');
    expect(stageAt(battleOf({ status: 'VOIDED' }).battle, LATE)).toBe('voided');
  });

  test('an early fact of the end tells nothing early: the clock decides', () => {
    expect(stageAt({ ...battle, status: 'FINISHED' }, timeline.startsAt + 1)).toBe('rolling');
  });

  test('a tie has its own', () => {
    const tied = battleOf({ status: 'STARTED', cases: [EVEN] }).battle;
    const of = timelineOf(tied);
    expect(stageOf(tied, of, (of?.startsAt ?? 0) + (of?.roundMs ?? 0))).toBe('tie');
  });
});

/** The view at every instant at which it changes, with what it says. */
function views() {
  const all = [];
  for (let now: number | null = 0; now !== null; now = nextChangeAt(timeline, now)) {
    const moment = momentOf(timeline, now);
    all.push({ now, moment, shown: veiled(battle, moment) });
  }
  return all;
}

describe('the veil', () => {
  test('holds drops, totals, winner and secret until each may be seen', () => {
    for (const { now, moment, shown } of views()) {
      const rolls = shown.teams.flatMap(({ participants }) => participants.flatMap((each) => each.rolls));
      expect(rolls).toHaveLength(openDrops(battle, moment).length);
      const told = now >= LATE;
      expect(shown.result !== null).toBe(told);
      expect(shown.secret !== null).toBe(told);
      expect(shown.fair.drandSignature !== null).toBe(told);
      expect(JSON.stringify(shown).includes(battle.secret ?? '')).toBe(told);
    }
  });

  test('totals rise drop by drop to the published ones', () => {
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

test('who leads: the greatest total, or the smallest in INVERSE, nobody before the first drop', () => {
  expect(leadersOf({ mode: 'NORMAL' }, [0, 0])).toEqual([]);
  expect(leadersOf({ mode: 'NORMAL' }, [5, 9, 9])).toEqual([1, 2]);
  expect(leadersOf({ mode: 'INVERSE' }, [5, 9, 9])).toEqual([0]);
});
