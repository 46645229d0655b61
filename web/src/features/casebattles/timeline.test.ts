/** The instants of a battle: reels one after the other, totals that never run ahead, the same for late visitors. */
import { CASEBATTLE_MAX_CASES, REPLAY_TAIL_MS, REPLAY_TIE_MS, roundMsFor } from '@fairpot/contract/casebattle/calls';
import { replayAt } from '@fairpot/contract/casebattle/replay.fixture';
import { describe, expect, test } from 'vitest';
import type { Timeline } from './timeline.ts';
import {
  isOpen,
  momentAt,
  nextChangeAt,
  roundStartsAt,
  spinMsOf,
  restartedAt,
  stopsAt,
  tieStartsAt,
} from './timeline.ts';

function timelineOf(rounds: number, seats: number, tie: boolean): Timeline {
  const roundMs = roundMsFor(rounds);
  const tieMs = tie ? REPLAY_TIE_MS : 0;
  const startsAt = 1_000_000;
  return { startsAt, roundMs, tieMs, endsAt: startsAt + rounds * roundMs + tieMs + REPLAY_TAIL_MS, rounds, seats };
}

const FOUR = timelineOf(3, 4, false);
const TIED = timelineOf(2, 6, true);

/** Every instant of a change, in order. */
function walk(timeline: Timeline): number[] {
  const instants: number[] = [];
  for (let at = nextChangeAt(timeline, 0); at !== null; at = nextChangeAt(timeline, at)) instants.push(at);
  return instants;
}

describe('the moment', () => {
  test('is before, rolling, standing and over, in this order', () => {
    expect(momentAt(FOUR, FOUR.startsAt - 1).part).toBe('before');
    expect(momentAt(FOUR, FOUR.startsAt)).toEqual({ part: 'rolling', round: 0, stopped: 0 });
    expect(momentAt(FOUR, FOUR.endsAt - 1)).toEqual({ part: 'standing', round: 2, stopped: 4 });
    expect(momentAt(FOUR, FOUR.endsAt)).toEqual({ part: 'over', round: 2, stopped: 4 });
  });

  test('opens seat by seat, each at its own instant', () => {
    for (const seat of [0, 1, 2, 3]) {
      const at = Math.ceil(stopsAt(FOUR, 1, seat));
      expect(momentAt(FOUR, at - 1).stopped).toBe(seat);
      expect(momentAt(FOUR, at).stopped).toBe(seat + 1);
    }
  });

  test('draws a tie after the last round, and shows the winner after that', () => {
    const starts = tieStartsAt(TIED) ?? 0;
    expect(momentAt(TIED, starts - 1)).toEqual({ part: 'rolling', round: 1, stopped: 6 });
    expect(momentAt(TIED, starts).part).toBe('tie');
    expect(momentAt(TIED, starts + TIED.tieMs).part).toBe('standing');
    expect(tieStartsAt(FOUR)).toBeNull();
  });

  test('matches the server’s position in the replay', () => {
    for (let now = TIED.startsAt - 100; now < TIED.endsAt + 100; now += 37) {
      const { part, round } = replayAt(TIED, TIED.rounds, now);
      const own = momentAt(TIED, now);
      expect(
        { lead: 'before', reels: 'rolling', tie: 'tie', over: now < TIED.endsAt ? 'standing' : 'over' }[part],
      ).toBe(own.part);
      expect(own.round).toBe(Math.max(0, round));
    }
  });

  test.each([1, 10, 11, 25, 26, CASEBATTLE_MAX_CASES])(
    'with %i rounds every spin takes at least 2.5 s, and all reels stop well before the next case',
    (rounds) => {
      const timeline = timelineOf(rounds, 6, false);
      expect(spinMsOf(timeline, 0)).toBeGreaterThanOrEqual(2_500);
      expect(roundStartsAt(timeline, 1) - stopsAt(timeline, 0, 5)).toBeGreaterThanOrEqual(600);
    },
  );
});

describe('the open drops', () => {
  test.each([FOUR, TIED, timelineOf(12, 6, true)])('grow by one at each stop and never shrink', (timeline) => {
    const open = (now: number) => {
      const moment = momentAt(timeline, now);
      return Array.from({ length: timeline.rounds * timeline.seats }, (_, n) =>
        isOpen(moment, Math.floor(n / timeline.seats), n % timeline.seats),
      ).filter(Boolean).length;
    };
    let before = 0;
    for (const at of walk(timeline)) {
      expect(open(at - 1)).toBe(before);
      expect(open(at) - before).toBeLessThanOrEqual(1);
      expect(open(at)).toBeGreaterThanOrEqual(before);
      before = open(at);
    }
    expect(before).toBe(timeline.rounds * timeline.seats);
  });

  test('are none before the start', () => {
    expect(isOpen(momentAt(FOUR, 0), 0, 0)).toBe(false);
  });
});

test('the last change is the end of the replay', () => {
  for (const timeline of [FOUR, TIED]) {
    expect(walk(timeline).at(-1)).toBe(timeline.endsAt);
    expect(nextChangeAt(timeline, timeline.endsAt)).toBeNull();
  }
});

test('a replay is the same timeline, later', () => {
  const again = restartedAt(TIED, TIED.startsAt + 86_400_000);
  expect(walk(again).map((at) => at - 86_400_000)).toEqual(walk(TIED));
});
