import { MOVE_CODES } from '@fairpot/contract/operations/trace/calls';
import type { ItemTrace, TraceStep } from '@fairpot/contract/operations/trace/schemas';
import { expect, test } from 'vitest';
import { placeMeaning, placeTitle, roundName, stepTitle } from './trace-words.ts';

type Told = Parameters<typeof stepTitle>[0];
const PLAYER = { kind: 'player', user: null } as const;
const order = (kind: 'DEPOSIT' | 'WITHDRAWAL') => ({
  kind,
  id: null,
  code: null,
  offerId: null,
  isOwn: true,
  bot: null,
});
const step = (code: TraceStep['code'], more: Partial<Told> = {}): Told => ({
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

test('every movement has words of its own, by a deposit and by a withdrawal', () => {
  const told = MOVE_CODES.flatMap((code) => [
    stepTitle(step(code, { order: order('DEPOSIT') })),
    stepTitle(step(code, { order: order('WITHDRAWAL') })),
  ]);
  expect(told.every((text) => text.length > 5)).toBe(true);
  const trade = (['TRADE_HOLD', 'TRADE_RELEASE', 'TRADE_LEAVE'] as const).flatMap((code) =>
    (['DEPOSIT', 'WITHDRAWAL'] as const).map((kind) => stepTitle(step(code, { order: order(kind) }))),
  );
  expect(new Set(trade).size).toBe(6);
});

test('what came in says by what', () => {
  expect(stepTitle(step('MINT', { order: order('DEPOSIT') }))).toBe('Came in by a Steam trade');
  expect(stepTitle(step('MINT', { to: { kind: 'house', user: null } }))).toBe('Came into the site’s stock');
  expect(stepTitle(step('MINT'))).toBe('Put into a site inventory');
});

test('a round is named as its game names it', () => {
  const round = { id: 'rnd_x', game: 'coinflip', number: 12, valueUsd: 5 } as const;
  expect(roundName(round)).toBe('Coinflip #12');
  expect(stepTitle(step('WIN', { round }))).toBe('Won in Coinflip #12');
  expect(stepTitle(step('STAKE'))).toBe('Staked in a round');
});

test('where it is: mine, protected with its date, or gone', () => {
  expect(placeTitle(now('AVAILABLE'), true, until)).toBe('In your site inventory');
  expect(placeTitle(now('AVAILABLE'), false, until)).toBe('In a site inventory');
  expect(placeTitle(now('WAITS', 7), true, until)).toBe('Reserved until day 7');
  expect(placeMeaning(now('WAITS', 7), until)).toContain('taken back until then');
  expect(placeTitle(now('WAITS'), true, until)).toBe('Waits for a trade with Steam');
  expect(placeMeaning(now('WAITS'), until)).toContain('set aside');
  expect(placeTitle(now('WITHDRAWN', 7), true, until)).toBe('In your Steam inventory');
  expect(placeMeaning(now('WITHDRAWN', 7), until)).toContain('until day 7');
  for (const place of ['STAKED', 'WITHDRAWN', 'HOUSE', 'GONE'] as const) {
    expect(placeTitle(now(place), true, until)).not.toContain('your site inventory');
    expect(placeMeaning(now(place), until)).toMatch(/\.$/);
  }
});
