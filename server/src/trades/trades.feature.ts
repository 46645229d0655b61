/** Trades with Steam as a feature: the calls, the sweep that keeps the books, the invariants. The worker is its own process. */
import { usd, cents } from '@fairpot/contract/wire/money';
import {
  depositBySteam,
  getTradeOrder,
  listFrozenTrades,
  listTradeOrders,
  setTradeLink,
  unfreezeTrades,
  withdrawBySteam,
  withdrawItems,
  withdrawTerms,
} from '@fairpot/contract/trades/schemas';
import { findTrades as findTradesCall } from '@fairpot/contract/staff/trades/schemas';
import { listUserTrades } from '@fairpot/contract/staff/users/schemas';
import type { Deps } from '../platform/process/deps.ts';
import { onCommand, onQuery, requirePlayer, type Feature } from '../platform/runner/feature.ts';
import type { Runner } from '../platform/runner/command.ts';
import { refuse } from '../platform/runner/refused.ts';
import { LEVEL_NEEDED, withdrawalTerms } from '../withdrawals/front.ts';
import { bookOrder } from './books.ts';
import { anyDueForBooksSql, postponeBooking, dueForBooks } from './books-store.ts';
import { takeTradeLink, withdraw } from './commands.ts';
import { askSteam, orderDeposit } from './deposit.ts';
import { listFrozen, unfreeze } from './freezes.ts';
import { tradeGauges } from './gauges.ts';
import { backedStock, tradeInvariants } from './invariants.ts';
import { movementInvariants } from './trace/invariants.ts';
import { presentOrders } from './present.ts';
import { processBets } from './bets/process-bets.ts';
import { anyBetDueSql } from './bets/store.ts';
import { frozenAt, orderOf, ordersOf } from './store.ts';
import { findTrades } from './trace/find.ts';
import { listWithdrawable } from './withdrawable.ts';

const PAGE = 20;
const INVARIANTS = [...tradeInvariants, ...movementInvariants];
const BOOKS_EVERY_MS = 1_000;
const BOOKS_AT_ONCE = 20;
/** Wait before an order that could not be booked is retried. */
const BOOKS_AGAIN_MS = 60_000;

/** Short, because a round may be about to end. */
const BETS_EVERY_MS = 250;

export function tradesFeature(deps: Deps, execute: Runner['execute']): Feature {
  const shown = { mode: deps.config.mode, avatar: (hash: string | null) => deps.gateways.steam.avatar(hash) };
  return {
    name: 'trades',
    bindings: [
      onCommand(depositBySteam, {
        before: ({ actor }, { steamItems }) => askSteam(deps, actor, steamItems),
        run: (ctx, input) => orderDeposit(deps, ctx, input, ctx.before),
      }),
      onCommand(withdrawBySteam, (ctx, input) => withdraw(deps, ctx, input)),
      onCommand(setTradeLink, takeTradeLink),
      onQuery(withdrawTerms, async ({ db, actor }) => {
        const { id } = requirePlayer(actor);
        const [{ level, refundable, isClosing }, since] = await Promise.all([
          withdrawalTerms(db, id),
          frozenAt(db, id),
        ]);
        const levelNeeded = isClosing ? 0 : LEVEL_NEEDED;
        return { level, levelNeeded, refundableUsd: usd(cents(refundable)), frozenAt: since };
      }),
      onQuery(withdrawItems, ({ db, actor }) => listWithdrawable(db, requirePlayer(actor).id, deps.clock.now())),
      onQuery(getTradeOrder, async ({ db, actor }, { id }) => {
        const order = await orderOf(db, requirePlayer(actor).id, id);
        const [view] = order === undefined ? [] : await presentOrders(db, [order], shown);
        return view ?? refuse('NOT_FOUND');
      }),
      onQuery(listTradeOrders, async ({ db, actor }, { before }) => ({
        orders: await presentOrders(db, await ordersOf(db, requirePlayer(actor).id, before ?? null, PAGE), shown),
      })),
      onQuery(listUserTrades, async ({ db }, { userId, before }) => ({
        orders: await presentOrders(db, await ordersOf(db, userId, before ?? null, PAGE), shown),
      })),
      onQuery(findTradesCall, ({ db }, { text }) => findTrades(db, text, shown)),
      onQuery(listFrozenTrades, listFrozen),
      onCommand(unfreezeTrades, unfreeze),
    ],
    sweeps: [
      {
        name: 'trades.books',
        everyMs: BOOKS_EVERY_MS,
        due: anyDueForBooksSql,
        run: (signal) => keepBooks(deps, signal),
      },
      {
        name: 'trades.bets',
        everyMs: BETS_EVERY_MS,
        due: anyBetDueSql,
        run: (signal) => processBets({ deps, execute }, signal),
      },
    ],
    gauges: () => tradeGauges(deps),
    invariants: deps.config.mode === 'live' ? [...INVARIANTS, backedStock] : INVARIANTS,
  };
}

/** Books what is due, order by order. An order that cannot be booked is logged and stays due; the others go on. */
async function keepBooks(deps: Deps, signal: AbortSignal): Promise<number> {
  let booked = 0;
  for (const id of await dueForBooks(deps.db, BOOKS_AT_ONCE, deps.clock.now())) {
    if (signal.aborted) break;
    try {
      const order = await deps.db.transaction((tx) => bookOrder(deps, tx, id, deps.clock.now()));
      if (order === null) continue;
      booked += 1;
      deps.signals.userUpdated(order.playerId);
    } catch (error) {
      await postponeBooking(deps.db, id, deps.clock.now() + BOOKS_AGAIN_MS);
      deps.log.error({ err: error, order: id }, 'booking of trade order failed, will retry');
    }
  }
  return booked;
}
