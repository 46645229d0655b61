import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CasebattleLock } from './casebattle-lock.ts';
import type { JackpotLock } from './jackpot.ts';
import { outcomeOf } from './outcome.ts';
import { payoutsOf } from './payout.ts';
import { itemsOf, makeProof, playerOf } from '../testing/rounds.ts';

const jackpot = makeProof('jackpot').lock as JackpotLock;
const battle = makeProof('casebattle').lock as CasebattleLock;
const keys = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('payouts', () => {
  test('distribute the whole pot, the fee within its rate and never from the winner', () => {
    fc.assert(
      fc.property(keys, fc.nat({ max: 10_000 }), (key, feeBps) => {
        const lock: JackpotLock = { ...jackpot, feeBps };
        const outcome = outcomeOf(key, lock);
        const items = itemsOf(lock);
        const { potCents, feeCents, feeItems, shares } = payoutsOf(lock, outcome, items);
        expect(shares).toEqual([{ player: outcome.winner, cents: potCents - feeCents }]);
        expect(feeCents * 10_000).toBeLessThanOrEqual(potCents * feeBps);
        for (const item of items.filter((each) => feeItems.includes(each.id)))
          expect(lock.entries[item.entry]?.player).not.toBe(outcome.winner);
      }),
    );
  });

  test('a winner with several entries keeps the items of all of them', () => {
    const outcome = { ticket: 3415, total: 3416, winnerEntry: 3, winner: playerOf('ann') };
    const { feeItems } = payoutsOf({ ...jackpot, feeBps: 10_000 }, outcome, itemsOf(jackpot));
    expect(feeItems).toEqual(['itm_1_0', 'itm_1_1', 'itm_1_2', 'itm_2_0', 'itm_2_1', 'itm_2_2']);
  });

  test('items must be worth the stakes, once each, of known entries', () => {
    const outcome = { ticket: 0, total: 3416, winnerEntry: 0, winner: playerOf('ann') };
    const items = itemsOf(jackpot);
    const [first, ...rest] = items;
    if (first === undefined) throw new Error('no items');
    expect(() => payoutsOf(jackpot, outcome, rest)).toThrow('items of entry 0 are worth 667, its stake is 1000');
    expect(() => payoutsOf(jackpot, outcome, [...items, first])).toThrow('in the pot twice');
    expect(() => payoutsOf(jackpot, outcome, [...items, { id: 'x', entry: 9, cents: 1 }])).toThrow('no entry');
  });

  test('a battle pays the winning team evenly, odd cents to the first seats', () => {
    const outcome = { rolls: [], teamCents: [1_000, 1_003], tied: [1], winnerTeam: 1 };
    expect(payoutsOf(battle, outcome, [])).toMatchObject({
      potCents: 2_003,
      feeCents: 0,
      shares: [
        { player: playerOf('p10'), cents: 1_002 },
        { player: playerOf('p11'), cents: 1_001 },
      ],
    });
    expect(payoutsOf({ ...battle, feeBps: 1_000 }, outcome, [])).toMatchObject({
      feeCents: 200,
      shares: [{ cents: 902 }, { cents: 901 }],
    });
  });

  test('the outcome of another game is refused', () => {
    expect(() => payoutsOf(battle, { ticket: 0, total: 1, boundary: 1, winnerSide: 1 }, [])).toThrow('not the outcome');
    expect(() => payoutsOf(jackpot, { ticket: 0, total: 1, boundary: 1, winnerSide: 1 }, [])).toThrow('not an outcome');
    expect(() => payoutsOf(battle, outcomeOf(new Uint8Array(32), battle), [{ id: 'x', entry: 0, cents: 1 }])).toThrow(
      'no items',
    );
  });
});
