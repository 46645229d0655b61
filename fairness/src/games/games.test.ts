/** The arithmetic of the three games with given tickets: every boundary, exactly. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casebattleOutcome } from './casebattle.ts';
import type { CasebattleLock } from './casebattle-lock.ts';
import { dropPercents, entryChances, percentOf } from './chance.ts';
import { coinflipOutcome } from './coinflip.ts';
import type { CoinflipLock } from './coinflip.ts';
import { itemAt } from './drop-table.ts';
import { jackpotOutcome } from './jackpot.ts';
import type { JackpotLock } from './jackpot.ts';
import { makeProof, playerOf } from '../testing/rounds.ts';

const coinflip = makeProof('coinflip').lock as CoinflipLock;
const jackpot = makeProof('jackpot').lock as JackpotLock;
const battle = makeProof('casebattle').lock as CasebattleLock;

describe('coinflip', () => {
  test.each([
    [0, 1],
    [1069, 1],
    [1070, 2],
    [2069, 2],
  ])('side 1 owns the first 1070 of 2070 tickets: %i goes to side %i', (ticket, winnerSide) => {
    const outcome = coinflipOutcome(coinflip, (n, label) => {
      expect([n, label]).toEqual([2070, 'coinflip|ticket']);
      return ticket;
    });
    expect(outcome).toEqual({ ticket, total: 2070, boundary: 1070, winnerSide });
  });

  test('a side without value never wins', () => {
    const [creator, joiner] = coinflip.entries;
    const lock: CoinflipLock = { ...coinflip, entries: [creator, { ...joiner, cents: 0 }] };
    expect(coinflipOutcome(lock, () => 0).winnerSide).toBe(2);
  });
});

describe('jackpot', () => {
  test.each([
    [0, 0],
    [999, 0],
    [1000, 1],
    [1069, 1],
    [1070, 2],
    [3414, 2],
    [3415, 3],
  ])('ticket %i belongs to entry %i', (ticket, winnerEntry) => {
    const outcome = jackpotOutcome(jackpot, (n, label) => {
      expect([n, label]).toEqual([3416, 'jackpot|ticket']);
      return ticket;
    });
    expect(outcome).toEqual({ ticket, total: 3416, winnerEntry, winner: jackpot.entries[winnerEntry]?.player });
  });

  test('a ticket outside the pot is an error, not a win', () => {
    expect(() => jackpotOutcome(jackpot, () => 3416)).toThrow('outside the pot');
  });

  test('the winner owns the range of its shown chance', () => {
    const cents = fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(cents, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (stakes, at) => {
        const lock: JackpotLock = { ...jackpot, entries: stakes.map((each, i) => ({ player: `p${i}`, cents: each })) };
        const { ticket, winnerEntry, total } = jackpotOutcome(lock, (n) => Math.floor(at * n));
        const chances = entryChances(lock);
        const owned = chances[winnerEntry];
        expect(owned?.from).toBeLessThanOrEqual(ticket);
        expect(owned?.to).toBeGreaterThan(ticket);
        expect(chances.at(-1)?.to).toBe(total);
        for (const [i, chance] of chances.entries()) expect(chance.from).toBe(chances[i - 1]?.to ?? 0);
      }),
    );
  });
});

describe('case battle', () => {
  test.each([
    [0, 0],
    [1, 1],
    [99, 1],
    [100, 2],
    [999, 2],
  ])('ticket %i of weights 1, 99, 900 is item %i', (ticket, item) => {
    expect(itemAt({ caseId: 'box', weights: [1, 99, 900] }, ticket)).toBe(item);
  });

  test('an item of weight 0 never drops', () => {
    expect(itemAt({ caseId: 'box', weights: [0, 1, 0, 1] }, 0)).toBe(1);
    expect(itemAt({ caseId: 'box', weights: [0, 1, 0, 1] }, 1)).toBe(3);
  });

  test('rolls by round, team, seat, each under its own label; the best team wins without a further draw', () => {
    const labels: string[] = [];
    const outcome = casebattleOutcome(battle, (n, label) => {
      labels.push(label);
      expect(n).toBe(1000);
      return label === 'casebattle|roll|1|1|0' ? 0 : 999;
    });
    expect(labels).toEqual([0, 1].flatMap((r) => ['0|0', '0|1', '1|0', '1|1'].map((s) => `casebattle|roll|${r}|${s}`)));
    expect(outcome).toMatchObject({ teamCents: [80, 100_060], tied: [1], winnerTeam: 1 });
    expect(outcome.rolls[6]).toEqual({ round: 1, team: 1, seat: 0, ticket: 0, item: 0 });
  });

  test('a tie is drawn among the best teams, in ascending order', () => {
    const entries = [0, 1, 2].map((team) => ({ player: `p${team}`, team, seat: 0 }));
    const lock: CasebattleLock = { ...battle, entries };
    const outcome = casebattleOutcome(lock, (n, label) => {
      if (label !== 'casebattle|tie') return label.endsWith('|0|0') ? 999 : 500 - 401;
      expect(n).toBe(2);
      return 1;
    });
    expect(outcome).toMatchObject({ teamCents: [40, 1002, 1002], tied: [1, 2], winnerTeam: 2 });
  });
});

describe('chances', () => {
  test('are rounded half up to two decimals', () => {
    expect([percentOf(1, 2), percentOf(1, 3), percentOf(2, 3), percentOf(1, 20_000), percentOf(1, 20_001)]).toEqual([
      '50.00',
      '33.33',
      '66.67',
      '0.01',
      '0.00',
    ]);
    expect(percentOf(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)).toBe('100.00');
    expect(() => percentOf(0, 0)).toThrow();
  });

  test('a coinflip shows side 1 from 0, side 2 to the end', () => {
    expect(entryChances(coinflip).map(({ player, from, to }) => [player, from, to])).toEqual([
      [playerOf('ann'), 1070, 2070],
      [playerOf('bob'), 0, 1070],
    ]);
  });

  test('drops show their share of the weights', () => {
    expect(dropPercents({ weights: [1, 99, 900] })).toEqual(['0.10', '9.90', '90.00']);
  });
});
