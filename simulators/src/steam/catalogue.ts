/**
 * The items of the simulated world. Read once from the product's catalogue file (a JSON array), of which only the few fields below are used; without
 * a file a small built-in list keeps the inventories from being empty.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Draw } from '../kit/draw.ts';

const Item = z.object({
  appId: z.number().int(),
  marketHashName: z.string().min(1),
  priceCents: z.number().int().positive(),
  /** Hex digits, with or without the hash sign. */
  rarityColor: z.string().default('b0c3d9'),
  rarity: z.string().default('Common'),
  kind: z.string().default('Item'),
  /** Becomes the icon's name on the wire. */
  slug: z.string().default(''),
});
export type CatalogueItem = z.output<typeof Item>;

/** Of a Doppler with its phase: markets write it beside the name, Steam nowhere. */
export interface PhasedItem extends CatalogueItem {
  /** Steam's own name. */
  readonly plainName: string;
  readonly phase: string;
}

export class Catalogue {
  /** As Steam names them. */
  readonly items: readonly CatalogueItem[];
  readonly phased: readonly PhasedItem[];
  readonly #byName: ReadonlyMap<string, CatalogueItem>;

  constructor(all: readonly CatalogueItem[]) {
    this.phased = all.flatMap(phasedOf);
    const items = all.filter((item) => phasedOf(item).length === 0);
    this.items = items;
    // The built-in items stay known, so that an inventory stored before the file appeared can still be described.
    this.#byName = new Map([...BUILT_IN, ...items].map((item) => [key(item.appId, item.marketHashName), item]));
  }

  find(appId: number, marketHashName: string): CatalogueItem | null {
    return this.#byName.get(key(appId, marketHashName)) ?? null;
  }

  /** The type of a phase by the name that markets make of it; null when there is none. */
  findPhased(appId: number, marketHashName: string): PhasedItem | null {
    return this.phased.find((item) => item.appId === appId && item.marketHashName === marketHashName) ?? null;
  }

  /** One item, cheap ones more often than expensive ones (weight 1 / square root of the price), as in real inventories. */
  draw(draw: Draw): CatalogueItem {
    const weights = this.#weights();
    const total = weights.at(-1) ?? 0;
    const ticket = draw.below(total);
    const index = weights.findIndex((upTo) => ticket < upTo);
    const item = this.items[index];
    if (item === undefined) throw new Error('the catalogue is empty');
    return item;
  }

  #running: number[] | null = null;
  #weights(): number[] {
    let sum = 0;
    this.#running ??= this.items.map((item) => (sum += Math.ceil(100_000 / Math.sqrt(item.priceCents))));
    return this.#running;
  }
}

/** Reads the file, or falls back to the built-in list when there is none. Throws when the file is not a list of items. */
export function loadCatalogue(file: string | undefined): Catalogue {
  if (file === undefined) return new Catalogue(BUILT_IN);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Catalogue(BUILT_IN);
    throw error;
  }
  const rows = z.array(z.unknown()).parse(JSON.parse(text));
  const items = rows.flatMap((row) => Item.safeParse(row).data ?? []);
  if (items.length === 0) throw new Error(`${file} holds no item with appId, marketHashName and priceCents`);
  return new Catalogue(items);
}

function phasedOf(item: CatalogueItem): PhasedItem[] {
  const [, plainName, phase] = /^(.*Doppler \([^()]*\)) - (.+)$/.exec(item.marketHashName) ?? [];
  return plainName === undefined || phase === undefined ? [] : [{ ...item, plainName, phase }];
}

function key(appId: number, marketHashName: string): string {
  return `${appId} ${marketHashName}`;
}

const BUILT_IN: readonly CatalogueItem[] = [
  cs2('AK-47 | Redline (Field-Tested)', 3_250, 'd32ce6', 'Classified', 'Rifle'),
  cs2('AWP | Asiimov (Field-Tested)', 14_100, 'eb4b4b', 'Covert', 'Sniper Rifle'),
  cs2('M4A4 | Neo-Noir (Minimal Wear)', 4_820, 'eb4b4b', 'Covert', 'Rifle'),
  cs2('Glock-18 | Water Elemental (Field-Tested)', 640, 'd32ce6', 'Classified', 'Pistol'),
  cs2('P250 | Sand Dune (Battle-Scarred)', 5, 'b0c3d9', 'Consumer Grade', 'Pistol'),
  cs2('★ Karambit | Doppler (Factory New)', 128_000, 'eb4b4b', 'Covert', 'Knife'),
  cs2('Desert Eagle | Mecha Industries (Minimal Wear)', 1_480, 'd32ce6', 'Classified', 'Pistol'),
  cs2('MP9 | Storm (Field-Tested)', 12, '5e98d9', 'Industrial Grade', 'SMG'),
  item(252490, 'Tempered AK47', 2_990, 'f7941d', 'Limited', 'Rifle'),
  item(252490, 'Big Grin', 18_900, 'f7941d', 'Limited', 'Mask'),
  item(252490, 'Whiteout Hoodie', 1_150, 'f7941d', 'Limited', 'Hoodie'),
  item(570, 'Exalted Demon Eater', 2_410, 'ade55c', 'Arcana', 'Wearable'),
  item(570, 'Golden Basher Blades', 9_700, 'eb4b4b', 'Immortal', 'Wearable'),
  item(570, 'Inscribed Kantusa the Script Sword', 210, '8847ff', 'Mythical', 'Wearable'),
];

function cs2(name: string, priceCents: number, rarityColor: string, rarity: string, kind: string): CatalogueItem {
  return item(730, name, priceCents, rarityColor, rarity, kind);
}

function item(
  appId: number,
  marketHashName: string,
  priceCents: number,
  rarityColor: string,
  rarity: string,
  kind: string,
): CatalogueItem {
  const slug = marketHashName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return { appId, marketHashName, priceCents, rarityColor, rarity, kind, slug };
}
