/** An order of the market: checks, price and money in one transaction, with the other orders that arrive at that moment. */
import type { buyFromMarket } from '@fairpot/contract/market/schemas';
import { cents, plainUsd, usd, type Cents } from '@fairpot/contract/wire/money';
import { account, lockedCash, paymentPostings, transferAll, type NewTransfer } from '../ledger/ledger.ts';
import type { Db, Tx } from '../platform/database/sql.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { CommandStepsForSeveral } from '../platform/runner/feature.ts';
import { isPaused } from '../platform/runner/pauses.ts';
import { Refused, refuse } from '../platform/runner/refused.ts';
import { centsOfInput } from '../platform/runner/usd-input.ts';
import { blocksOf } from '../protection/front.ts';
import { marketNamesOf, sellStock } from '../vault/items.ts';
import { judgeOrder, type OrderVerdict, type SaleLine } from './rules.ts';
import { insertSales, lockOffers, spreadBps } from './store.ts';

/** An order that passed every check. */
interface Sale {
  readonly orderId: string;
  readonly playerId: string;
  readonly lines: readonly SaleLine[];
  readonly totalCents: Cents;
  readonly at: number;
}

/**
 * Each order buys all its items or none. Orders that arrive together are checked in sequence: an item or money that one order used is not
 * available to the next.
 */
export function buy(deps: Deps): CommandStepsForSeveral<typeof buyFromMarket> {
  return {
    runAll: async (tx, calls) => {
      const buyers = [...new Set(calls.map(({ actor }) => actor.id))];
      const [paused, blocks, offers, cash, bps] = await Promise.all([
        isPaused(tx, 'market.paused'),
        blocksOf(tx, buyers),
        lockOffers(tx, [...new Set(calls.flatMap(({ input }) => input.itemIds))]),
        lockedCash(tx, buyers),
        spreadBps(tx),
      ]);
      const [left, wallets] = [new Map(offers), new Map(cash)];
      const results: (Sale | Refused)[] = [];
      for (const { actor, input, now } of calls) {
        try {
          if (actor.isBot) refuse('FORBIDDEN');
          const seenCents = input.totalUsd === undefined ? null : centsOfInput('totalUsd', input.totalUsd);
          if (paused) refuse('GAME_PAUSED');
          const block = blocks.get(actor.id);
          if (block) throw block;
          const wanted = input.itemIds.map((itemId) => ({ itemId, price: left.get(itemId) ?? null }));
          const judged = judgeOrder(wanted, seenCents, { spreadBps: bps, now });
          if (judged.kind !== 'sell') throw await refusalOf(tx, judged);
          const wallet = wallets.get(actor.id) ?? cents(0);
          if (judged.totalCents > wallet) refuse('NOT_ENOUGH_BALANCE');
          const { lines, totalCents } = judged;
          results.push({ orderId: deps.ids.next('transfer'), playerId: actor.id, lines, totalCents, at: now });
          wallets.set(actor.id, cents(wallet - totalCents));
          for (const { itemId } of lines) left.delete(itemId);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          results.push(error);
        }
      }
      await writeSales(
        tx,
        results.flatMap((each) => (each instanceof Refused ? [] : [each])),
      );
      return results.map((each, n) => {
        if (each instanceof Refused) return each;
        const { orderId, playerId, lines, totalCents } = each;
        const itemIds = lines.map((line) => line.itemId);
        const { emit, afterCommit } = calls[n] as (typeof calls)[number];
        emit({ topic: 'market', subject: orderId, version: 1, type: 'market.sold', body: { itemIds } });
        afterCommit(() => deps.signals.userUpdated(playerId));
        return { itemIds, orderId, totalUsd: usd(totalCents) };
      });
    },
  };
}

async function writeSales(tx: Tx, sales: readonly Sale[]): Promise<void> {
  if (sales.length === 0) return;
  const items = sales.flatMap(({ orderId, playerId, lines, at }) =>
    lines.map((line) => ({ orderId, playerId, at, itemId: line.itemId, id: line.itemId, cents: line.cents })),
  );
  await Promise.all([insertSales(tx, items), sellStock(tx, items), transferAll(tx, sales.map(paymentOf))]);
}

function paymentOf({ orderId, playerId, totalCents, at }: Sale): NewTransfer {
  return {
    id: orderId,
    key: `market:${orderId}`,
    code: 'MARKET_BUY',
    ref: orderId,
    at,
    postings: paymentPostings(account.cash(playerId), account.house, totalCents),
  };
}

/** Names the item or the total that the refusal is about. */
async function refusalOf(db: Db, judged: Exclude<OrderVerdict, { kind: 'sell' }>): Promise<Refused> {
  switch (judged.kind) {
    case 'gone':
      return new Refused('ITEM_SOLD', { name: await namesOf(db, judged.itemIds) });
    case 'doubted':
      return new Refused('ITEM_NOT_SOLD', { name: await namesOf(db, judged.itemIds) });
    case 'price changed':
      return new Refused('MARKET_PRICE_CHANGED', { price: plainUsd(judged.totalCents) });
  }
}

const NAMED_MAX = 3;

/** 'A', 'A, B and 2 more'. An id that was never an item has no name. */
async function namesOf(db: Db, all: readonly string[]): Promise<string> {
  const known = await marketNamesOf(db, all.slice(0, NAMED_MAX));
  const names = all.slice(0, NAMED_MAX).map((id) => known.get(id) ?? 'an item that is not on sale');
  const more = all.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
