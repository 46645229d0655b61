import { expect, test } from 'vitest';
import { step } from '@fairpot/fairness/protocol/step';
import { makeProof, TEST_CHAIN } from '@fairpot/fairness/testing/rounds';
import { verifyRound } from '@fairpot/fairness/verify/verify';
import { chaptersOf } from './chapters.ts';

test.each(['coinflip', 'jackpot', 'casebattle'] as const)(
  'every step of a %s appears once, in five chapters',
  (game) => {
    const { steps, ok } = verifyRound(makeProof(game), { chains: [TEST_CHAIN] });
    const chapters = chaptersOf(steps);
    expect(ok).toBe(true);
    expect(chapters.map((chapter) => chapter.id)).toEqual(['commitment', 'lock', 'beacon', 'draw', 'payout']);
    const listed = chapters.flatMap((chapter) => chapter.steps);
    expect(listed).toHaveLength(steps.length);
    expect(new Set(listed)).toEqual(new Set(steps));
  },
);

test('a failed step makes its chapter fail, and an unknown step is not lost', () => {
  const odd = step('something-new', 'A new claim', {}, () => ({ computed: 'a', expected: 'b', detail: '' }));
  const chapters = chaptersOf([odd]);
  expect(chapters).toMatchObject([{ id: 'payout', ok: false, steps: [odd] }]);
});
