/**
 * The item types Fairpot knows: real market names with a plausible price, a rarity and the kind of object.
 * Read by the server (demo world), the simulators (the data file alone) and the art build. Names are facts; prices are
 * integer US cents and only a starting point for the simulated price list. The list never changes at runtime.
 */
import data from '../data/items.json' with { type: 'json' };
import { isKind } from './shapes/kinds.ts';
import type { ObjectKind } from './shapes/kinds.ts';
import { isWear } from './names.ts';
import type { Wear } from './names.ts';

/** Steam app ids of the supported games. */
export const APP_IDS = { csgo: 730, rust: 252490, dota: 570 } as const;

/** One kind of item as the market knows it; every copy of the item shares it, and its picture is `<slug>.webp`. */
export interface ItemType {
  /** Unique, ascii, kebab-case. */
  readonly slug: string;
  readonly appId: number;
  /** The exact market hash name, unique within the app. */
  readonly marketHashName: string;
  readonly kind: ObjectKind;
  readonly rarity: string;
  /** #rrggbb, at least 3:1 on the raised surface. */
  readonly rarityColor: string;
  /** 1 to 8; shown next to the colour, never instead of the tier's name. */
  readonly pips: number;
  /** Integer US cents, above 0. */
  readonly priceCents: number;
  /** Null when the item has no wear. */
  readonly wear: Wear | null;
}

function itemType(entry: (typeof data)[number]): ItemType {
  const { kind, wear } = entry;
  if (!isKind(kind)) throw new TypeError(`${entry.slug}: unknown kind '${kind}'`);
  if (wear !== null && !isWear(wear)) throw new TypeError(`${entry.slug}: unknown wear '${wear}'`);
  return Object.freeze({ ...entry, kind, wear });
}

/** Every item type, in the order of the data file: CS2, Rust, Dota 2. */
export const ITEM_TYPES: readonly ItemType[] = Object.freeze(data.map(itemType));

export const itemTypeBySlug: ReadonlyMap<string, ItemType> = new Map(ITEM_TYPES.map((type) => [type.slug, type]));
