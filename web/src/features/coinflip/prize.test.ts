import { describe, expect, test } from 'vitest';
import { centsFromUsd, sumCents } from '@fairpot/contract/wire/money';
import { ownResultText } from '../../games-kit/own-result.ts';
import { lockedGame, settledGame, waitingGame } from './game.fixture.ts';
import { ownResultOf, ownSide, prizeOf, wonItems } from './prize.ts';

const game = settledGame(1);
const winner = game.winnerSide === game.firstSide ? 'ply_ann' : 'ply_bob';
const loser = winner === 'ply_ann' ? 'ply_bob' : 'ply_ann';
const others = winner === 'ply_ann' ? game.secondItems : game.firstItems;
const sum = (items: typeof others) => sumCents(items.map(({ item }) => centsFromUsd(item.priceUsd)));

describe('the own result of a coinflip', () => {
  test('the winner gets both stakes, the loser nothing', () => {
    const { stakeOf } = prizeOf(game);
    const own = ownResultOf(game, winner);
    expect(own).toMatchObject({ kind: 'won', netCents: stakeOf(ownSide(game, loser) ?? 1) });
    expect(ownResultOf(game, loser)).toMatchObject({ kind: 'lost', wonCents: 0 });
  });

  test('the fee makes the gain smaller, and its items do not travel', () => {
    const [fee] = others;
    if (!fee) throw new Error('no items');
    const taxed = { ...game, feeItemIds: [fee.id] };
    expect(wonItems(taxed)).toEqual(others.slice(1));
    expect(ownResultOf(taxed, winner)?.netCents).toBe(sum(others) - sum([fee]));
  });

  test('a winner whose gain is all fee got the stake back', () => {
    const taxed = { ...game, feeItemIds: others.map(({ id }) => id) };
    expect(ownResultOf(taxed, winner)).toMatchObject({ kind: 'even', netCents: 0 });
    expect(wonItems(taxed)).toEqual([]);
  });

  test.each([
    ['CANCELLED', { ...waitingGame(1), phase: 'CANCELLED' as const }],
    ['VOIDED', { ...lockedGame(1), phase: 'VOIDED' as const }],
  ])('a game that is %s returned the stake', (_, ended) => {
    const own = ownResultOf(ended, 'ply_ann');
    expect(own && ownResultText(own)).toBe('Your stake was returned');
  });

  test('spectators have none, nor has a game without a result', () => {
    expect(ownResultOf(game, null)).toBeNull();
    expect(ownResultOf(game, 'ply_cyd')).toBeNull();
    expect(ownResultOf(lockedGame(1), 'ply_ann')).toBeNull();
  });
});
