/** The worker's decisions, in every state that an order can have: it only goes where the table of trade states leads. */
import {
  canMoveTo,
  phaseOf,
  statesIn,
  TRADE_KINDS,
  TRADE_STATES,
  type TradeState,
} from '@fairpot/contract/trades/states';
import { expect, test } from 'vitest';
import type { OfferSnapshot, SteamOfferState, SendOutcome, TradeSnapshot } from './gateway-port.ts';
import { afterOffer, afterSending, afterTrade, type WorkerOrder } from './rules.ts';

const OFFERS: Readonly<Record<SteamOfferState, true>> = {
  ...{ ACTIVE: true, NEEDS_CONFIRMATION: true, ACCEPTED: true, HELD: true, COUNTERED: true },
  ...{ EXPIRED: true, CANCELED: true, DECLINED: true, INVALID_ITEMS: true, OTHER: true },
};
const STANDINGS: Readonly<Record<TradeSnapshot['standing'], true>> = {
  ...{ COMPLETE: true, PENDING: true, HELD: true, FAILED: true, REVERSED: true },
};
const OUTCOMES: readonly SendOutcome[] = [
  { kind: 'SENT', offerId: '7' },
  { kind: 'NEEDS_CONFIRMATION', offerId: '7' },
  { kind: 'REFUSED', reason: 'TRADE_BAN' },
  { kind: 'NOT_SENT', why: 'x' },
  { kind: 'UNKNOWN', why: 'x' },
];
const TIMES = [10, 10_000] as const;
const ASSET = { appId: 730, contextId: '2', assetId: '5' };

const orders = TRADE_KINDS.flatMap((kind) =>
  TRADE_STATES.flatMap((state) =>
    // A booked order has been accepted.
    (['OPEN', 'FAILED'].includes(phaseOf(state)) ? [false] : [false, true]).map((booked): WorkerOrder => ({
      ...{ id: 'trd', kind, state, booked, partner: '76561190000000001', token: 'abcdefgh', appId: 730 },
      ...{ code: 'D-7Q3K2M', createdAt: 0, expiresAt: 1_000, offerId: '7', tradeId: '9', frozen: false },
      items: [{ no: 1, contextId: '2', assetId: '5', marketHashName: 'x' }],
    })),
  ),
);

/** Empty when the order may go there, or stays where it is. */
function wrong(order: WorkerOrder, to: TradeState | undefined, why: string): string[] {
  const stays = to === undefined || to === order.state;
  return stays || canMoveTo(order, to) ? [] : [`${order.kind} ${order.state} ${why}: ${to}`];
}

function offerOf({ kind, partner, code }: WorkerOrder, state: SteamOfferState, tradeId: string | null): OfferSnapshot {
  const sides = kind === 'DEPOSIT' ? { take: [ASSET], give: [] } : { take: [], give: [ASSET] };
  return { offerId: '7', partner, message: `Fairpot #${code}`, state, tradeId, ...sides };
}

test('an offer, whatever Steam shows of it, moves an order only where the table leads', () => {
  const found = orders.flatMap((order) =>
    (Object.keys(OFFERS) as SteamOfferState[]).flatMap((state) =>
      [null, '9'].flatMap((tradeId) =>
        TIMES.flatMap((now) => {
          const verdict = afterOffer(order, offerOf(order, state, tradeId), now);
          expect(verdict.kind).not.toBe('foreign');
          return verdict.kind === 'move' ? wrong(order, verdict.change.state, `sees ${state}`) : [];
        }),
      ),
    ),
  );
  expect(found).toEqual([]);
});

test('a trade moves an accepted or held order only where the table leads', () => {
  const trading = orders.filter((order) => phaseOf(order.state) === 'TRADING');
  const found = trading.flatMap((order) =>
    (Object.keys(STANDINGS) as TradeSnapshot['standing'][]).flatMap((standing) =>
      [0, 30 * 86_400_000].flatMap((now) => {
        const trade = { standing, status: 3, startedAt: 0, received: [], given: [], rolledBackBy: null };
        return wrong(order, afterTrade(order, trade, now).state, `sees a trade that is ${standing}`);
      }),
    ),
  );
  expect(trading).toHaveLength(8);
  expect(found).toEqual([]);
});

test('a sending moves an order only where the table leads, from each state that it may have by then', () => {
  const found = OUTCOMES.flatMap((outcome) =>
    orders.flatMap((order) => {
      const { from, change } = afterSending(order, outcome, 10);
      return from.includes(order.state) ? wrong(order, change.state, `was sent: ${outcome.kind}`) : [];
    }),
  );
  expect(found).toEqual([]);
});

test('an accepted offer counts wherever the table lets an offer be accepted, also late', () => {
  for (const order of orders.filter(({ booked }) => !booked)) {
    const verdict = afterOffer(order, offerOf(order, 'ACCEPTED', '9'), 10);
    const byOffer = canMoveTo(order, 'ACCEPTED') && phaseOf(order.state) !== 'TRADING';
    expect([order.kind, order.state, verdict.kind === 'move']).toEqual([order.kind, order.state, byOffer]);
  }
  expect(statesIn('TRADING')).toEqual(['ACCEPTED', 'HELD']);
});
