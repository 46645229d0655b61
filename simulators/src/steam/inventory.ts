/**
 * The public inventory call, in the real wire shape: assets and descriptions apart, pages newest first, 75 by default and 2,000 at most, and every
 * refusal as the real service words it (mostly the body `null`). Owners who request their own inventory, signed in, also see items that are hidden
 * from others and protected ones (context 16).
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FaultBoard } from '../kit/faults.ts';
import { hang, queryText, singleValues } from '../kit/service.ts';
import { contextAt, isHidden, PROTECTED_CONTEXT, type Account, type OwnedItem } from './accounts.ts';
import type { Catalogue } from './catalogue.ts';
import { describeItems, wireAsset } from './describe.ts';
import { propertiesOf } from './finish.ts';
import { sessionOf, type TradeDeps } from './trade/calls.ts';
import { letTimePass } from './trade/exchange.ts';

const DEFAULT_COUNT = 75;
const MAX_COUNT = 2_000;
const EMPTY = { total_inventory_count: 0, success: 1, rwgrsn: -2 };

export function inventoryRoutes(app: FastifyInstance, deps: TradeDeps): void {
  app.get<{ Params: { steamId: string; appId: string; contextId: string } }>(
    '/inventory/:steamId/:appId/:contextId',
    async (request, reply) => {
      const failed = fault(deps.faults, reply);
      if (failed !== null) return failed;
      const query = singleValues(queryText(request));
      const count = readCount(query?.get('count'));
      if (query === null || count === null) return sendJson(reply, 400, null);
      const { steamId, appId, contextId } = request.params;
      const { book, catalogue } = deps;
      const account = book.accounts.find(steamId);
      if (account === null) return sendJson(reply, 404, null);
      letTimePass(book);
      const own = sessionOf(deps, request) === account;
      if (account.inventory === 'private' && !own) return sendJson(reply, 403, null);
      const all = itemsIn(account, Number(appId), contextId, book.clock.now());
      const shown = own ? all : visibleTo(account, contextId, all, book.clock.now());
      return sendJson(reply, 200, pageOf(catalogue, contextId, all.length, shown, count, query.get('start_assetid')));
    },
  );
}

/** An account's items in a context of a game at that time, oldest first. */
export function itemsIn(account: Account, appId: number, contextId: string, nowMs: number): OwnedItem[] {
  return account.items
    .filter((item) => item.appId === appId && contextAt(item, nowMs) === contextId)
    .map((item) => ({ ...item, contextId }));
}

function visibleTo(account: Account, contextId: string, items: readonly OwnedItem[], nowMs: number): OwnedItem[] {
  if (account.inventory === 'hidden' || contextId === PROTECTED_CONTEXT) return [];
  return items.filter((item) => !isHidden(item, nowMs));
}

/** One page, newest first, beginning after `startAssetId`. Hidden items count only in the total, and only when all are hidden. */
function pageOf(
  catalogue: Catalogue,
  contextId: string,
  held: number,
  owned: readonly OwnedItem[],
  count: number,
  startAssetId: string | undefined,
) {
  if (owned.length === 0) return { ...EMPTY, total_inventory_count: contextId === PROTECTED_CONTEXT ? 0 : held };
  const newestFirst = owned.toReversed();
  const start = startAssetId === undefined ? 0 : newestFirst.findIndex((item) => item.assetId === startAssetId) + 1;
  const page = newestFirst.slice(start, start + count);
  const last = page.at(-1);
  const more = last !== undefined && start + count < owned.length;
  return {
    assets: page.map(wireAsset),
    descriptions: describeItems(catalogue, page, contextId !== PROTECTED_CONTEXT),
    asset_properties: page.flatMap(({ appId, assetId, finish }) =>
      finish === null
        ? []
        : [{ appid: appId, contextid: contextId, assetid: assetId, asset_properties: propertiesOf(finish) }],
    ),
    ...(more ? { more_items: 1, last_assetid: last.assetId } : {}),
    total_inventory_count: owned.length,
    success: 1,
    rwgrsn: -2,
  };
}

/** 1 to 2,000, 75 when not given; null for anything else, which the real service answers with 400. */
function readCount(text: string | undefined): number | null {
  if (text === undefined) return DEFAULT_COUNT;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MAX_COUNT ? count : null;
}

function fault(faults: FaultBoard, reply: FastifyReply) {
  if (faults.take('steam', 'inventory-hang') !== null) return hang(reply);
  if (faults.take('steam', 'inventory-429') !== null) return sendJson(reply, 429, null);
  if (faults.take('steam', 'inventory-400') !== null) return sendJson(reply, 400, null);
  if (faults.take('steam', 'inventory-403') !== null) return sendJson(reply, 403, null);
  if (faults.take('steam', 'inventory-500') === null) return null;
  return sendJson(reply, 500, { success: false, error: 'EYldRefreshAppIfNecessary failed with EResult 20' });
}

/** Sends JSON, `null` included: passing null to the framework would send an empty body. */
function sendJson(reply: FastifyReply, status: number, body: unknown) {
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}
