/** The pure parts of the dice duel's pages: from the view on the screen to the verdict, stages, veil, sums and texts. */
import { applyDiceduelFact } from '@fairpot/contract/diceduel/views';
import { joinWindow, THROW_MS } from '@fairpot/contract/diceduel/calls';
import type { DiceduelGame } from '@fairpot/contract/diceduel/schemas';
import { cents } from '@fairpot/contract/wire/money';
import { TEST_CHAIN } from '@fairpot/fairness/testing/rounds';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answer } from '../../fairness/answer.ts';
import { lastFace, throwsText } from './dice.tsx';
import { lockedDuel, settledDuel, waitingDuel } from './duel.fixture.ts';
import { createRefusal, feeRule, joinRefusal, potOf, windowText } from './money-text.ts';
import { diceduelObserver } from './observe.ts';
import { landedAt, nextChangeAt, stageOf, veiled } from './stage.ts';

const { proofOf, watchedOf } = diceduelObserver;

function judge(duel: DiceduelGame) {
  const verified = answer({ ask: 'verify', proof: proofOf(duel, TEST_CHAIN), chains: [TEST_CHAIN] });
  if (!('verdict' in verified)) throw new Error('not a verdict');
  return verified.verdict;
}

describe('the proof of the view on the screen', () => {
  const duel = settledDuel();

  test.each([1, 2, 3, 4])('an honest duel verifies (seed %i)', (seed) => {
    expect(judge(settledDuel(seed)).failed).toBeNull();
  });

  test.each<[string, DiceduelGame, string]>([
    ['another winner', { ...duel, winnerSeat: duel.winnerSeat === 1 ? 2 : 1 }, 'outcome'],
    ['one throw more', { ...duel, throws: [...(duel.throws ?? []), [6, 1]] }, 'outcome'],
    ['another secret', { ...duel, secret: settledDuel(2).secret }, 'commitment'],
    ['a fee above its rate', { ...duel, feeItemIds: duel.firstItems.map(({ id }) => id) }, 'fee'],
  ])('%s is detected', (_, tampered, step) => {
    expect(judge(tampered).failed?.id).toBe(step);
  });

  test('there is none before the result, and nothing to watch when the duel was cancelled', () => {
    expect([waitingDuel(), lockedDuel()].map((each) => proofOf(each, TEST_CHAIN))).toEqual([null, null]);
    expect(watchedOf({ ...waitingDuel(), phase: 'CANCELLED' }, TEST_CHAIN)).toBeNull();
    expect(watchedOf(lockedDuel(), TEST_CHAIN)).toMatchObject({ chances: ['50.00', '50.00'], phase: 'locked' });
  });

  test('the Fairplay page shows every draw', () => {
    const explained = answer({ ask: 'explain', proof: proofOf(duel, TEST_CHAIN) });
    const faces = (duel.throws ?? []).flat();
    expect(explained).toMatchObject({
      picture: { total: null, draws: faces.map((face) => ({ n: 6, value: face - 1 })) },
    });
  });
});

describe('the stages', () => {
  const duel = settledDuel();
  const landed = landedAt(duel) ?? 0;

  test('follow the server’s clock', () => {
    const seen = [];
    for (let now: number | null = duel.createdAt; now !== null; now = nextChangeAt(duel, now))
      seen.push(stageOf(duel, now));
    expect(seen).toEqual(['countdown', 'thrown', 'landed']);
    expect(landed).toBe((duel.settledAt ?? 0) + THROW_MS);
    expect(stageOf(lockedDuel(), (duel.deadlineAt ?? 0) + 1)).toBe('drawing');
    expect([stageOf(waitingDuel(), 0), nextChangeAt(waitingDuel(), 0)]).toEqual(['waiting', null]);
  });

  test.each([1, 2, 3, 4])('no result is shown until the dice come to rest (seed %i)', (seed) => {
    const settled = settledDuel(seed);
    const at = (landedAt(settled) ?? 0) - 1;
    const shown = veiled(settled, at);
    expect(shown).toMatchObject({ throws: null, winnerSeat: null, secret: null, feeItemIds: [] });
    const lie: DiceduelGame = { ...settled, winnerSeat: settled.winnerSeat === 1 ? 2 : 1, throws: [[3, 4]] };
    expect(veiled(lie, at)).toEqual(shown);
    expect(veiled(settled, at + 1)).toBe(settled);
  });
});

describe('sums and texts', () => {
  test('the window is 98 to 102 percent, both inclusive, for every total', () => {
    expect(windowText({ firstTotalUsd: 20 })).toBe('$19.60 to $20.40');
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1e7 }), fc.integer({ min: 90, max: 110 }), (total, percent) => {
        // At 200 cents times n, every percent is a whole cent.
        const stake = total * 2 * percent;
        const { leastCents, mostCents } = joinWindow(total * 200);
        expect(stake >= leastCents && stake <= mostCents).toBe(percent >= 98 && percent <= 102);
      }),
    );
    expect(joinRefusal({ firstTotalUsd: 20 }, cents(1_959))).toBe('Min bet is 19.60$, max bet is 20.40$');
    expect(joinRefusal({ firstTotalUsd: 20 }, cents(2_040))).toBeNull();
    expect([createRefusal(cents(100), cents(100)), createRefusal(cents(100), cents(101))]).toEqual([
      'Min bet is 1.00$',
      null,
    ]);
    expect(potOf(settledDuel())).toBe(2_070);
    expect(feeRule(500)).toContain('at most 5%');
  });

  test('lists the throws in order', () => {
    expect(throwsText([[6, 1]])).toBe('Thrown once: 6 to 1');
    const throws = [
      [2, 2],
      [1, 3],
    ] as const;
    expect(throwsText(throws)).toBe('Thrown 2 times: 2 to 2, 1 to 3');
    expect([lastFace(throws, 1), lastFace(throws, 2), lastFace(null, 1)]).toEqual([1, 3, null]);
  });
});

test('a fact changes the list once, and a cancelled duel leaves it', () => {
  const list = { games: [waitingDuel()], minbet: 1, feeBps: 500, paused: false };
  const duel = lockedDuel();
  const fact = { type: 'diceduel.locked', roundId: duel.id, version: 2, game: duel } as const;
  const after = applyDiceduelFact(list, fact);
  expect(after.games).toEqual([duel]);
  expect(applyDiceduelFact(after, fact)).toBe(after);
  // An old fact of a duel that was cancelled since shows its current state.
  const gone = { ...fact, version: 3, game: { ...duel, phase: 'CANCELLED' } } as const;
  expect(applyDiceduelFact(after, gone).games).toEqual([]);
});
