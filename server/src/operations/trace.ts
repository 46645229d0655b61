/**
 * The trace of an item: every movement since it arrived, each with the round or order behind it, and the real asset at Steam before and
 * after each trade. Visible to its current player, to earlier ones (as far as they had it), and to staff; for anyone else the item does not
 * exist.
 */
import { usd } from '@fairpot/contract/wire/money';
import { hasPermission } from '@fairpot/contract/wire/permissions';
import { TRACE_PAGE } from '@fairpot/contract/operations/trace/calls';
import type { ItemTrace, TraceStep } from '@fairpot/contract/operations/trace/schemas';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { publicUsers } from '../accounts/front.ts';
import { stakesOfItem, type StakeOfItem } from '../games/kit/stakes-of-item.ts';
import type { Db } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { getKnown, refuse } from '../platform/runner/refused.ts';
import {
  movesOf,
  placedItem,
  lastVisibleMove,
  type HolderKind,
  type ItemMove,
  type PlacedItem,
} from '../vault/moves.ts';
import { presentSkin } from '../vault/types.ts';
import { assetBehind, orderOfTrade, ordersOfItem, type MovedAsset, type OrderOfItem } from '../trades/front.ts';

/** Where an item is, by its state in the vault. */
const PLACES = {
  available: 'AVAILABLE',
  staked: 'STAKED',
  trading: 'WAITS',
  withdrawn: 'WITHDRAWN',
  forfeited: 'HOUSE',
  stock: 'HOUSE',
} as const;

/** A trade's moves are shown with the step that they caused: when an item was reserved for a trade, nothing had moved yet. */
const DIRECTION_OF: Partial<Record<ItemMove['code'], MovedAsset['direction']>> = {
  MINT: 'IN',
  TRADE_LEAVE: 'OUT',
  TRADE_RELEASE: 'BACK',
};

interface TraceData {
  readonly reader: string;
  /** Staff see all orders in full, players only their own. */
  readonly isStaff: boolean;
  readonly users: ReadonlyMap<string, PublicUser>;
  readonly stakes: ReadonlyMap<string, StakeOfItem>;
  readonly orders: ReadonlyMap<string, OrderOfItem>;
  /** Id of the order behind a move, if there is one. */
  readonly orderIds: ReadonlyMap<number, string>;
}

export async function itemTrace(db: Db, actor: Actor, id: string, after: number): Promise<ItemTrace> {
  const isStaff = hasPermission(actor.status, 'tickets');
  const item = await placedItem(db, id);
  if (item === undefined) return refuse('NOT_FOUND');
  const last = isStaff ? item.version : Math.min(item.version, await lastVisibleMove(db, id, actor.id));
  if (last === 0) refuse('NOT_FOUND');
  const whole = last === item.version;
  const moves = await movesOf(db, id, after, last, TRACE_PAGE + 1);
  const shown = moves.slice(0, TRACE_PAGE);
  const latest = whole ? await movesOf(db, id, item.version - 1, item.version, 1) : [];
  const known = await loadTraceData(db, item, [...shown, ...latest], { reader: actor.id, isStaff }, whole);
  const now: ItemTrace['now'] = whole
    ? currentPlace(item, latest[0], known)
    : { place: 'GONE', user: null, protectedUntil: null };
  const asset = whole && now.place !== 'WITHDRAWN' ? await assetBehind(db, id) : undefined;
  return {
    id,
    type: item.kind,
    item: presentSkin(item.type, item.type.cents),
    now,
    asset: asset ?? null,
    steps: shown.map((move) => stepOf(move, known, move.version === item.version)),
    more: moves.length > shown.length,
  };
}

async function loadTraceData(
  db: Db,
  item: PlacedItem,
  moves: readonly ItemMove[],
  viewer: Pick<TraceData, 'reader' | 'isStaff'>,
  whole: boolean,
): Promise<TraceData> {
  const orderIds = new Map<number, string>();
  for (const move of moves) {
    const order = await orderBehind(db, move);
    if (order !== null) orderIds.set(move.version, order);
  }
  const players = moves.flatMap((move) => [
    ...(move.fromKind === 'player' ? [move.fromId] : []),
    ...(move.toKind === 'player' ? [move.toId] : []),
  ]);
  if (whole && item.holderKind === 'player') players.push(item.holderId);
  const [users, stakes, orders] = await Promise.all([
    publicUsers(db, players),
    stakesOfItem(
      db,
      item.id,
      moves.filter((move) => move.fromKind === 'round' || move.toKind === 'round').map((move) => move.ref),
    ),
    ordersOfItem(db, item.id, [...orderIds.values()]),
  ]);
  return { ...viewer, users, stakes, orders, orderIds };
}

/** Id of the trade order behind a move. A mint by a trade names trade and asset instead. */
async function orderBehind(db: Db, move: ItemMove): Promise<string | null> {
  if (move.code.startsWith('TRADE_')) return move.ref;
  const [, trade, app, asset] = /^trade:(\d+):(\d+):(\d+)$/.exec(move.ref) ?? [];
  if (move.code !== 'MINT' || trade === undefined || app === undefined || asset === undefined) return null;
  return orderOfTrade(db, trade, Number(app), asset);
}

function currentPlace(item: PlacedItem, latest: ItemMove | undefined, known: TraceData): ItemTrace['now'] {
  const place = PLACES[item.state as keyof typeof PLACES];
  const user = item.holderKind === 'player' ? getKnown(known.users, item.holderId) : null;
  const order = known.orders.get(known.orderIds.get(latest?.version ?? 0) ?? '');
  if (place !== 'WAITS' || order === undefined) return { place, user, protectedUntil: null };
  if (order.kind === 'DEPOSIT') return { place, user, protectedUntil: order.settlesAt };
  // The site keeps it reserved until the trade can no longer be reversed; the player already has the asset.
  const isOut = hasLeft(order);
  return { place: isOut ? 'WITHDRAWN' : place, user, protectedUntil: isOut ? order.settlesAt : null };
}

/** True when the order's trade took the asset out, and none brought it back. */
function hasLeft({ kind, moved }: OrderOfItem): boolean {
  const last = moved.at(-1);
  return kind === 'WITHDRAWAL' && last !== undefined && last.direction !== 'BACK';
}

function stepOf(move: ItemMove, known: TraceData, isLatest: boolean): TraceStep {
  const order = known.orders.get(known.orderIds.get(move.version) ?? '');
  const stake = known.stakes.get(move.ref);
  return {
    no: move.version,
    at: move.at,
    code: move.code,
    from: placeOf(move.fromKind, move.fromId, known),
    to: placeOf(move.toKind, move.toId, known),
    round: stake
      ? {
          id: stake.roundId,
          game: stake.game,
          number: stake.number,
          valueUsd: usd(stake.cents),
        }
      : null,
    order: order ? orderShown(order, known) : null,
    trade: tradeOf(move, order, isLatest),
    saleId: move.code === 'SELL' ? move.ref : null,
  };
}

/** The code of an order is a secret between the site and its player: a fake offer could use it. */
function orderShown(order: OrderOfItem, { reader, isStaff }: TraceData): TraceStep['order'] {
  const isOwn = reader === order.playerId;
  const canSeeIds = isOwn || isStaff;
  return {
    kind: order.kind,
    id: canSeeIds ? order.id : null,
    code: canSeeIds ? order.code : null,
    offerId: canSeeIds ? order.offerId : null,
    isOwn,
    bot: order.bot,
  };
}

/** A trade that took the asset out is shown at once, although the item's own step follows when the trade is final. */
function tradeOf(move: ItemMove, order: OrderOfItem | undefined, isLatest: boolean): TraceStep['trade'] {
  const isOut = isLatest && move.code === 'TRADE_HOLD' && order !== undefined && hasLeft(order);
  const wanted = isOut ? 'OUT' : DIRECTION_OF[move.code];
  const moved = order?.moved.find((each) => each.direction === wanted);
  if (moved === undefined) return null;
  const { tradeId, direction, appId } = moved;
  return {
    tradeId,
    direction,
    before: { appId, contextId: moved.contextId, assetId: moved.assetId },
    after: { appId, contextId: moved.newContextId, assetId: moved.newAssetId },
  };
}

function placeOf(kind: HolderKind, id: string, known: TraceData): TraceStep['from'] {
  return { kind, user: kind === 'player' ? getKnown(known.users, id) : null };
}
