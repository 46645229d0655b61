/** Who shows a sign and who does not: flows of a round, pairs, rings, and value that only passes through. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flowsOf, pairSign, passedThrough, ringOf, type PairFigures, type RoundResult } from './rules.ts';

const result = (playerId: string, stakedCents: number, wonCents: number, isBot = false): RoundResult => ({
  roundId: 'r',
  playerId,
  isBot,
  stakedCents,
  wonCents,
});

describe('flows of a round', () => {
  test('of a duel go from the loser to the winner, less the fee', () => {
    expect(flowsOf([result('a', 1_000, 0), result('b', 1_000, 1_900)])).toEqual([
      { loserId: 'a', winnerId: 'b', cents: 1_000 },
    ]);
  });

  test('of a pot go from each loser; of a team to each winner by gain', () => {
    expect(flowsOf([result('a', 300, 0), result('b', 100, 0), result('c', 100, 500)])).toEqual([
      { loserId: 'a', winnerId: 'c', cents: 300 },
      { loserId: 'b', winnerId: 'c', cents: 100 },
    ]);
    expect(flowsOf([result('a', 400, 0), result('b', 100, 400), result('c', 100, 200)])).toEqual([
      { loserId: 'a', winnerId: 'b', cents: 300 },
      { loserId: 'a', winnerId: 'c', cents: 100 },
    ]);
  });

  test('of bots are left out, and a round without a winner has none', () => {
    expect(flowsOf([result('a', 100, 0), result('b', 100, 200, true)])).toEqual([]);
    expect(flowsOf([result('a', 100, 0, true), result('b', 100, 200)])).toEqual([]);
    expect(flowsOf([result('a', 100, 95), result('b', 100, 95)])).toEqual([]);
  });

  test('never exceed what was lost', () => {
    const results = fc.array(fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 400_000 })), {
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(results, (all) => {
        const flows = flowsOf(all.map(([staked, won], n) => result(`p${n}`, staked, won)));
        for (const [n, [staked, won]] of all.entries()) {
          const lost = flows.filter(({ loserId }) => loserId === `p${n}`).reduce((sum, flow) => sum + flow.cents, 0);
          expect(lost).toBeLessThanOrEqual(Math.max(0, staked - won));
        }
      }),
    );
  });
});

const DUMPED: PairFigures = {
  movedCents: 20_000,
  backCents: 0,
  rounds: 8,
  loserRounds: 16,
  loserDepositedCents: 40_000,
  winnerWithdrawnCents: 10_000,
  isLinked: false,
};

describe('a pair', () => {
  test('that moved value one way, which was deposited by one and withdrawn by the other, shows a sign', () => {
    expect(pairSign(DUMPED)).toBe('VALUE_MOVED');
  });

  test.each<[string, Partial<PairFigures>]>([
    ['a cent less', { movedCents: 19_999 }],
    ['one round less', { rounds: 7 }],
    ['more than a fifth came back', { movedCents: 30_000, backCents: 6_001 }],
    ['the loser plays others as well', { loserRounds: 17 }],
    ['the loser deposited more than twice of it', { loserDepositedCents: 40_001 }],
    ['the loser deposited nothing', { loserDepositedCents: 0 }],
    ['the winner keeps it on the site', { winnerWithdrawnCents: 9_999 }],
  ])('shows none where %s', (_, change) => expect(pairSign({ ...DUMPED, ...change })).toBeNull());

  test('of one network shows a sign without a withdrawal, and none where value goes both ways', () => {
    const linked = { ...DUMPED, winnerWithdrawnCents: 0, isLinked: true };
    expect(pairSign(linked)).toBe('LINKED_ACCOUNTS');
    expect(pairSign({ ...linked, movedCents: 50_000, backCents: 20_000 })).toBeNull();
  });
});

describe('a ring', () => {
  const feeder = (loserId: string, movedCents: number, change: Partial<PairFigures> = {}) => ({
    ...DUMPED,
    rounds: 3,
    loserRounds: 6,
    winnerWithdrawnCents: 15_000,
    ...change,
    loserId,
    movedCents,
  });

  test('is three accounts that feed one, which withdraws half of it', () => {
    const all = [feeder('c', 10_000), feeder('a', 10_000), feeder('b', 10_000)];
    expect(ringOf(all)).toEqual({ feeders: ['a', 'b', 'c'], movedCents: 30_000 });
    expect(ringOf(all.slice(1))).toBeNull();
    expect(ringOf([feeder('a', 9_999), feeder('b', 10_000), feeder('c', 10_000)])).toBeNull();
    expect(ringOf(all.map((each) => ({ ...each, winnerWithdrawnCents: 14_999 })))).toBeNull();
  });

  test('does not count accounts that play others, win some back, or lost little', () => {
    const two = [feeder('a', 20_000), feeder('b', 20_000)];
    expect(ringOf([...two, feeder('c', 20_000, { loserRounds: 7 })])).toBeNull();
    expect(ringOf([...two, feeder('c', 20_000, { backCents: 4_001 })])).toBeNull();
    expect(ringOf([...two, feeder('c', 4_999)])).toBeNull();
    expect(ringOf([...two, feeder('c', 20_000, { rounds: 2 })])).toBeNull();
  });
});

test('value passes through when little of a refund was staked', () => {
  expect(passedThrough(50_000, 5_000)).toBe(true);
  expect(passedThrough(49_999, 0)).toBe(false);
  expect(passedThrough(50_000, 5_001)).toBe(false);
});
