import { MOVE_CODES } from '@fairpot/contract/operations/trace/calls';
import type { ItemTrace, TraceStep } from '@fairpot/contract/operations/trace/schemas';
import { expect, test } from 'vitest';
import { placeMeaning, placeTitle, roundName, stepTitle } from './trace-words.ts';

type StepSummary = Parameters<typeof stepTitle>[0];
const PLAYER = { kind: 'player', user: null } as const;
const order = (kind: 'DEPOSIT' | 'WITHDRAWAL') => ({
  kind,
  id: null,
  code: null,
  offerId: null,
  isOwn: true,
  bot: null,
});
const step = (code: TraceStep['code'], more: Partial<StepSummary> = {}): StepSummary => ({
  code,
  to: PLAYER,
  order: null,
  round: null,
  ...more,
});
const until = (at: number) => `day ${at}`;
const now = (place: ItemTrace['now']['place'], protectedUntil: number | null = null) => ({
  place,
  user: null,
  protectedUntil,
});

test('every movement has a title, for a deposit and for a withdrawal', () => {
  const titles = MOVE_CODES.flatMap((code) => [
    stepTitle(step(code, { order: order('DEPOSIT') })),
    stepTitle(step(code, { order: order('WITHDRAWAL') })),
  ]);
  expect(titles.every((text) => text.length > 5)).toBe(true);
  const trade = (['TRADE_HOLD', 'TRADE_RELEASE', 'TRADE_LEAVE'] as const).flatMap((code) =>
    (['DEPOSIT', 'WITHDRAWAL'] as const).map((kind) => stepTitle(step(code, { order: order(kind) }))),
  );
  expect(new Set(trade).size).toBe(6);
});

test('the first movement says how the item arrived', () => {
  expect(stepTitle(step('MINT', { order: order('DEPOSIT') }))).toBe('Deposited by Steam trade');
  expect(stepTitle(step('MINT', { to: { kind: 'house', user: null } }))).toBe('Added to our stock');
  expect(stepTitle(step('MINT'))).toBe('Added to a site inventory');
});

test('a round has the name that its game gives it', () => {
  const round = { id: 'rnd_x', game: 'coinflip', number: 12, valueUsd: 5 } as const;
  expect(roundName(round)).toBe('Coinflip #12');
  expect(stepTitle(step('WIN', { round }))).toBe('Won in Coinflip #12');
  expect(stepTitle(step('STAKE'))).toBe('Staked in a round');
});

test('the place is mine, protected with its date, or gone', () => {
  expect(placeTitle(now('AVAILABLE'), true, until)).toBe('In your site inventory');
  expect(placeTitle(now('AVAILABLE'), false, until)).toBe('In a site inventory');
  expect(placeTitle(now('WAITS', 7), true, until)).toBe('Reserved until day 7');
  expect(placeMeaning(now('WAITS', 7), until)).toContain('reversed on Steam until then');
  expect(placeTitle(now('WAITS'), true, until)).toBe('Reserved for a Steam trade');
  expect(placeMeaning(now('WAITS'), until)).toContain('until the trade completes');
  expect(placeTitle(now('WITHDRAWN', 7), true, until)).toBe('In your Steam inventory');
  expect(placeMeaning(now('WITHDRAWN', 7), until)).toContain('until day 7');
  for (const place of ['STAKED', 'WITHDRAWN', 'HOUSE', 'GONE'] as const) {
    expect(placeTitle(now(place), true, until)).not.toContain('your site inventory');
    expect(placeMeaning(now(place), until)).toMatch(/\.$/);
  }
});
