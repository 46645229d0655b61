import { describe, expect, test } from 'vitest';
import type { JackpotFact, JackpotState } from '@fairpot/contract/jackpot/schemas';
import { fold } from './fold.ts';
import { entriesOf, openRound } from './round.fixture.ts';

const [first, second] = entriesOf([
  ['ann', 500],
  ['bob', 700],
]);
if (!first || !second) throw new Error('two entries');
const NUMBERS: Readonly<Record<string, number>> = { rnd_0: 1, rnd_a: 2, rnd_b: 3, rnd_c: 4 };
const round = (id: string) => {
  const open = openRound();
  return { ...open, id, version: 2, entries: [first], value: 5, fair: { ...open.fair, number: NUMBERS[id] ?? 0 } };
};
const state: JackpotState = {
  state: { finishedAt: null },
  game: round('rnd_b'),
  last: round('rnd_a'),
  minbet: 1,
  feeBps: 500,
  paused: false,
};
const entered = (roundId: string, version: number): JackpotFact => ({
  type: 'jackpot.entered',
  roundId,
  version,
  entry: second,
  phase: 'COUNTDOWN',
  value: 12,
  deadlineAt: 99,
});

describe('folding facts', () => {
  test('applies the next fact once', () => {
    const once = fold(state, [entered('rnd_b', 3)]);
    expect(once.gap).toBe(false);
    expect(once.state.game).toMatchObject({ version: 3, value: 12, deadlineAt: 99, entries: [first, second] });
    expect(fold(once.state, [entered('rnd_b', 3)]).state).toBe(once.state);
  });

  test('reports a missed fact and leaves the state unchanged', () => {
    expect(fold(state, [entered('rnd_b', 4)])).toEqual({ state, gap: true });
    expect(fold(state, [entered('rnd_c', 2)]).gap).toBe(true);
  });

  test('facts of past rounds change nothing, not even an opening', () => {
    const past = round('rnd_0');
    expect(fold(state, [{ type: 'jackpot.opened', roundId: past.id, version: 1, round: past }])).toEqual({
      state,
      gap: false,
    });
    expect(fold(state, [entered('rnd_0', 9)]).gap).toBe(false);
  });

  test('the next round opens, and the current one becomes the last', () => {
    const next = { ...round('rnd_c'), openedAt: round('rnd_b').openedAt + 1 };
    const after = fold(state, [{ type: 'jackpot.opened', roundId: next.id, version: 1, round: next }]).state;
    expect([after.game?.id, after.last?.id]).toEqual(['rnd_c', 'rnd_b']);
  });
});
