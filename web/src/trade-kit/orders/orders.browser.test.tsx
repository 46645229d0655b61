/** The CONFIRM TRADE window and the list of orders in every state of an order: everything visible and uncut at every width. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { TRADE_STATES } from '@fairpot/contract/trades/states';
import { TRADE_REASONS } from '@fairpot/contract/trades/calls';
import type { TradeOrder, TradeReason, TradeState } from '@fairpot/contract/trades/schemas';
import { collisions, cutTexts } from '../../testing/geometry.ts';
import { isShownOnPage } from '../../platform/page/shown-on-page.ts';
import { freshServer, OFFERED, ORDER_ID, show, tradeOrder, type FixtureServer } from '../server.fixture.tsx';
import { ConfirmTrade } from './confirm-trade.tsx';
import { OrderList } from './order-list.tsx';
import { wordsOf } from './order-words.ts';
import { formatDayTime } from '../../platform/page/time.ts';

let server: FixtureServer;
beforeEach(() => {
  server = freshServer();
});
afterEach(() => vi.unstubAllGlobals());

const OFFER_MADE: readonly TradeState[] = ['SENT', 'NEEDS_CONFIRMATION', 'ACCEPTED', 'SETTLED', 'HELD', 'REVERSED'];
const LATER = Date.now() + 7 * 24 * 60 * 60_000;
const refused = (reason: TradeReason) => ({ reason, reasonText: TRADE_REASONS[reason] });
const bet = { game: 'jackpot', gameId: null, reasonText: '' } as const;

/** A finished deposit to the balance of two items worth 6.25 each, and what each was credited. */
function credited(sums: readonly (number | null)[]): TradeOrder {
  const done = { ...OFFERED, state: 'SETTLED', booked: true, released: true } as const;
  const order = tradeOrder(done);
  const items = order.items.map((item, n) => ({ ...item, creditedUsd: sums[n] ?? null }));
  return { ...order, items, creditedUsd: sums.reduce<number>((sum, each) => sum + (each ?? 0), 0) };
}

/** One order of every state and kind, with the longest texts that each can have. */
const EVERY: readonly TradeOrder[] = [
  ...(['DEPOSIT', 'WITHDRAWAL'] as const).flatMap((kind) =>
    TRADE_STATES.map((state) =>
      tradeOrder({
        kind,
        state,
        code: kind === 'DEPOSIT' ? 'D-7Q3K2M' : 'W-7Q3K2M',
        ...(OFFER_MADE.includes(state) && OFFERED),
        ...(state === 'ACCEPTED' && { booked: true, protectedUntil: LATER }),
        ...(state === 'REFUSED' && refused(kind === 'DEPOSIT' ? 'TOO_MANY_OFFERS' : 'TRADE_HOLD')),
        ...(state === 'DECLINED' && refused('COUNTERED')),
        ...(state === 'SETTLED' && { booked: true, released: true }),
      }),
    ),
  ),
  // To the balance: prices are being confirmed; they fell; one of them could not be confirmed.
  tradeOrder({ ...OFFERED, state: 'SETTLED', booked: true }),
  credited([6.25, 4.1]),
  credited([5.75, null]),
  credited([null, null]),
  tradeOrder({ ...OFFERED, state: 'SENT', toBalance: false, bet: { ...bet, state: 'OPEN' } }),
  tradeOrder({ ...OFFERED, state: 'SETTLED', released: true, bet: { ...bet, state: 'PLACED' } }),
  tradeOrder({ ...OFFERED, state: 'SETTLED', bet: { ...bet, state: 'LEFT', reasonText: 'The game is paused' } }),
].map((order, n) => ({ ...order, id: `trd_${String(n).padStart(26, '0')}` }));

const WIDTHS = [1_440, 1_024, 768, 390] as const;
/** Widths of the window's content: 560 px less its padding on wide screens, and on a phone. */
const WINDOWS = [512, 342] as const;

async function asWideAs(width: number): Promise<void> {
  await page.viewport(width, 900);
  document.body.style.width = `${width}px`;
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}
afterEach(async () => {
  document.body.style.width = '';
  await page.viewport(1_280, 800);
});

describe('CONFIRM TRADE', () => {
  test.each(EVERY.map((order) => [`${order.kind} ${order.state} ${order.bet?.state ?? ''}`, order] as const))(
    '%s',
    async (_, order) => {
      server.answers[`/trades/order/${ORDER_ID}`] = order;
      await show(<ConfirmTrade orderId={ORDER_ID} />);
      const words = wordsOf(order, formatDayTime);
      await expect.element(page.getByRole('heading', { name: words.title })).toBeVisible();
      for (const text of [words.meaning, words.where]) await expect.element(page.getByText(text)).toBeVisible();
      // A notification with the same content would cover it.
      const shown = () => ['Deposit', 'Withdrawal'].filter(isShownOnPage);
      await expect.poll(shown).toEqual([order.kind === 'DEPOSIT' ? 'Deposit' : 'Withdrawal']);
      const acting = order.state === 'SENT';
      const ways = ['Open in browser', 'Open in Steam client'].map((name) => page.getByRole('link', { name }));
      for (const way of ways) expect(way.elements()).toHaveLength(acting ? 1 : 0);
      // The code is shown as long as there may be an offer to compare it with.
      const comparing = ['CREATED', 'SENDING', 'SENT', 'NEEDS_CONFIRMATION', 'UNKNOWN'].includes(order.state);
      expect(page.getByText(order.code).elements()).toHaveLength(comparing ? 1 : 0);
      expect(page.getByRole('button', { name: 'CLOSE' }).elements()).toHaveLength(
        words.tone === 'act' ? 0 : closes(order),
      );
      for (const width of WINDOWS) {
        await asWideAs(width);
        expect(document.documentElement.scrollWidth, `at ${width}`).toBeLessThanOrEqual(width);
        expect(cutTexts(document.body), `at ${width}`).toEqual([]);
      }
    },
  );
});

/** 1 in a final state. */
function closes({ state, kind, released, bet: of }: TradeOrder): number {
  const ends = ['SETTLED', 'DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED', 'REVERSED'].includes(state);
  return ends && !(kind === 'DEPOSIT' && state === 'SETTLED' && !released) && of?.state !== 'OPEN' ? 1 : 0;
}

test('the list: each row shows its state and its whole code, and nothing overlaps', async () => {
  server.answers['/trades/list'] = { orders: EVERY };
  await show(<OrderList />);
  const rows = page.getByRole('list', { name: 'Trades' }).getByRole('listitem');
  await expect.element(page.getByText('Withdrawal').first()).toBeVisible();
  const all = () => rows.elements().filter((row) => row.querySelector('button') !== null);
  expect(all()).toHaveLength(EVERY.length);
  for (const width of WIDTHS) {
    await asWideAs(width === 1_440 ? 500 : Math.min(width - 32, 744));
    expect(document.documentElement.scrollWidth, `at ${width}`).toBeLessThanOrEqual(document.body.clientWidth);
    for (const [at, row] of all().entries()) {
      const order = EVERY[at];
      if (order === undefined) throw new Error('a row too many');
      expect(row).toHaveTextContent(wordsOf(order, formatDayTime).title);
      expect(row).toHaveTextContent(order.code);
      expect(cutTexts(row), `${order.kind} ${order.state} at ${width}`).toEqual([]);
      const [grid] = row.children;
      expect(grid && collisions(row, [...grid.children]), `${order.kind} ${order.state} at ${width}`).toEqual([]);
      // Pictures stay in one row and do not overlap the button beside them.
      const tops = new Set([...row.querySelectorAll('ul > li')].map((picture) => picture.getBoundingClientRect().top));
      expect(tops.size, `${order.kind} ${order.state} at ${width}`).toBe(1);
    }
  }
});
