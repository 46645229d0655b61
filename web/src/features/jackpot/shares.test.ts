import { describe, expect, test } from 'vitest';
import { cents } from '@fairpot/contract/wire/money';
import { entriesOf, lockedRound, settledRound } from './round.fixture.ts';
import {
  chanceText,
  feeRule,
  joinRefusal,
  ownResultOf,
  previewOf,
  rankShares,
  seatColour,
  sharesOf,
  stakeOf,
  wonItems,
} from './shares.ts';

const entries = entriesOf([
  ['ann', 1_000],
  ['bob', 3_000],
  ['ann', 1_000],
  ['cyd', 2_000],
]);

describe('shares', () => {
  test('adds up the entries of a player; seats follow the first entry', () => {
    const shares = sharesOf(entries);
    expect(shares.map(({ user, seat, cents: sum, items }) => [user.name, seat, sum, items])).toEqual([
      ['ann', 1, 2_000, 2],
      ['bob', 2, 3_000, 1],
      ['cyd', 3, 2_000, 1],
    ]);
    expect(shares[0]?.ranges).toEqual([
      { from: 0, to: 1_000 },
      { from: 4_000, to: 5_000 },
    ]);
  });

  test('a later entry never changes a seat', () => {
    const before = sharesOf(entries.slice(0, 2)).map(({ user, seat }) => [user.id, seat]);
    expect(
      sharesOf(entries)
        .slice(0, 2)
        .map(({ user, seat }) => [user.id, seat]),
    ).toEqual(before);
  });

  test('ranks by share, equal shares by seat', () => {
    expect(rankShares(sharesOf(entries)).map(({ user }) => user.name)).toEqual(['bob', 'ann', 'cyd']);
  });

  test('cycles through six colours', () => {
    expect([1, 6, 7].map(seatColour)).toEqual(['var(--color-seat-1)', 'var(--color-seat-6)', 'var(--color-seat-1)']);
  });
});

describe('chances', () => {
  test('the preview includes the own stake and the larger pot', () => {
    expect(previewOf(cents(0), cents(0), cents(0))).toEqual({ now: null, then: null, nowPart: 0, thenPart: 0 });
    expect(previewOf(cents(0), cents(7_000), cents(1_000))).toMatchObject({
      now: null,
      then: '12.50',
      thenPart: 0.125,
    });
    expect(previewOf(cents(2_000), cents(7_000), cents(1_000))).toMatchObject({ now: '28.57', then: '37.50' });
    expect(previewOf(cents(0), cents(0), cents(500))).toMatchObject({ then: '100.00', thenPart: 1 });
  });

  test('an empty pot gives no chance and no error', () => {
    expect(chanceText(0, 0)).toBe('0.00');
  });
});

describe('what can be staked', () => {
  test('more than the minimum bet, with the text of the specification', () => {
    expect(joinRefusal(cents(100), cents(99))).toBe('Min bet is 1.00$');
    expect(joinRefusal(cents(100), cents(100))).toBe('Min bet is 1.00$');
    expect(joinRefusal(cents(100), cents(101))).toBeNull();
  });

  test('the fee names its rate', () => {
    expect(feeRule(500)).toContain('at most 5%');
    expect(feeRule(250)).toContain('2.5%');
  });
});

describe('the own result', () => {
  const round = settledRound(1);
  const won = (name: string, wonUsd: number) => {
    const user = round.entries.find((entry) => entry.user.name === name)?.user;
    if (!round.result || !user) throw new Error('no such player');
    return { ...round, result: { ...round.result, user, wonUsd } };
  };

  test('adds up every entry of the player', () => {
    expect(stakeOf(round, 'ply_ann')).toBe(1_001);
    expect(ownResultOf(won('ann', 33.46), 'ply_ann')).toMatchObject({ kind: 'won', netCents: 3_346 - 1_001 });
    expect(ownResultOf(won('cyd', 33.46), 'ply_ann')).toMatchObject({ kind: 'lost', stakedCents: 1_001, wonCents: 0 });
  });

  test('a pot that is all own stake and fee is no win', () => {
    expect(ownResultOf(won('cyd', 23.45), 'ply_cyd')).toMatchObject({ kind: 'even', netCents: 0 });
  });

  test('the items won are those of the others, without the fee', () => {
    const items = wonItems(won('ann', 33.46));
    const own = round.entries.filter(({ user }) => user.name === 'ann').flatMap((entry) => entry.items);
    for (const { id } of [...own, ...(round.result?.feeItemIds ?? []).map((id) => ({ id }))])
      expect(items.map((item) => item.id)).not.toContain(id);
    expect(items.length).toBeGreaterThan(0);
  });

  test('a voided round returned the stake; spectators and an open round have none', () => {
    expect(ownResultOf({ ...lockedRound(1), phase: 'VOIDED' }, 'ply_bob')).toMatchObject({ kind: 'returned' });
    expect(ownResultOf(round, 'ply_nobody')).toBeNull();
    expect(ownResultOf(round, null)).toBeNull();
    expect(ownResultOf(lockedRound(1), 'ply_bob')).toBeNull();
  });
});
