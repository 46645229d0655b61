import { describe, expect, test } from 'vitest';
import { JACKPOT_SHOW_RESULT_MS } from '@fairpot/contract/jackpot/calls';
import { RESULTS_VISIBLE_AFTER_MS } from '@fairpot/contract/log/views';
import { lockedRound, openRound, settledRound } from './round.fixture.ts';
import { landedAt, NEVER_SHOWN, nextChangeAt, stageView, RING_MS, SPIN_DELAY_MS, stageOf, veiled } from './stage.ts';

const settled = settledRound();
const at = settled.settledAt ?? 0;
const landed = at + SPIN_DELAY_MS + RING_MS;

test('the server publishes the result in statistics and history at most half a second before the landing', () => {
  expect(RESULTS_VISIBLE_AFTER_MS.jackpot).toBeLessThan(landed - at);
  expect(RESULTS_VISIBLE_AFTER_MS.jackpot).toBeGreaterThanOrEqual(landed - at - 500);
});

describe('the stage', () => {
  test('follows phase and clock', () => {
    const open = openRound();
    const deadline = open.deadlineAt ?? 0;
    expect(stageOf({ ...open, phase: 'WAITING', deadlineAt: null }, 0)).toBe('waiting');
    expect(stageOf(open, deadline - 1)).toBe('countdown');
    expect(stageOf(open, deadline)).toBe('closing');
    expect(stageOf(lockedRound(), deadline + 5)).toBe('finishing');
    expect(stageOf(settled, at + SPIN_DELAY_MS - 1)).toBe('known');
    expect(stageOf(settled, at + SPIN_DELAY_MS)).toBe('turning');
    expect(stageOf(settled, landed - 1)).toBe('turning');
    expect(stageOf(settled, landed)).toBe('landed');
    expect(stageOf({ ...settled, phase: 'VOIDED' }, landed)).toBe('voided');
  });

  test('an entry that extends the deadline extends the countdown', () => {
    const open = openRound();
    const deadline = open.deadlineAt ?? 0;
    expect(stageOf({ ...open, deadlineAt: deadline + 7_000 }, deadline)).toBe('countdown');
    expect(nextChangeAt({ game: { ...open, deadlineAt: deadline + 7_000 }, last: null }, deadline)).toBe(
      deadline + 7_000,
    );
  });
});

describe('the veil', () => {
  test('nothing rendered before the landing depends on the result', () => {
    for (const now of [at, at + SPIN_DELAY_MS, landed - 1]) {
      const shown = veiled(settled, now);
      const { id, hash, openedAt, deadlineAt, finishedAt, settledAt, fair } = settled;
      const same = { id, hash, openedAt, deadlineAt, finishedAt, settledAt, fair };
      const other = veiled({ ...settledRound(7), ...same }, now);
      expect(shown.result).toBeNull();
      expect(shown.secret).toBeNull();
      expect(shown.fair.ticket).toBeNull();
      expect(shown.fair.drandSignature).toBeNull();
      expect(JSON.stringify(shown)).toBe(JSON.stringify(other));
    }
  });

  test('after the landing everything is visible, and open rounds are never changed', () => {
    expect(veiled(settled, landed)).toBe(settled);
    const open = openRound();
    expect(veiled(open, 0)).toBe(open);
  });
});

describe('which round is on the stage', () => {
  const next = { ...openRound(), id: 'rnd_next' };

  test('a drawn round stays to show its result although the next one takes entries', () => {
    const leaves = (landedAt(settled) ?? 0) + JACKPOT_SHOW_RESULT_MS;
    expect(stageView({ game: next, last: settled }, leaves - 1, null)).toEqual({ round: settled, next, before: null });
    expect(stageView({ game: next, last: settled }, leaves, null)).toEqual({
      round: next,
      next: null,
      before: settled,
    });
  });

  test('a player can skip to the next one; without a next one the last stays', () => {
    expect(stageView({ game: next, last: settled }, landed, settled.id).round).toBe(next);
    expect(stageView({ game: null, last: settled }, landed + 99_999, null).round).toBe(settled);
    expect(stageView({ game: null, last: null }, 0, null).round).toBeNull();
  });

  test('for its players, the result counts from when it was first on their screen', () => {
    const late = landed + 3_600_000;
    expect(stageView({ game: next, last: settled }, late, null, NEVER_SHOWN).round).toBe(settled);
    expect(stageView({ game: next, last: settled }, landed - 1, null, NEVER_SHOWN).round).toBe(settled);
    expect(stageView({ game: next, last: settled }, late, settled.id, NEVER_SHOWN).round).toBe(next);
    const leaves = late + JACKPOT_SHOW_RESULT_MS;
    expect(stageView({ game: next, last: settled }, leaves - 1, null, late).round).toBe(settled);
    expect(stageView({ game: next, last: settled }, leaves, null, late).round).toBe(next);
    expect(nextChangeAt({ game: null, last: settled }, late, late)).toBe(leaves);
    expect(nextChangeAt({ game: null, last: settled }, late, NEVER_SHOWN)).toBeNull();
  });

  test('wakes at each instant of a change, in order, and then never again', () => {
    const woken: number[] = [];
    for (let now: number | null = 0; now !== null; now = nextChangeAt({ game: null, last: settled }, now)) {
      woken.push(now);
    }
    expect(woken.slice(1)).toEqual([settled.deadlineAt, at + SPIN_DELAY_MS, landed, landed + JACKPOT_SHOW_RESULT_MS]);
  });
});
