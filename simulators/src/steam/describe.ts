/** An item on the wire: class, instance and description, the same in inventories, offers and trades. */
import { createHash } from 'node:crypto';
import type { Catalogue, CatalogueItem } from './catalogue.ts';
import { INSPECT_ACTIONS, instanceOf, stickerLines, type Finish } from './finish.ts';

const CS2 = 730;

interface Kind {
  readonly appId: number;
  readonly marketHashName: string;
  readonly finish?: Finish | null;
}

/** The wire description of an item. An item that the catalogue no longer knows keeps its bare name. */
export function describeItem(catalogue: Catalogue, { appId, marketHashName, finish }: Kind, tradable: boolean) {
  const item = catalogue.find(appId, marketHashName) ?? unknownItem(appId, marketHashName);
  const color = item.rarityColor.replace('#', '').toLowerCase();
  const exterior = item.appId === CS2 ? /\(([^()]+)\)$/.exec(item.marketHashName)?.[1] : undefined;
  const exteriorLines =
    exterior === undefined ? [] : [{ type: 'html', value: `Exterior: ${exterior}`, name: 'exterior_wear' }];
  return {
    appid: item.appId,
    classid: classId(item.appId, item.marketHashName),
    instanceid: instanceId(item.appId, finish),
    currency: 0,
    background_color: '',
    icon_url: item.slug,
    icon_url_large: item.slug,
    descriptions: [...exteriorLines, ...(finish ? stickerLines(finish) : [])],
    ...(exterior !== undefined && INSPECT_ACTIONS),
    tradable: tradable ? 1 : 0,
    name: exterior === undefined ? item.marketHashName : item.marketHashName.replace(/ \([^()]+\)$/, ''),
    name_color: color,
    type: `${item.rarity} ${item.kind}`,
    market_name: item.marketHashName,
    market_hash_name: item.marketHashName,
    commodity: 0,
    market_tradable_restriction: 7,
    market_marketable_restriction: 7,
    marketable: tradable ? 1 : 0,
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
export function classId(appId: number, marketHashName: string): string {
  const digest = createHash('sha256').update(`class|${appId}|${marketHashName}`).digest();
  return String(1_000_000_000 + digest.readUIntBE(0, 5));
}

export function instanceId(appId: number, finish?: Finish | null): string {
  if (finish && finish.stickers.length > 0) return instanceOf(finish);
  return appId === CS2 ? '188530139' : '0';
}

/** An item in a list of assets. */
export function wireAsset(item: Kind & { readonly assetId: string; readonly contextId: string }) {
  return {
    appid: item.appId,
    contextid: item.contextId,
    assetid: item.assetId,
    classid: classId(item.appId, item.marketHashName),
    instanceid: instanceId(item.appId, item.finish),
    amount: '1',
  };
}

/** One description for each kind of item. */
export function describeItems(catalogue: Catalogue, items: readonly Kind[], tradable: boolean) {
  const kinds = new Map(
    items.map((item) => [`${item.appId} ${item.marketHashName} ${instanceId(item.appId, item.finish)}`, item]),
  );
  return [...kinds.values()].map((item) => describeItem(catalogue, item, tradable));
}
