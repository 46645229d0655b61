import { isEnd, statesIn, TRADE_STATES } from '@fairpot/contract/trades/states';
import { TRADE_REASONS } from '@fairpot/contract/trades/calls';
import type { TradeOrder, TradeState } from '@fairpot/contract/trades/schemas';
import { describe, expect, test } from 'vitest';
import { isFailed, isOver, itemsLabel, stepsDone, wordsOf } from './order-words.ts';

function order(over: Partial<TradeOrder>): TradeOrder {
  return {
    id: 'trd_00000000000000000000000000',
    version: 1,
    kind: 'DEPOSIT',
    state: 'CREATED',
    code: 'D-7Q3K2M',
    appId: 570,
    toBalance: true,
    totalUsd: 12.5,
    creditedUsd: null,
    items: [],
    createdAt: 0,
    expiresAt: 600_000,
    offerId: null,
    bot: null,
    offerUrl: null,
    clientUrl: null,
    protectedUntil: null,
    booked: false,
    released: over.state === 'SETTLED',
    returned: false,
    reason: null,
    reasonText: '',
    bet: null,
    ...over,
  };
}
const skin = {
  ...{ id: 'type', name: 'Courier', itemName: 'Trapjaw', itemType: '', appId: 570, rarity: 'Rare', pips: 1 },
  ...{ icon: '/favicon.svg', iconBackground: '', colorHex: '#888888' },
};
/** An item of an order at this price, and what the balance was credited for it. */
const itemOf = (priceUsd: number, creditedUsd: number | null): TradeOrder['items'][number] => ({
  item: { ...skin, priceUsd },
  ...{ itemId: null, assetId: '1', creditedUsd },
});
const words = (over: Partial<TradeOrder>) => wordsOf(order(over), (at) => `day ${at}`);
const all = (over: Partial<TradeOrder>) => Object.values(words(over)).join(' ');

describe('each state of each kind', () => {
  const cases = TRADE_STATES.flatMap((state) => (['DEPOSIT', 'WITHDRAWAL'] as const).map((kind) => ({ state, kind })));
  test.each(cases)('$kind $state says what it means and where the items are', ({ state, kind }) => {
    const { title, meaning, where, tone } = words({ state, kind });
    for (const text of [title, meaning, where]) expect(text.length).toBeGreaterThan(5);
    expect(meaning).toMatch(/\.$/);
    expect(where).toMatch(/\.$/);
    expect(['good', 'bad'].includes(tone)).toBe(isEnd(state));
    expect(tone === 'good').toBe(state === 'SETTLED');
  });
});

test('where the items are follows from the phase, and no placeholder is left', () => {
  const flags = [false, true];
  for (const state of TRADE_STATES)
    for (const booked of flags)
      for (const released of flags)
        for (const protectedUntil of [null, 7])
          for (const kind of ['DEPOSIT', 'WITHDRAWAL'] as const)
            expect(all({ kind, state, booked, released, protectedUntil })).not.toMatch(/[{}]/);
  for (const state of statesIn('OPEN')) {
    expect(words({ state }).where).toContain('in your Steam inventory');
    expect(words({ kind: 'WITHDRAWAL', state }).where).toContain('reserved for this trade');
  }
  for (const state of statesIn('FAILED')) expect(words({ state }).where).toContain('Steam inventory, untouched');
  for (const kind of ['DEPOSIT', 'WITHDRAWAL'] as const)
    expect(statesIn('TRADING').map((state) => words({ kind, state }).tone)).toEqual(['wait', 'warn']);
});

test('only an offer that can be accepted asks the player to act', () => {
  const acting = TRADE_STATES.filter((state) => words({ state }).tone === 'act');
  expect(acting).toEqual(['SENT']);
});

test('a deposit says whether it became money or items, and never shows reserved money as free', () => {
  const settled = (creditedUsd: number, items: TradeOrder['items']) => words({ state: 'SETTLED', creditedUsd, items });
  expect(settled(12.5, [itemOf(12.5, 12.5)]).where).toBe('$12.50 is in your balance.');
  expect(settled(9, [itemOf(6, 4), itemOf(5, 5), itemOf(1.5, null)]).where).toBe(
    '$9.00 is in your balance. Prices fell after your order of $11.00. ' +
      '1 item with a price that we cannot confirm: in your site inventory.',
  );
  const confirming = { state: 'SETTLED', booked: true, released: false } as const;
  expect(words(confirming)).toMatchObject({ tone: 'wait', title: 'Confirming prices' });
  expect(words(confirming).where).toBe('Up to $12.50 for your balance, reserved for now.');
  expect(words({ ...confirming, toBalance: false }).title).toBe('Received');
  expect(all({ state: 'SETTLED', toBalance: false })).toContain('Your items are in your site inventory.');
  const booking = { state: 'SETTLED', toBalance: false, released: false } as const;
  expect(all(booking)).not.toContain('inventory');
  expect(isOver(order(booking))).toBe(false);
  const waiting = words({ state: 'ACCEPTED', booked: true, protectedUntil: 7 });
  expect(waiting.title).toBe('Received, reserved until day 7');
  expect(waiting.where).toBe('Up to $12.50 for your balance, reserved for now.');
  expect(all({ state: 'ACCEPTED' })).not.toContain('balance');
  // A setting of the site allows staking before the trade is final: then the items are not reserved.
  const early = { state: 'ACCEPTED', toBalance: false, booked: true, released: true, protectedUntil: 7 } as const;
  expect(words(early)).toMatchObject({ tone: 'good', where: 'Your items are in your site inventory.' });
  expect(all(early)).not.toContain('reserved');
  expect(all(early)).toContain('cannot be withdrawn');
});

test('a withdrawal that failed says when the items are back', () => {
  for (const state of ['DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED', 'REVERSED'] as const) {
    expect(words({ kind: 'WITHDRAWAL', state }).where).toContain('on their way back');
    expect(words({ kind: 'WITHDRAWAL', state, returned: true }).where).toContain('in your site inventory again');
  }
});

test('a failed order keeps its items: it neither gives nor receives them', () => {
  const label = (kind: TradeOrder['kind'], state: TradeState) => itemsLabel({ kind, state });
  const open = (kind: TradeOrder['kind']) =>
    (['CREATED', 'SENT', 'UNKNOWN'] as const).map((state) => label(kind, state));
  expect([...open('DEPOSIT'), ...open('WITHDRAWAL')]).toEqual([
    ...['You give', 'You give', 'You give'],
    ...['You receive', 'You receive', 'You receive'],
  ]);
  expect([label('DEPOSIT', 'SETTLED'), label('DEPOSIT', 'HELD'), label('WITHDRAWAL', 'SETTLED')]).toEqual([
    ...['You gave', 'You gave', 'You received'],
  ]);
  expect(label('WITHDRAWAL', 'HELD')).toBe('You receive');
  for (const kind of ['DEPOSIT', 'WITHDRAWAL'] as const)
    expect(TRADE_STATES.filter((state) => label(kind, state) === 'You keep')).toEqual(TRADE_STATES.filter(isFailed));
});

test('every reason is shown as one sentence', () => {
  for (const [reason, text] of Object.entries(TRADE_REASONS)) {
    const { meaning } = words({ state: 'REFUSED', reason: reason as keyof typeof TRADE_REASONS, reasonText: text });
    expect(meaning.startsWith(text.replace(/\.$/, ''))).toBe(true);
    expect(meaning).toMatch(/[^.]\.$/);
  }
});

test('steps count only what was certainly done', () => {
  const done = (state: TradeState, offerId: string | null = null) => stepsDone(order({ state, offerId }));
  expect([done('CREATED'), done('UNKNOWN'), done('SENT', '7'), done('ACCEPTED', '7'), done('SETTLED', '7')]).toEqual([
    1, 1, 2, 3, 4,
  ]);
  expect(stepsDone(order({ state: 'SETTLED', offerId: '7', released: false })), 'prices are confirmed').toBe(3);
  expect(stepsDone(order({ kind: 'WITHDRAWAL', state: 'SETTLED', offerId: '7', released: false }))).toBe(4);
  expect([done('REFUSED'), done('DECLINED', '7'), done('REVERSED', '7')]).toEqual([1, 2, 3]);
  expect(TRADE_STATES.filter(isFailed)).toEqual(['DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED', 'REVERSED']);
});

describe('a deposit that is for a bet', () => {
  const bet = { game: 'jackpot', state: 'OPEN', gameId: null, reasonText: '' } as const;

  test('has the usual texts until its items arrive, and is not over before the bet is', () => {
    for (const state of TRADE_STATES.filter((each) => each !== 'SETTLED'))
      expect(words({ state, bet })).toEqual(words({ state }));
    expect(words({ state: 'SETTLED', toBalance: false, bet })).toMatchObject({
      tone: 'wait',
      title: 'Placing your bet',
    });
    expect(isOver(order({ state: 'SETTLED', bet }))).toBe(false);
    expect(isOver(order({ state: 'SETTLED', bet: { ...bet, state: 'PLACED' } }))).toBe(true);
  });

  test('says that the bet was placed, or why not and where the items are', () => {
    const placed = words({ state: 'SETTLED', bet: { ...bet, state: 'PLACED' } });
    expect(placed).toMatchObject({ tone: 'good', where: 'Your items were staked.' });
    expect(placed.meaning).toContain('Your jackpot bet');
    const reasonText = 'Jackpot is in finish state, try later';
    const left = words({ state: 'SETTLED', toBalance: false, bet: { ...bet, state: 'LEFT', reasonText } });
    expect(left).toMatchObject({
      tone: 'bad',
      meaning: `${reasonText}.`,
      where: 'Your items are in your site inventory.',
    });
    expect(words({ state: 'DECLINED', bet: { ...bet, state: 'NONE' } })).toEqual(words({ state: 'DECLINED' }));
  });
});
