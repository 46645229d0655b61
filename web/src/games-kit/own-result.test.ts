import { describe, expect, test } from 'vitest';
import { cents } from '@fairpot/contract/wire/money';
import { ownResult, ownResultParts, ownResultText, returnedStake } from './own-result.ts';

const of = (staked: number, won: number) => ownResult({ stakedCents: cents(staked), wonCents: cents(won) });

describe('the result of the player', () => {
  test.each([
    [1_460, 3_070, 'won', 'You won $30.70 (+$16.10)'],
    [1_460, 0, 'lost', 'You lost $14.60'],
    [1, 2, 'won', 'You won $0.02 (+$0.01)'],
    [123_456, 1_234_567, 'won', 'You won $12,345.67 (+$11,111.11)'],
  ] as const)('staked %i, received %i: %s', (staked, won, kind, text) => {
    expect(of(staked, won).kind).toBe(kind);
    expect(ownResultText(of(staked, won))).toBe(text);
  });

  test('a return below the stake is a loss, although the team won', () => {
    expect(of(1_000, 600)).toEqual({ kind: 'lost', stakedCents: 1_000, wonCents: 600, netCents: -400 });
    expect(ownResultText(of(1_000, 600))).toBe('You got back $6.00 (-$4.00)');
  });

  test('a return of exactly the stake is no win', () => {
    expect(of(960, 960)).toMatchObject({ kind: 'even', netCents: 0 });
    expect(ownResultText(of(960, 960))).toBe('You got back $9.60');
  });

  test('a stake without a draw is returned, whatever its size', () => {
    expect(returnedStake(cents(1_460))).toEqual({
      ...{ kind: 'returned', stakedCents: 1_460, wonCents: 1_460, netCents: 0 },
    });
    expect(ownResultText(returnedStake(cents(1_460)))).toBe('Your stake was returned');
  });

  test('a loss names its sum once', () => {
    expect(ownResultParts(of(1_460, 0))).toEqual({ lead: 'You lost', sum: '$14.60', net: null });
  });
});
