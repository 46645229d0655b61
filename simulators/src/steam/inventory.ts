/**
 * The public inventory call, in the real wire shape: assets and descriptions apart, pages newest first, 75 by default and
 * 2,000 at most, and every refusal as the real service words it (which is mostly the body `null`).
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FaultBoard } from '../kit/faults.ts';
import { hang, queryText, singleValues } from '../kit/service.ts';
import type { Account, Accounts, OwnedItem } from './accounts.ts';
import type { Catalogue, CatalogueItem } from './catalogue.ts';

interface InventoryDeps {
  readonly accounts: Accounts;
  readonly catalogue: Catalogue;
  readonly faults: FaultBoard;
}

const DEFAULT_COUNT = 75;
const MAX_COUNT = 2_000;
const EMPTY = { total_inventory_count: 0, success: 1, rwgrsn: -2 };
const CS2 = 730;

export function inventoryRoutes(app: FastifyInstance, deps: InventoryDeps): void {
  app.get<{ Params: { steamId: string; appId: string; contextId: string } }>(
    '/inventory/:steamId/:appId/:contextId',
    async (request, reply) => {
      const failed = fault(deps.faults, reply);
      if (failed !== null) return failed;
      const query = singleValues(queryText(request));
      const count = readCount(query?.get('count'));
      if (query === null || count === null) return sendJson(reply, 400, null);
      const { steamId, appId, contextId } = request.params;
      const account = deps.accounts.find(steamId);
      if (account === null) return sendJson(reply, 404, null);
      if (account.inventory === 'private') return sendJson(reply, 403, null);
      const owned = account.items.filter((item) => String(item.appId) === appId && item.contextId === contextId);
      return sendJson(reply, 200, pageOf(deps.catalogue, account, owned, count, query.get('start_assetid')));
    },
  );
}

/** One page, newest first, beginning after `startAssetId`. */
function pageOf(
  catalogue: Catalogue,
  account: Account,
  owned: readonly OwnedItem[],
  count: number,
  startAssetId: string | undefined,
) {
  if (owned.length === 0) return EMPTY;
  if (account.inventory === 'hidden') return { ...EMPTY, total_inventory_count: owned.length };
  const newestFirst = owned.toReversed();
  const start = startAssetId === undefined ? 0 : newestFirst.findIndex((item) => item.assetId === startAssetId) + 1;
  const page = newestFirst.slice(start, start + count);
  const last = page.at(-1);
  const more = last !== undefined && start + count < owned.length;
  return {
    assets: page.map(wireAsset),
    descriptions: wireDescriptions(catalogue, page),
    ...(more ? { more_items: 1, last_assetid: last.assetId } : {}),
    total_inventory_count: owned.length,
    success: 1,
    rwgrsn: -2,
  };
}

function wireAsset(item: OwnedItem) {
  return {
    appid: item.appId,
    contextid: item.contextId,
    assetid: item.assetId,
    classid: classId(item.appId, item.marketHashName),
    instanceid: instanceId(item.appId),
    amount: '1',
  };
}

/** One description per distinct item on the page; an item the catalogue no longer knows keeps its bare name. */
function wireDescriptions(catalogue: Catalogue, page: readonly OwnedItem[]) {
  const distinct = new Map(page.map((item) => [`${item.appId} ${item.marketHashName}`, item]));
  return [...distinct.values()].map(({ appId, marketHashName }) =>
    wireDescription(catalogue.find(appId, marketHashName) ?? unknownItem(appId, marketHashName)),
  );
}

function wireDescription(item: CatalogueItem) {
  const color = item.rarityColor.replace('#', '').toLowerCase();
  const exterior = item.appId === CS2 ? /\(([^()]+)\)$/.exec(item.marketHashName)?.[1] : undefined;
  return {
    appid: item.appId,
    classid: classId(item.appId, item.marketHashName),
    instanceid: instanceId(item.appId),
    currency: 0,
    background_color: '',
    icon_url: item.slug,
    icon_url_large: item.slug,
    descriptions:
      exterior === undefined ? [] : [{ type: 'html', value: `Exterior: ${exterior}`, name: 'exterior_wear' }],
    tradable: 1,
    name: exterior === undefined ? item.marketHashName : item.marketHashName.replace(/ \([^()]+\)$/, ''),
    name_color: color,
    type: `${item.rarity} ${item.kind}`,
    market_name: item.marketHashName,
    market_hash_name: item.marketHashName,
    commodity: 0,
    market_tradable_restriction: 7,
    market_marketable_restriction: 7,
    marketable: 1,
    tags: [
      tag('Type', item.kind),
      { ...tag('Rarity', item.rarity), color },
      ...(exterior === undefined ? [] : [tag('Exterior', exterior)]),
    ],
  };
}

function tag(category: string, name: string) {
  return {
    category,
    internal_name: name.replace(/[^A-Za-z0-9]+/g, '_'),
    localized_category_name: category,
    localized_tag_name: name,
  };
}

function unknownItem(appId: number, marketHashName: string): CatalogueItem {
  return { appId, marketHashName, priceCents: 1, rarityColor: 'b0c3d9', rarity: 'Common', kind: 'Item', slug: '' };
}

/** A decimal class id, the same for the same item everywhere. */
function classId(appId: number, marketHashName: string): string {
  const digest = createHash('sha256').update(`class|${appId}|${marketHashName}`).digest();
  return String(1_000_000_000 + digest.readUIntBE(0, 5));
}

function instanceId(appId: number): string {
  return appId === CS2 ? '188530139' : '0';
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

/** Sends JSON, `null` included: handing null to the framework would send an empty body. */
function sendJson(reply: FastifyReply, status: number, body: unknown) {
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}
